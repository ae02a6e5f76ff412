import { languageOf } from './document-links.ts';
import { html, type Html } from '../kit/html.ts';
import type { Messages } from './wording.ts';

/**
 * The button to the booking's own page, in the reader's language. `view`: nothing of it is booked, so there is nothing
 * to manage.
 */
export function renderManageButton(
  messages: Messages,
  url: string | undefined,
  does: keyof Messages['manage'] = 'change',
): Html | undefined {
  return url === undefined
    ? undefined
    : html`<a class="button ${does === 'change' ? 'primary' : 'secondary'}" href="${url}?locale=${languageOf(messages)}">${messages.manage[does]}</a>`;
}
