import { PASSENGER_TYPES } from '../../../src/travel/passengers.ts';
import { addMoney, type Money } from '../../../src/travel/money.ts';
import { extraFor, extraName, seatFor } from '../fare.ts';
import { formatMoney } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import { headingOf, titleOf } from '../item-names.ts';
import { laterItems, rentalExtraName, renderPayLater, renderWas } from '../pay-later.ts';
import type { OrderView } from '../view.ts';
import type { FlightView, ItemView, RentalView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/**
 * What it costs, line by line; after the payment, what was charged; and what is paid on the spot beside it. `before`:
 * the total that the payer knows, when it has moved.
 */
export function renderPrice(messages: Messages, order: OrderView, before?: Money): Html {
  const { summary, payLater } = messages;
  const hasLater = laterItems(order).length > 0;
  const totalName = hasLater ? payLater.totalNow : summary.total;
  return html`<section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${summary.heading}</h2>
<dl class="rows">
${order.items.map((item) => (item.outcome === 'not_booked' ? renderUncharged(messages, order, item) : renderLines(messages, order, item)))}
${renderServiceFee(messages, order)}
<div class="total"><dt>${order.isPaid ? summary.paid : totalName}</dt><dd>${before && before.value !== order.total.value && renderWas(messages, before)}${formatMoney(messages, order.total)}</dd></div>
</dl>
<p class="note">${hasLater ? payLater.taxesIncluded : summary.taxesIncluded}</p>
${renderPayLater(messages, order)}
</section>`;
}

function renderLines(messages: Messages, order: OrderView, item: ItemView): Html {
  const name =
    order.items.length === 1 && item.kind === 'flight' ? messages.summary.fare : headingOf(messages, order, item);
  const extras = renderExtras(messages, item);
  // The earlier total of an item with extras, seats or a fee is not its own line's: then the notice and the total show
  // it.
  const before = extras.length === 0 && item.serviceFee === undefined ? item.previousTotal : undefined;
  return html`<div><dt>${name}<span class="quiet below">${titleOf(messages, item)}</span><span class="quiet below">${sizeOf(messages, item)}</span></dt>
<dd>${renderWas(messages, before)}${formatMoney(messages, item.price)}</dd></div>
${extras}`;
}

/** The fees of all items as one line, so that all lines add up to the total; an item that was not booked bears none. */
function renderServiceFee(messages: Messages, { items }: OrderView): Html | undefined {
  const fee = serviceFeeOf(items);
  return fee && html`<div><dt>${messages.serviceFee.name}</dt><dd>${formatMoney(messages, fee)}</dd></div>`;
}

/** The service fees inside what these items cost together; undefined where there are none. */
export function serviceFeeOf(items: readonly ItemView[]): Money | undefined {
  const [first, ...others] = items.flatMap(({ outcome, serviceFee }) =>
    outcome === 'not_booked' ? [] : (serviceFee ?? []),
  );
  return first && addMoney(first, ...others);
}

/** How much of it: who flies, how many nights, how many days. */
export function sizeOf(messages: Messages, item: ItemView): string {
  switch (item.kind) {
    case 'flight':
      return partyOf(messages, item);
    case 'hotel':
      return `${messages.stay.nights(item.nights)}, ${messages.stay.rooms(item.rooms.length)}`;
    case 'car':
      return messages.rental.days(item.days);
    default:
      return item satisfies never;
  }
}

function partyOf(messages: Messages, { passengers }: FlightView): string {
  return PASSENGER_TYPES.filter((type) => passengers[type] > 0)
    .map((type) => messages.travelerCount(type, passengers[type]))
    .join(', ');
}

function renderExtras(messages: Messages, item: ItemView): readonly Html[] {
  switch (item.kind) {
    case 'flight':
      return renderFlightExtras(messages, item);
    case 'hotel':
      return [];
    case 'car':
      return renderRentalExtras(messages, item);
    default:
      return item satisfies never;
  }
}

function renderFlightExtras(messages: Messages, flight: FlightView): readonly Html[] {
  return [
    ...flight.extras.map(
      (extra) =>
        html`<div><dt>${extraName(messages, extra)}<span class="quiet below">${extraFor(messages, flight, extra)}</span></dt><dd>${formatMoney(messages, extra.price)}</dd></div>`,
    ),
    ...flight.seats.map(
      (seat) =>
        html`<div><dt>${messages.seat(seat.seatNumber)}<span class="quiet below">${seatFor(seat)}</span></dt><dd>${formatMoney(messages, seat.price)}</dd></div>`,
    ),
  ];
}

/** Those paid at the counter are part of what is paid later. */
function renderRentalExtras(messages: Messages, { extras }: RentalView): readonly Html[] {
  return extras
    .filter(({ paidAt }) => paidAt === 'now')
    .map(
      (extra) =>
        html`<div><dt>${rentalExtraName(messages, extra)}</dt><dd>${formatMoney(messages, extra.price)}</dd></div>`,
    );
}

function renderUncharged(messages: Messages, order: OrderView, item: ItemView): Html {
  return html`<div><dt>${headingOf(messages, order, item)} <span class="quiet below">${titleOf(messages, item)}</span><span class="uncharged below">${messages.outcome.not_booked}</span></dt>
<dd class="quiet"><s>${formatMoney(messages, item.total)}</s></dd></div>`;
}
