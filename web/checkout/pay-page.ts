import { formatHold, formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import { renderGlance, renderStickyTotal } from './cards/glance.ts';
import { renderOrder } from './itinerary.ts';
import type { PageParts } from '../kit/layout.ts';
import { declineText, hasLaterMoved, problemText, renderMoved, renderProblems, takesCard } from './pay-alerts.ts';
import { laterItems } from './pay-later.ts';
import { renderPrice } from './cards/price-card.ts';
import type { CardField, CardProblem, PayView } from './view.ts';
import type { Messages } from './wording.ts';

/**
 * The page that takes the card, or, where nothing is paid now, a plain yes: what is bought on one side, what to pay on
 * the other; what needs attention above both.
 */
export function renderPayPage(messages: Messages, view: PayView, back: Html | undefined): PageParts {
  const problems = renderProblems(messages, view);
  const body = html`${problems}
${back && html`<p class="back">${back}</p>`}
<h1>${messages.checkout}</h1>
<p class="skip"><a href="#payment">${view.order.needsCard ? messages.skipToPayment : messages.withoutCard.skip}</a></p>
${view.movedFrom && renderMoved(messages, view, view.movedFrom)}
${renderGlance(messages, view.order)}
<div class="columns">
<div class="column">
${renderOrder(messages, view.order)}
${renderStickyTotal(messages, view.order)}
</div>
<div class="column side">
${renderHold(messages, view.secondsLeft, messages.hold.ended)}
${renderPrice(messages, view.order, view.movedFrom)}
${renderForm(messages, view, view.order.needsCard ? messages.chargeNote : messages.withoutCard.note)}
</div>
</div>`;
  const title = problems ? messages.errorTitle(messages.checkout) : messages.checkout;
  return { title, body, hasCountdown: view.secondsLeft > 0, hasForm: true, hasCard: takesCard(view) };
}

/** How long the price is held; `ended`: what is said once it is not. */
export function renderHold(messages: Messages, secondsLeft: number, ended: string): Html {
  if (secondsLeft <= 0) return html`<p class="hold hold-ended">${ended}</p>`;
  const texts = messages.hold
    .time(MINUTES_PLACE, SECONDS_PLACE)
    .replace(String(MINUTES_PLACE), '{m}')
    .replace(String(SECONDS_PLACE), '{s}');
  return html`<p class="hold" data-hold>${messages.hold.label}
<strong data-seconds-left="${secondsLeft}" data-words="${texts}" data-ended="${ended}">${formatHold(messages, secondsLeft)}</strong></p>`;
}

/** Stand-ins that no sentence contains, so that the script can put numbers in their places. */
const MINUTES_PLACE = 987654321;
const SECONDS_PLACE = 123456789;

/** The form that pays. `note`: when what is charged. */
export function renderForm(messages: Messages, view: PayView, note: string): Html {
  const { order } = view;
  const declined = declineText(messages, view);
  // The browser's own checks keep an incomplete form on the page, and with it the card that we never send back.
  return html`<section class="card" aria-labelledby="payment">
<h2 id="payment" tabindex="-1">${order.needsCard ? messages.payment : messages.withoutCard.heading}</h2>
${declined && html`<p class="problem">${declined}</p>`}
${!order.needsCard && laterItems(order).length > 0 && html`<p class="explained">${messages.withoutCard.text}</p>`}
<form method="post">
<input type="hidden" name="csrf" value="${view.csrf}">
<input type="hidden" name="shown_total" value="${view.shownTotal.value}">
${order.needsCard && (view.isPaidElsewhere ? html`<p class="explained">${messages.paidElsewhere}</p>` : renderCard(messages, view))}
${view.movedFrom && renderAcceptance(messages, view)}
<button class="primary" type="submit" name="action" value="pay">${order.needsCard ? messages.pay(formatMoney(messages, order.total)) : messages.confirmNothing}</button>
<p class="note centred">${note}</p>
</form>
</section>`;
}

function renderAcceptance(messages: Messages, view: PayView): Html {
  const problem = view.form.errors.find((error) => error.field === 'accept');
  return html`<div class="consent">
<p class="check"><input type="checkbox" id="accept" name="accept_price" value="${view.quoteId}" required data-missing="${messages.problems.accept.missing}"${problem && html` aria-invalid="true" aria-describedby="accept-problem"`}>
<label for="accept">${acceptText(messages, view)}</label></p>
${problem && html`<p class="problem" id="accept-problem">${problemText(messages, problem)}</p>`}
</div>`;
}

function acceptText(messages: Messages, { order }: PayView): string {
  return hasLaterMoved(order) ? messages.moved.acceptAll : messages.moved.accept(formatMoney(messages, order.total));
}

function renderCard(messages: Messages, view: PayView): Html {
  const { form } = view;
  const field = (input: Omit<CardInput, 'problem'>) =>
    renderField(messages, { ...input, problem: form.errors.find((error) => error.field === input.field) });
  return html`
${field({ field: 'number', name: 'card_number', autocomplete: 'cc-number', inputMode: 'numeric', lengthMax: 25 })}
<div class="pair">
${field({ field: 'expiry', name: 'card_expiry', autocomplete: 'cc-exp', inputMode: 'numeric', lengthMax: 9, value: form.expiry, hint: messages.hints.expiry })}
${field({ field: 'security_code', name: 'card_security_code', autocomplete: 'cc-csc', inputMode: 'numeric', lengthMax: 4, hint: messages.hints.securityCode })}
</div>
${field({ field: 'holder', name: 'card_holder', autocomplete: 'cc-name', inputMode: 'text', lengthMax: 100, value: form.holder })}`;
}

interface CardInput {
  readonly field: Exclude<CardField, 'accept'>;
  readonly name: string;
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'text';
  readonly lengthMax: number;
  readonly value?: string;
  readonly hint?: string;
  readonly problem: CardProblem | undefined;
}

function renderField(messages: Messages, input: CardInput): Html {
  const { field, problem, hint } = input;
  const described = [hint && `${field}-hint`, problem && `${field}-problem`].filter((id) => id).join(' ');
  return html`<div class="field">
<label for="${field}">${messages.labels[field]}</label>${field === 'number' && html`<span class="card-brand" data-card-brand aria-live="polite"></span>`}
<input id="${field}" name="${input.name}" type="text" autocomplete="${input.autocomplete}" inputmode="${input.inputMode}" maxlength="${input.lengthMax}"
 value="${input.value ?? ''}" required data-missing="${messages.problems[field].missing}" data-invalid="${messages.problems[field].invalid}" spellcheck="false"${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${field}-problem">${problemText(messages, problem)}</p>`}
</div>`;
}
