import { formatDay, formatMoney } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import { titleOf } from '../item-names.ts';
import { laterItems } from '../pay-later.ts';
import type { OrderView } from '../view.ts';
import type { ItemView, SliceView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/** What is bought and what it costs on one screen of a telephone, where the details fill several. */
export function renderGlance(messages: Messages, order: OrderView): Html {
  return html`<section class="glance card" aria-labelledby="glance-heading">
<h2 id="glance-heading">${messages.glance}</h2>
<dl class="rows">${order.items.map(
    (item) => html`<div><dt>${titleOf(messages, item)}<span class="quiet below">${daysOf(messages, item)}</span></dt>
<dd>${formatMoney(messages, item.total)}</dd></div>`,
  )}
<div class="total"><dt>${totalName(messages, order)}</dt><dd>${formatMoney(messages, order.total)}</dd></div></dl>
<p><a href="#payment">${order.needsCard ? messages.skipToPayment : messages.withoutCard.skip}</a></p>
</section>`;
}

/** The total at the lower edge of a telephone while the trip is read; it goes where the payment comes. */
export function renderStickyTotal(messages: Messages, order: OrderView): Html {
  return html`<p class="sticky-total"><span>${totalName(messages, order)} <strong>${formatMoney(messages, order.total)}</strong></span>
<a href="#payment">${order.needsCard ? messages.payment : messages.withoutCard.heading}</a></p>`;
}

function totalName(messages: Messages, order: OrderView): string {
  return laterItems(order).length > 0 ? messages.payLater.totalNow : messages.summary.total;
}

/** From when to when, in days. */
function daysOf(messages: Messages, item: ItemView): string {
  const [from, to] = endsOf(item);
  if (from === undefined) return '';
  const first = formatDay(messages, from);
  const last = to === undefined ? first : formatDay(messages, to);
  return first === last ? first : `${first} – ${last}`;
}

function endsOf(item: ItemView): readonly [string | undefined, string | undefined] {
  switch (item.kind) {
    case 'flight':
      return [departureOf(item.slices[0]), departureOf(item.slices.at(-1))];
    case 'hotel':
      return [item.checkIn, item.checkOut];
    case 'car':
      return [item.pickUp.timeLocal, item.dropOff.timeLocal];
    default:
      return item satisfies never;
  }
}

function departureOf(slice: SliceView | undefined): string | undefined {
  return slice?.segments[0]?.depart.timeLocal;
}
