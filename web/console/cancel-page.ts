import { html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { factList, form, moneyText, timeOf } from './parts.ts';
import type { BookingView, CheckView, ConsoleFacts, ItemView } from './view.ts';

/** Asks once more before an item is given up: what comes back, what stays, until when that holds. */
export function cancelPage(
  facts: ConsoleFacts,
  { booking, item, check }: { readonly booking: BookingView; readonly item: ItemView; readonly check: CheckView },
): ConsolePage {
  const path = `/console/bookings/${booking.booking_ref}`;
  const word = item.kind === 'flight' ? 'Refund' : 'Cancel';
  const unknown = html`<span class="quiet">People decide: the supplier does not say</span>`;
  const body = html`<div class="card narrow"><h2>${item.confirmation.product_summary}</h2>
${factList([
  ['Paid', moneyText(check.total_paid)],
  [
    'Comes back',
    check.refund_amount === null ? unknown : html`<span class="strong">${moneyText(check.refund_amount)}</span>`,
  ],
  ['Stays', check.penalty_amount === null ? unknown : moneyText(check.penalty_amount)],
  ['Holds until', check.expires_at === null ? undefined : html`${timeOf(check.expires_at)} UTC`],
])}
${check.manual_reason !== null && html`<p class="notice notice-open">${check.manual_reason}</p>`}
${check.warnings.map((warning) => html`<p class="notice notice-open">${warning}</p>`)}
${
  check.quote_id === null
    ? html`<p>Nothing would be given back now, so there is nothing to confirm.</p><p><a class="button" href="${path}">Back to the booking</a></p>`
    : html`<p>The traveler gets a mail once it is done. This cannot be taken back.</p>${form(
        facts,
        `${path}/cancel/${item.item_id}`,
        html`<input type="hidden" name="quote_id" value="${check.quote_id}"><div class="deeds"><button class="button grave" type="submit">${word} now</button><a class="button" href="${path}">Keep it</a></div>`,
      )}`
}</div>`;
  return {
    section: 'bookings',
    title: item.kind === 'flight' ? 'Refund this flight?' : 'Cancel this item?',
    crumbs: [
      ['/console/bookings', 'Bookings'],
      [path, booking.booking_ref],
    ],
    body,
  };
}
