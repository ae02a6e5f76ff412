import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from './item-names.ts';
import { renderDetails, renderTravelers } from './itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderManageButton } from './manage-button.ts';
import { renderMark, renderReference } from './marks.ts';
import { renderProblems, takesCard } from './pay-alerts.ts';
import { renderForm, renderHold } from './pay-page.ts';
import { challengePage, noticePage } from './result-pages.ts';
import type { ExchangeState, ExchangeView, PayView } from './view.ts';
import type { ItemView } from './view-item.ts';
import type { Messages } from './wording.ts';

const WATCH_SECONDS = 2;
const WATCH_SLOW_SECONDS = 20;

/** The page of one exchange, however far it is. */
export function renderExchangePage(messages: Messages, view: ExchangeView): PageParts {
  const { state } = view;
  switch (state.kind) {
    case 'pay':
      return renderPay(messages, view, state.pay);
    case 'challenge':
      return challengePage(messages, view.due, state.csrf);
    case 'processing':
      return {
        ...noticePage(messages, messages.processing, { mark: 'wait', hasReload: true }),
        watch: { state: 'processing-bank', seconds: WATCH_SECONDS },
      };
    case 'exchanging':
      return renderExchanging(messages, view, state.isSlow);
    case 'done':
      return renderDone(messages, view, state);
    case 'failed':
      return renderFailed(messages, view);
    default:
      return state satisfies never;
  }
}

function renderPay(messages: Messages, view: ExchangeView, pay: PayView): PageParts {
  const { exchange } = messages;
  const problems = renderProblems(messages, pay);
  const body = html`${problems}
<h1>${exchange.title}</h1>
<p class="quiet">${messages.reference} <span class="ref">${view.bookingRef}</span></p>
<p class="skip skip-long"><a href="#payment">${messages.skipToPayment}</a></p>
<div class="columns">
<div class="column">
${renderBothItems(messages, view)}
${renderTravelers(messages, pay.order)}
</div>
<div class="column side">
${renderHold(messages, pay.secondsLeft, exchange.holdEnded)}
${renderCost(messages, view)}
${renderForm(messages, pay, exchange.chargeNote)}
</div>
</div>`;
  return {
    title: problems ? messages.errorTitle(exchange.title) : exchange.title,
    body,
    hasCountdown: pay.secondsLeft > 0,
    hasForm: true,
    hasCard: takesCard(pay),
  };
}

/** The new item in full, the old one without what no longer matters of it. */
function renderBothItems(messages: Messages, { before, after }: ExchangeView): Html {
  return html`<section aria-labelledby="after-heading">
<h2 id="after-heading">${messages.exchange.after}</h2>
<article class="card">${renderDetails(messages, after)}</article>
</section>
<section aria-labelledby="before-heading">
<h2 id="before-heading">${messages.exchange.before}</h2>
<article class="card not-booked">${renderDetails(messages, withoutTerms(before))}</article>
<p class="note">${messages.localTimes}</p>
</section>`;
}

/** Cards leave out the conditions of what is not booked. */
function withoutTerms(item: ItemView): ItemView {
  return { ...item, outcome: 'not_booked' };
}

function renderCost(messages: Messages, { priceDifference, penalty, isAddition, due, lostExtras }: ExchangeView): Html {
  const { exchange, summary, payLater } = messages;
  return html`<section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${summary.heading}</h2>
<dl class="rows">
<div><dt>${penalty === undefined && !isAddition ? exchange.priceAndPenalty : exchange.priceDifference}</dt><dd>${formatMoney(messages, priceDifference)}</dd></div>
${penalty && html`<div><dt>${exchange.penalty}</dt><dd>${formatMoney(messages, penalty)}</dd></div>`}
<div class="total"><dt>${payLater.totalNow}</dt><dd>${formatMoney(messages, due)}</dd></div>
</dl>
<p class="note">${summary.taxesIncluded}</p>
${lostExtras !== 'none' && html`<p class="notice">${exchange.extrasLost[lostExtras]}</p>`}
</section>`;
}

function renderExchanging(messages: Messages, view: ExchangeView, isSlow: boolean): PageParts {
  const { exchanging } = messages.exchange;
  const body = html`<div class="narrow card">
${renderMark('wait')}
<h1>${exchanging.title}</h1>
<p role="status">${isSlow ? exchanging.slow : exchanging.text}</p>
${renderReference(messages, view.bookingRef)}
<p><a href="">${messages.reload}</a></p>
</div>`;
  return {
    title: exchanging.title,
    body,
    watch: isSlow
      ? { state: 'exchanging-slow', seconds: WATCH_SLOW_SECONDS }
      : { state: 'exchanging', seconds: WATCH_SECONDS },
  };
}

function renderDone(
  messages: Messages,
  view: ExchangeView,
  state: Extract<ExchangeState, { readonly kind: 'done' }>,
): PageParts {
  const { done, paid, ticketNumbers } = messages.exchange;
  const { after } = view;
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${done.title}</h1>
<p role="status">${done.text}</p>
${renderReference(messages, view.bookingRef)}
${state.isPaid && html`<p class="paid">${paid} <strong>${formatMoney(messages, view.due)}</strong></p>`}
${renderManageButton(messages, view.manageUrl)}
</div>
<section class="alone" aria-labelledby="after-heading">
<h2 id="after-heading">${messages.exchange.after}</h2>
<article class="card">
${after.confirmationNumber && html`<dl class="confirmation"><dt>${messages.confirmationNumber[after.kind]}</dt><dd>${after.confirmationNumber}</dd></dl>`}
${state.ticketNumbers.length > 0 && html`<dl class="confirmation"><dt>${ticketNumbers}</dt>${state.ticketNumbers.map((number) => html`<dd>${number}</dd>`)}</dl>`}
${renderDetails(messages, after)}
</article>
<p class="note">${messages.localTimes}</p>
</section>`;
  return { title: done.title, body };
}

function renderFailed(messages: Messages, view: ExchangeView): PageParts {
  const { failed } = messages.exchange;
  const body = html`<div class="narrow card">
${renderMark('stop')}
<h1>${failed.title}</h1>
<p role="status">${failed.text}</p>
<p>${titleOf(messages, view.before)}</p>
<p><strong>${messages.nothingCharged}</strong></p>
<p class="note">${messages.referenceForSupport} <span class="ref">${view.bookingRef}</span></p>
${renderManageButton(messages, view.manageUrl)}
</div>`;
  return { title: failed.title, body };
}
