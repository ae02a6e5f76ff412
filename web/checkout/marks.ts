import { html, type Html } from '../kit/html.ts';
import type { Messages } from './wording.ts';

/** What stands above a page about an outcome. */
export type Mark = 'done' | 'part' | 'wait' | 'stop' | 'shield';

/** The sign of a page: seen, not read out. */
export function renderMark(mark: Mark): Html {
  return html`<svg class="icon icon-${mark}" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="22"/>${ICONS[mark]}</svg>`;
}

const ICONS = {
  done: html`<path d="M15 25l6.5 6.5L34 18"/>`,
  part: html`<path d="M15 24h18"/>`,
  wait: html`<path d="M24 13v11l7 5"/>`,
  stop: html`<path d="M24 14v13M24 33v.5"/>`,
  shield: html`<path d="M24 12l9 4v7c0 6-4 10-9 13-5-3-9-7-9-13v-7z"/>`,
} as const satisfies Record<Mark, Html>;

/** The booking reference, for the traveler to note. */
export function renderReference(messages: Pick<Messages, 'reference'>, bookingRef: string): Html {
  return html`<dl class="reference"><dt>${messages.reference}</dt><dd>${bookingRef}</dd></dl>`;
}
