import { languageOf } from './document-links.ts';
import { html, type Html } from '../kit/html.ts';
import type { BackView, PageFacts } from './view.ts';
import type { Messages } from './wording.ts';

/**
 * The button to the booking's own page, in the reader's language. `view`: nothing of it is booked, so there is nothing
 * to manage.
 */
export function renderManageButton(
  messages: Messages,
  url: string | undefined,
  does: keyof Messages['manage'] = 'change',
  look: 'primary' | 'secondary' = does === 'change' ? 'primary' : 'secondary',
): Html | undefined {
  return url === undefined
    ? undefined
    : html`<a class="button ${look}" href="${url}?locale=${languageOf(messages)}">${messages.manage[does]}</a>`;
}

/** The way back to the seller: a plain link while there is something to pay, the page's button after that. */
export function renderBack(
  messages: Messages,
  { seller, back }: Pick<PageFacts, 'seller' | 'back'>,
  look: 'link' | 'button',
): Html | undefined {
  if (seller === undefined || back === undefined) return undefined;
  const text = nameOf(messages, back, seller.name);
  return look === 'link'
    ? html`<a href="${back.url}" rel="noreferrer">← ${text}</a>`
    : html`<a class="button ${back.isOnward ? 'primary' : 'secondary'}" href="${back.url}" rel="noreferrer">${text}</a>`;
}

function nameOf({ seller }: Messages, { isOnward }: BackView, name: string): string {
  return isOnward ? seller.continueTo(name) : seller.backTo(name);
}
