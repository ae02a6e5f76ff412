import { html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';

/** A page that cannot be shown, or an act that was not done, and why. */
export function refusalPage(refusal: {
  readonly status: number;
  readonly message: string;
  /** Where the person came from. */
  readonly back: string;
  readonly requestId: string;
}): ConsolePage {
  const title = refusal.status === 404 ? 'Not found' : refusal.status === 403 ? 'Not allowed' : 'That was not done';
  return {
    section: undefined,
    title,
    body: html`<div class="card narrow"><p role="alert">${refusal.message}</p><p><a class="button" href="${refusal.back}">Back</a></p><p class="hint">Request <code>${refusal.requestId}</code></p></div>`,
  };
}
