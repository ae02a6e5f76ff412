import { readFileSync } from 'node:fs';
import { renderFramedPage } from '../accounts/render-account.ts';
import { html, ownMarkup } from '../kit/html.ts';
import { type PageParts, renderPage } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import type { PageFacts } from '../checkout/view.ts';
import { renderApplicationsPage } from './applications-page.ts';
import { renderConsentPage } from './consent-page.ts';
import { renderDeviceCodePage, renderDeviceConfirmPage } from './device-pages.ts';
import { oauthMessagesOf } from './messages.ts';
import type { ApplicationsView, FailedView, OAuthView } from './view.ts';
import type { OAuthMessages } from './wording.ts';

const style = ownMarkup(readFileSync(new URL('./oauth.css', import.meta.url), 'utf8'));

/** A page about access, in one language: the frame and the looks of the checkout page. */
export function renderOAuth(
  language: PageLanguage,
  facts: Pick<PageFacts, 'nonce' | 'isSandbox'>,
  view: OAuthView,
): string {
  const texts = oauthMessagesOf(language);
  if (view.kind === 'applications')
    return renderFramedPage({ ...facts, language }, view.member, renderApplicationsPage(texts, language, view), style);
  return renderPage(language, facts, {
    barTitle: texts.access,
    testMode: texts.testMode,
    style,
    ...renderParts(texts, language, view),
  });
}

function renderParts(
  texts: OAuthMessages,
  language: PageLanguage,
  view: Exclude<OAuthView, ApplicationsView>,
): PageParts {
  switch (view.kind) {
    case 'consent':
      return renderConsentPage(texts, language, view);
    case 'device_code':
      return renderDeviceCodePage(texts, language, view);
    case 'device_confirm':
      return renderDeviceConfirmPage(texts, language, view);
    case 'device_done':
      return renderNotice(texts.done[view.outcome](view.clientName), view.outcome === 'allowed' ? 'done' : 'stop');
    case 'failed':
      return renderFailedPage(texts, view);
    case 'closed':
      return renderNotice(
        texts.closed[view.reason],
        'stop',
        view.again === undefined ? undefined : { text: texts.again, path: `${view.again}` },
      );
    default:
      return view satisfies never;
  }
}

function renderNotice(
  notice: { readonly title: string; readonly text: string },
  mark: 'done' | 'stop',
  link?: { readonly text: string; readonly path: string },
): PageParts {
  const body = html`<div class="narrow card">
${renderMark(mark)}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${link && html`<p><a href="${link.path}">${link.text}</a></p>`}
</div>`;
  return { title: notice.title, body };
}

function renderFailedPage({ failed }: OAuthMessages, { error, description, carriedQuery }: FailedView): PageParts {
  const body = html`<div class="narrow card">
${renderMark('stop')}
<h1>${failed.title}</h1>
<p role="status">${error === 'invalid_client' ? failed.unknownClient : failed.text}</p>
<p class="note detail">${failed.detail}: <span lang="en">${error}${description && `, ${description}`}</span></p>
</div>`;
  return { title: failed.title, body, carriedQuery };
}
