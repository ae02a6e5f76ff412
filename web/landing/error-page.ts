import type { ErrorPageFacts } from '../../src/platform/http/send/error-page.ts';
import { html } from '../kit/html.ts';
import { renderPage } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import { chooseLanguage } from '../checkout/messages.ts';
import { homeMessagesOf } from './messages.ts';
import type { HomeMessages } from './wording.ts';

/**
 * What happened, in the reader's language, in the frame of every page, and where to go from here; nothing about the
 * inside.
 */
export function renderErrorPage({
  status,
  requestId,
  nonce,
  isSandbox,
  locale,
  acceptLanguage,
}: ErrorPageFacts): string {
  const language = chooseLanguage(locale, acceptLanguage);
  const messages = homeMessagesOf(language);
  const { error, home } = messages;
  const isMissing = status === 404 || status === 410;
  const title = isMissing ? error.missingTitle : error.title;
  const body = html`<div class="narrow card">
${renderMark('stop')}
<h1>${title}</h1>
<p role="status">${sentenceFor(error, status)}</p>
<a class="button primary" href="/?locale=${language}">${error.home}</a>
<a class="button secondary" href="/manage?locale=${language}">${error.booking}</a>
<p class="note">${error.reference} <span>${requestId}</span></p>
</div>`;
  return renderPage(language, { nonce, isSandbox }, { title, barTitle: home.tab, testMode: messages.testMode, body });
}

function sentenceFor(error: HomeMessages['error'], status: number): string {
  if (status === 404 || status === 410) return error.missing;
  return status >= 500 ? error.failed : error.refused;
}
