import { html, type Html } from '../kit/html.ts';
import type { RefusalView } from './view.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Why, quoted from who decided it; English is marked as such on a page of another language. */
export function renderReason({ own, messages }: Vocabulary, { reason, isEnglish }: RefusalView): Html {
  const isForeign = isEnglish && !messages.formatLocale.startsWith('en');
  return html`<p class="reason">${own.reasonGiven} ${isForeign ? html`<q lang="en">${reason}</q>` : html`<q>${reason}</q>`}</p>`;
}
