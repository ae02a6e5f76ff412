import { html, type Html } from '../kit/html.ts';
import type { Messages } from './wording.ts';

/** Words of a supplier, which are English whatever the page's language: said to be so, that they are read out right. */
export function supplierText(messages: Messages, text: string): string | Html {
  return messages.formatLocale.startsWith('en') ? text : html`<span lang="en">${text}</span>`;
}
