import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { emptyState, factList, form, moneyText, timeOf, wordsOf } from './parts.ts';
import type { CaseView, ConsoleFacts, Notice } from './view.ts';

const WAITS = {
  decision: 'You decide',
  charge: 'You decide what comes back',
  money: 'Give the money back by hand',
  supplier: 'The supplier decides',
} as const satisfies Record<CaseView['waits_for'], string>;

/** Refunds and changes that wait for people, oldest first, and the forms that decide them. */
export function casesPage(facts: ConsoleFacts, cases: readonly CaseView[], notice?: Notice): ConsolePage {
  const body =
    cases.length === 0
      ? emptyState(
          'No case waits',
          'Refunds that no system can decide show up here, with what is needed to decide them.',
        )
      : html`<div class="stack">${cases.map((one) => renderCase(facts, one))}</div>`;
  return { section: 'cases', title: 'Cases', notice, body };
}

function renderCase(facts: ConsoleFacts, one: CaseView): Html {
  const mayDecide = one.waits_for !== 'supplier' && facts.may('decide_manual_change');
  return html`<section class="card" aria-labelledby="${one.change_id}"><div class="item-head"><div><p class="quiet">${wordsOf(one.kind)} · <code>${one.reference}</code></p><h2 id="${one.change_id}">${one.product}</h2></div><div class="item-side"><span class="badge badge-${one.waits_for === 'supplier' ? 'open' : 'bad'}">${WAITS[one.waits_for]}</span></div></div>
${factList([
  ['Booking', html`<a href="/console/bookings/${one.booking_ref}">${one.booking_ref}</a>`],
  [
    'Traveler',
    html`${one.traveler} · <a href="mailto:${one.contact.email}">${one.contact.email}</a> · ${one.contact.phone}`,
  ],
  [
    'Supplier',
    html`${wordsOf(one.provider)}${one.order_id !== undefined && html` · <code>${one.order_id}</code>`}${one.confirmation_number !== undefined && html` · <code>${one.confirmation_number}</code>`}`,
  ],
  ['Waits since', html`${timeOf(one.since)} UTC`],
  ['Why', one.why],
  ['Paid', moneyText(one.total_paid)],
  ['Agreed', one.refund_amount === null ? undefined : moneyText(one.refund_amount)],
  ['At most', moneyText(one.refund_max)],
])}
${mayDecide ? renderForms(facts, one) : one.waits_for !== 'supplier' && html`<p class="hint">Owners and admins decide this.</p>`}</section>`;
}

function renderForms(facts: ConsoleFacts, one: CaseView): Html {
  const path = `/console/cases/${one.change_id}`;
  if (one.waits_for === 'money')
    return html`<div class="decide">${form(
      facts,
      path,
      html`<input type="hidden" name="decision" value="settled"><div class="field"><label for="${one.change_id}-how">How it was moved by hand</label><textarea id="${one.change_id}-how" name="reason" rows="2" maxlength="500" required aria-describedby="${one.change_id}-after"></textarea><p class="hint" id="${one.change_id}-after">Move the money first, at the processor or by a transfer. This stands in the audit log; what was given back then counts as refunded, and the traveler gets a mail.</p></div><button class="button" type="submit">It was moved by hand</button>`,
      'stacked',
    )}</div>`;
  const { currency } = one.refund_max;
  return html`<div class="decide">${form(
    facts,
    path,
    html`<input type="hidden" name="decision" value="refund"><input type="hidden" name="currency" value="${currency}"><div class="field"><label for="${one.change_id}-refund">Give back, in ${currency}</label><input id="${one.change_id}-refund" name="refund" inputmode="decimal" autocomplete="off" maxlength="16" required aria-describedby="${one.change_id}-hint"><p class="hint" id="${one.change_id}-hint">At most ${moneyText(one.refund_max)}. It is cancelled at the supplier and paid back; that cannot be taken back.</p></div><button class="button grave" type="submit">Give this back</button>`,
    'stacked',
  )}${
    one.can_decline &&
    form(
      facts,
      path,
      html`<input type="hidden" name="decision" value="decline"><div class="field"><label for="${one.change_id}-reason">Why not</label><textarea id="${one.change_id}-reason" name="reason" rows="2" maxlength="500" required aria-describedby="${one.change_id}-why"></textarea><p class="hint" id="${one.change_id}-why">The traveler reads it in a mail. The booking stands.</p></div><button class="button" type="submit">Decline</button>`,
      'stacked',
    )
  }</div>`;
}
