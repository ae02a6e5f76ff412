import type { Money } from '../../src/travel/money.ts';
import { formatHold, formatMoney } from './format.ts';
import { html, type Html } from './html.ts';
import { renderOrder, renderPrice } from './itinerary.ts';
import type { PageParts } from './layout.ts';
import type { CardField, CardProblem, PayView } from './view.ts';
import type { Messages } from './wording.ts';

/** The page that takes the card: what is bought on one side, what to pay on the other. */
export function renderPayPage(messages: Messages, view: PayView): PageParts {
  const body = html`<div class="columns">
<div class="column">
<h1>${messages.checkout}</h1>
<p class="skip"><a href="#payment">${messages.skipToPayment}</a></p>
${renderOrder(messages, view.order)}
</div>
<div class="column side">
${renderHold(messages, view)}
${renderPrice(messages, view.order)}
${renderForm(messages, view)}
</div>
</div>`;
  return { title: messages.checkout, body, hasCountdown: view.secondsLeft > 0 };
}

function renderHold(messages: Messages, view: PayView): Html {
  if (view.secondsLeft <= 0) return html`<p class="hold hold-ended">${messages.hold.ended}</p>`;
  const words = messages.hold.time(MINUTES_PLACE, SECONDS_PLACE).replace(String(MINUTES_PLACE), '{m}').replace(String(SECONDS_PLACE), '{s}');
  return html`<p class="hold" data-hold>${messages.hold.label}
<strong data-seconds-left="${view.secondsLeft}" data-words="${words}" data-ended="${messages.hold.ended}">${formatHold(messages, view.secondsLeft)}</strong></p>`;
}

/** Stand-ins that no sentence contains, so that the script can put numbers in their places. */
const MINUTES_PLACE = 987654321;
const SECONDS_PLACE = 123456789;

function renderForm(messages: Messages, view: PayView): Html {
  const total = formatMoney(messages, view.order.total);
  return html`<section class="card" aria-labelledby="payment">
<h2 id="payment" tabindex="-1">${messages.payment}</h2>
${renderAlert(messages, view)}
<form method="post" novalidate>
<input type="hidden" name="csrf" value="${view.csrf}">
<input type="hidden" name="shown_total" value="${view.shownTotal.value}">
${view.movedFrom && renderMoved(messages, view, view.movedFrom)}
${view.needsCard && renderCard(messages, view)}
<button class="primary" type="submit" name="action" value="pay">${view.needsCard ? messages.pay(total) : messages.confirmNothing}</button>
<p class="note centred">${messages.chargeNote}</p>
</form>
</section>`;
}

function renderAlert(messages: Messages, view: PayView): Html | undefined {
  const { errors } = view.form;
  if (errors.length > 0) {
    return html`<div class="alert" role="alert"><p><strong>${messages.problemsHeading}</strong></p>
<ul>${errors.map((problem) => html`<li><a href="#${problem.field}">${problemText(messages, problem)}</a></li>`)}</ul></div>`;
  }
  if (view.declineReason === undefined) return undefined;
  return html`<div class="alert" role="alert"><p><strong>${messages.declined.title}</strong></p>
<p>${messages.declined.reasons[view.declineReason] ?? messages.declined.other}</p></div>`;
}

function renderMoved(messages: Messages, view: PayView, before: Money): Html {
  const { order } = view;
  const problem = view.form.errors.find((error) => error.field === 'accept');
  return html`<div class="notice" role="group" aria-labelledby="moved-title">
<p id="moved-title"><strong>${messages.moved.title}</strong></p>
<p>${messages.moved.text(formatMoney(messages, before), formatMoney(messages, order.total))}</p>
<p class="check"><input type="checkbox" id="accept" name="accept_price" value="${view.quoteId}"${problem && html` aria-invalid="true" aria-describedby="accept-problem"`}>
<label for="accept">${messages.moved.accept(formatMoney(messages, order.total))}</label></p>
${problem && html`<p class="problem" id="accept-problem">${problemText(messages, problem)}</p>`}
</div>`;
}

function renderCard(messages: Messages, view: PayView): Html {
  const { form } = view;
  const field = (input: Omit<CardInput, 'problem'>) => renderField(messages, { ...input, problem: form.errors.find((error) => error.field === input.field) });
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
<label for="${field}">${messages.labels[field]}</label>
<input id="${field}" name="${input.name}" type="text" autocomplete="${input.autocomplete}" inputmode="${input.inputMode}" maxlength="${input.lengthMax}"
 value="${input.value ?? ''}" required spellcheck="false"${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${field}-problem">${problemText(messages, problem)}</p>`}
</div>`;
}

function problemText(messages: Messages, problem: CardProblem): string {
  return messages.problems[problem.field][problem.kind];
}
