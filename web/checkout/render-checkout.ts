import { type PageParts, renderPage } from '../kit/layout.ts';
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
  return renderPage(language, facts, renderParts(messagesOf(language), view));
}

function renderParts(messages: Messages, view: CheckoutView): PageParts {
  switch (view.kind) {
    case 'pay':
      return renderPayPage(messages, view);
    case 'challenge':
      return renderChallengePage(messages, view);
    case 'processing':
      return renderProcessingPage(messages, view);
    case 'booking':
      return renderBookingPage(messages, view);
    case 'confirmed':
      return renderConfirmedPage(messages, view);
    case 'failed':
      return renderFailedPage(messages, view);
    case 'serviced':
      return renderServicedPage(messages, view);
    case 'exchange':
      return renderExchangePage(messages, view);
    case 'closed':
      return renderClosedPage(messages, view);
    default:
      return view satisfies never;
  }
}
