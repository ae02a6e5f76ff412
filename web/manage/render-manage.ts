import { readFileSync } from 'node:fs';
import { html, ownMarkup } from '../kit/html.ts';
import { type PageParts, renderPage } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import type { PageFacts } from '../checkout/view.ts';
import { renderBookingPage } from './booking-page.ts';
import { renderChangeFormPage } from './change-form-page.ts';
import { renderDocument } from './document-page.ts';
import { renderExchangePage } from './exchange-page.ts';
import { renderFindPage } from './find-page.ts';
import { renderGiveUpPage } from './give-up-page.ts';
import { renderServicesFormPage, renderServicesPage } from './services-page.ts';
import { renderIssued } from './issued/issued-page.ts';
import type { IssuedView } from './issued/issued-view.ts';
import type { DocumentView, ManageClosedReason, ManageView } from './view.ts';
import { inLanguage, type Vocabulary, vocabularyOf } from './vocabulary.ts';

const style = ownMarkup(readFileSync(new URL('./manage.css', import.meta.url), 'utf8'));

/** A page about a booking, in one language: the frame and the looks of the checkout page. */
export function renderManage(
  language: PageLanguage,
  facts: Pick<PageFacts, 'nonce' | 'isSandbox' | 'seller'>,
  view: ManageView | DocumentView | IssuedView,
): string {
  const texts = vocabularyOf(language);
  const { manage, testMode } = texts.own;
  return renderPage(language, facts, { barTitle: manage, testMode, style, ...renderParts(texts, view) });
}

function renderParts(texts: Vocabulary, view: ManageView | DocumentView | IssuedView): PageParts {
  switch (view.kind) {
    case 'find':
      return renderFindPage(texts, view);
    case 'booking':
      return renderBookingPage(texts, view);
    case 'give_up':
      return renderGiveUpPage(texts, view);
    case 'change':
      return renderChangeFormPage(texts, view);
    case 'exchange':
      return renderExchangePage(texts, view);
    case 'services_form':
      return renderServicesFormPage(texts, view);
    case 'services':
      return renderServicesPage(texts, view);
    case 'document':
      return renderDocument(texts, view);
    case 'issued':
      return renderIssued(texts, view);
    case 'closed':
      return renderClosedPage(texts, view.reason);
    default:
      return view satisfies never;
  }
}

function renderClosedPage(texts: Vocabulary, reason: ManageClosedReason): PageParts {
  const { own } = texts;
  const notice = own.closed[reason];
  const link =
    reason === 'conflict' || reason === 'price_moved' || reason === 'supplier_silent' || reason === 'form_stale'
      ? html`<p><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>`
      : html`<p><a href="${inLanguage(texts, '/manage')}">${own.findAgain}</a></p>`;
  const body = html`<div class="narrow card">
${renderMark('stop')}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${link}
</div>`;
  return { title: notice.title, body };
}
