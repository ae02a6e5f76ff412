import { PASSENGER_TYPES } from '../../src/travel/passengers.ts';
import type { Money } from '../../src/travel/money.ts';
import { extraFor, extraName, seatFor } from './fare.ts';
import { formatMoney } from './format.ts';
import { html, type Html } from './html.ts';
import { routeOf } from './itinerary.ts';
import type { FlightView, OrderView } from './view.ts';
import type { Messages } from './wording.ts';

/** What it costs, line by line; after the payment, what was charged. `before`: the total that the payer knows, when it has moved. */
export function renderPrice(messages: Messages, order: OrderView, before?: Money): Html {
  const { summary } = messages;
  const hasSeveral = order.flights.length > 1;
  return html`<section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${summary.heading}</h2>
<dl class="rows">
${order.flights.map((flight, index) => (flight.outcome === 'not_booked'
    ? renderUncharged(messages, flight, messages.trip.flight(index + 1))
    : renderFareLines(messages, flight, hasSeveral ? messages.trip.flight(index + 1) : summary.fare)))}
<div class="total"><dt>${order.isPaid ? summary.paid : summary.total}</dt><dd>${before && renderWas(messages, before)}${formatMoney(messages, order.total)}</dd></div>
</dl>
<p class="note">${summary.taxesIncluded}</p>
</section>`;
}

function renderFareLines(messages: Messages, flight: FlightView, name: string): Html {
  const party = PASSENGER_TYPES.filter((type) => flight.passengers[type] > 0).map((type) => messages.travelerCount(type, flight.passengers[type])).join(', ');
  // The earlier total of an item with extras or seats is not its fare's: then the notice and the total tell.
  const before = flight.extras.length + flight.seats.length === 0 ? flight.previousTotal : undefined;
  return html`<div><dt>${name}<span class="quiet below">${routeOf(flight)}</span><span class="quiet below">${party}</span></dt><dd>${before && renderWas(messages, before)}${formatMoney(messages, flight.price)}</dd></div>
${flight.extras.map((extra) => html`<div><dt>${extraName(messages, extra)}<span class="quiet below">${extraFor(messages, flight, extra)}</span></dt><dd>${formatMoney(messages, extra.price)}</dd></div>`)}
${flight.seats.map((seat) => html`<div><dt>${messages.seat(seat.seatNumber)}<span class="quiet below">${seatFor(seat)}</span></dt><dd>${formatMoney(messages, seat.price)}</dd></div>`)}`;
}

function renderUncharged(messages: Messages, flight: FlightView, name: string): Html {
  return html`<div><dt>${name} <span class="quiet below">${routeOf(flight)}</span><span class="uncharged below">${messages.outcome.not_booked}</span></dt>
<dd class="quiet"><s>${formatMoney(messages, flight.total)}</s></dd></div>`;
}

function renderWas(messages: Messages, before: Money): Html {
  return html`<span class="was">${messages.summary.was} <s>${formatMoney(messages, before)}</s></span> `;
}
