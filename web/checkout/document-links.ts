import { html, type Html } from '../kit/html.ts';
import { type PageLanguage, PAGE_LANGUAGES } from './messages.ts';
import type { DocumentLink } from './view.ts';
import type { Messages } from './wording.ts';

/** What can be printed, in the reader's language. */
export function renderDocumentLinks(messages: Messages, documents: readonly DocumentLink[]): Html | undefined {
  if (documents.length === 0) return undefined;
  return html`<h2 class="documents-heading">${messages.documents.heading}</h2>
<ul class="documents">${documents.map(({ type, url }) => html`<li><a href="${url}?locale=${languageOf(messages)}">${messages.documents[type]}</a></li>`)}</ul>`;
}

/** The language the words are in. */
export function languageOf({ formatLocale }: Messages): PageLanguage {
  return PAGE_LANGUAGES.find((language) => formatLocale.startsWith(language)) ?? 'en';
}
