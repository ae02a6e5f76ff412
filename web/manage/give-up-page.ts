import { formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import type { PageParts } from '../kit/layout.ts';
import { renderMark } from '../checkout/marks.ts';
import { renderCredits } from '../checkout/travel-credits.ts';
import { renderProgress } from './progress-page.ts';
import type { GiveUpView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** Cancelling an item: what comes back, confirmed first, then shown as done. */
export function renderGiveUpPage(texts: Vocabulary, view: GiveUpView): PageParts {
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
      return renderProgress(texts, view.state, view);
    default:
      return view.state satisfies never;
  }
}

function renderForm(texts: Vocabulary, view: GiveUpView): PageParts {
  const { own, messages } = texts;
  const { giveUp } = own;
  const { kind } = view.item;
  const body = html`<div class="narrow card">
<h1>${giveUp.title[kind]}</h1>
<p>${titleOf(messages, view.item)}</p>
<p><strong>${sentenceOf(texts, view)}</strong></p>
${view.isManual && view.refund && html`<p>${giveUp.manual}</p>`}
${renderAmounts(texts, view)}
${renderCredits(messages, view.credits, { isIssued: false, heading: 'h2' })}
<form method="post"><input type="hidden" name="csrf" value="${view.csrf}">
<button class="primary grave" type="submit" name="action" value="confirm">${view.refund ? giveUp.confirm[kind] : giveUp.confirmUnknown}</button></form>
<p><a href="${inLanguage(texts, '/manage/booking')}">${giveUp.keep}</a></p>
<p class="note">${noteOf(texts, view)}</p>
</div>`;
  return { title: giveUp.title[kind], body };
}

/** What else anyone should know before the yes. */
function noteOf({ own: { giveUp } }: Vocabulary, { refund, credits }: GiveUpView): string {
  if (refund === undefined) return giveUp.noteUnknown;
  return refund.value === 0 && credits.length > 0 ? giveUp.noteCredit : giveUp.note;
}

function sentenceOf({ own, messages }: Vocabulary, { refund, retained, collected, paid, credits }: GiveUpView): string {
  const { giveUp } = own;
  if (refund === undefined || retained === undefined) return giveUp.unknown;
  if (refund.value > 0)
    return retained.value > 0
      ? giveUp.part(formatMoney(messages, refund), formatMoney(messages, retained))
      : giveUp.all(formatMoney(messages, refund));
  if (credits.length > 0) return messages.travelCredit.instead;
  if (collected === undefined) return giveUp.askFirst;
  return paid.value === 0 && collected.value === 0 ? giveUp.free : giveUp.none;
}

function renderAmounts(texts: Vocabulary, view: GiveUpView): Html {
  const { own, messages } = texts;
  const { paid, retained, collected, serviceFee } = view;
  const { giveUp } = own;
  const fee = serviceFee?.isReturned === false ? serviceFee.amount.value : 0;
  const others = retained && { ...retained, value: retained.value - fee };
  return html`<dl class="rows sums">
<div><dt>${giveUp.paid}</dt><dd>${formatMoney(messages, paid)}</dd></div>
${others && others.value > 0 && html`<div><dt>${giveUp.retained}</dt><dd>${formatMoney(messages, others)}</dd></div>`}
${serviceFee?.isReturned === false && html`<div><dt>${messages.serviceFee.retained}</dt><dd>${formatMoney(messages, serviceFee.amount)}</dd></div>`}
${collected?.value !== 0 && html`<div><dt>${giveUp.collected}</dt><dd>${collected ? formatMoney(messages, collected) : giveUp.setByPlace}</dd></div>`}
${renderBack(texts, view)}
</dl>`;
}

/** What comes back, the last of the sums; what nobody knows is none. */
function renderBack({ own, messages }: Vocabulary, { refund, serviceFee }: GiveUpView): Html {
  const { giveUp } = own;
  if (refund === undefined)
    return html`<div><dt>${giveUp.back}</dt><dd class="said">${giveUp.unknownAmount}</dd></div>`;
  const returned =
    serviceFee?.isReturned &&
    html`<span class="quiet below">${messages.serviceFee.returned}: ${formatMoney(messages, serviceFee.amount)}</span>`;
  return html`<div class="total"><dt>${giveUp.back}${returned}</dt><dd>${formatMoney(messages, refund)}</dd></div>`;
}

function outcomeOf({ own, messages }: Vocabulary, { refund, credits }: GiveUpView): string {
  const { giveUp } = own;
  if (refund !== undefined && refund.value > 0) return giveUp.refunded(formatMoney(messages, refund));
  return credits.length > 0 ? messages.travelCredit.instead : giveUp.unrefunded;
}

function renderDone(texts: Vocabulary, view: GiveUpView): PageParts {
  const { own, messages } = texts;
  const { giveUp, progress } = own;
  const title = giveUp.done[view.item.kind];
  const body = html`<div class="narrow card">
${renderMark('done')}
<h1>${title}</h1>
<p role="status">${outcomeOf(texts, view)}</p>
<p>${titleOf(messages, view.item)}</p>
${renderCredits(messages, view.credits, { isIssued: true, heading: 'h2' })}
<p class="note">${progress.reference} <span class="ref">${view.reference}</span></p>
<p><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</div>`;
  return { title, body };
}
