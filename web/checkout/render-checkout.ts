import { type PageParts, renderPage } from '../kit/layout.ts';
import type { Html } from '../kit/html.ts';
import { renderBack } from './manage-button.ts';
import { messagesOf, type PageLanguage } from './messages.ts';
import { renderExchangePage } from './exchange-page.ts';
import { renderPayPage } from './pay-page.ts';
import {
  renderBookingPage,
  renderChallengePage,
  renderClosedPage,
  renderConfirmedPage,
  renderFailedPage,
  renderProcessingPage,
} from './result-pages.ts';
import { renderServicedPage } from './serviced-page.ts';
import type { CheckoutView, PageFacts } from './view.ts';
import type { Messages } from './wording.ts';

/** The hosted page of one state of a checkout session, in one language. */
export function renderCheckout(language: PageLanguage, facts: PageFacts, view: CheckoutView): string {
  const messages = messagesOf(language);
  const back = renderBack(messages, facts, view.kind === 'pay' ? 'link' : 'button');
  return renderPage(language, facts, renderParts(messages, view, back));
}

function renderParts(messages: Messages, view: CheckoutView, back: Html | undefined): PageParts {
  switch (view.kind) {
    case 'pay':
      return renderPayPage(messages, view, back);
    case 'challenge':
      return renderChallengePage(messages, view);
    case 'processing':
      return renderProcessingPage(messages, view, back);
    case 'booking':
      return renderBookingPage(messages, view, back);
    case 'confirmed':
      return renderConfirmedPage(messages, view, back);
    case 'failed':
      return renderFailedPage(messages, view, back);
    case 'serviced':
      return renderServicedPage(messages, view, back);
    case 'exchange':
      return renderExchangePage(messages, view);
    case 'closed':
      return renderClosedPage(messages, view, back);
    default:
      return view satisfies never;
  }
}
