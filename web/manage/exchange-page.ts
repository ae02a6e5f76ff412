import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import { renderDetails } from '../checkout/itinerary.ts';
import { counterText } from './change-form-page.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import { renderProgress } from './progress-page.ts';
import type { ExchangeView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** Exchanging an item: what it was and will be, what that costs, confirmed first, then shown as done. */
export function renderExchangePage(texts: Vocabulary, view: ExchangeView): PageParts {
  switch (view.state) {
    case 'quoted':
      return renderForm(texts, view);
    case 'done':
      return renderDone(texts, view);
    case 'expired':
    case 'paying':
    case 'running':
    case 'pending':
    case 'deciding':
    case 'cancelled_elsewhere':
    case 'declined':
    case 'partial':
    case 'failed':
      return renderProgress(texts, view.state, { ...view, item: view.after });
    default:
      return view.state satisfies never;
  }
}

/** Stays are not exchanged. */
function kindOf({ after }: ExchangeView): 'flight' | 'car' {
  return after.kind === 'car' ? 'car' : 'flight';
}

function renderForm(texts: Vocabulary, view: ExchangeView): PageParts {
  const { own, messages } = texts;
  const { change } = own;
  const kind = kindOf(view);
  const body = html`<h1>${change.review[kind]}</h1>
<div class="columns">
<div class="column">
<section aria-labelledby="after-heading"><h2 id="after-heading">${change.now}</h2><article class="card">${renderDetails(messages, view.after)}</article></section>
<section aria-labelledby="before-heading"><h2 id="before-heading">${change.before}</h2><article class="card not-booked">${renderBefore(texts, view)}</article></section>
</div>
<div class="column side"><section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${messages.summary.heading}</h2>
${renderAmounts(texts, view)}
${view.isOnRequest && html`<p class="explained">${change.onRequest}</p>`}
${view.lostExtras !== 'none' && html`<p class="notice">${messages.exchange.extrasLost[view.lostExtras]}</p>`}
<form method="post"><input type="hidden" name="csrf" value="${view.csrf}">
<button class="primary" type="submit" name="action" value="confirm">${view.due.value > 0 ? change.confirmPaid(formatMoney(messages, view.due)) : change.confirm[kind]}</button></form>
<p class="note centred"><a href="${inLanguage(texts, '/manage/booking')}">${change.keep}</a></p>
</section></div>
</div>`;
  return { title: change.review[kind], body };
}

function renderBefore({ messages }: Vocabulary, { before }: ExchangeView): Html {
  return html`<div class="brief">${renderDetails(messages, { ...before, outcome: 'not_booked' })}</div>`;
}

function renderAmounts(texts: Vocabulary, { fareDifference, penalty, due, refund, atCounter }: ExchangeView): Html {
  const { own, messages } = texts;
  const { change } = own;
  return html`<dl class="rows">
<div><dt>${penalty === undefined ? change.both : change.difference}</dt><dd>${formatMoney(messages, fareDifference)}</dd></div>
${penalty && html`<div><dt>${change.fee}</dt><dd>${formatMoney(messages, penalty)}</dd></div>`}
<div class="total"><dt>${refund.value > 0 ? change.back : change.toPay}</dt><dd>${formatMoney(messages, refund.value > 0 ? refund : due)}</dd></div>
</dl>
${atCounter && html`<p class="notice">${counterText(texts, atCounter)}</p>`}`;
}

function renderDone(texts: Vocabulary, view: ExchangeView): PageParts {
  const { own, messages } = texts;
  const { change, progress } = own;
  const title = change.done[kindOf(view)];
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${title}</h1>
<p role="status">${settlement(texts, view)}</p>
${view.atCounter && html`<p>${counterText(texts, view.atCounter)}</p>`}
<p>${titleOf(messages, view.after)}</p>
<p class="note">${progress.reference} <span class="ref">${view.reference}</span></p>
<p><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</div>`;
  return { title, body };
}

function settlement({ own, messages }: Vocabulary, { due, refund, atCounter }: ExchangeView): string {
  if (due.value > 0) return own.change.paid(formatMoney(messages, due));
  if (refund.value > 0) return own.change.refunded(formatMoney(messages, refund));
  return atCounter ? own.change.nothingNow : own.change.even;
}
