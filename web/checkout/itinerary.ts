import { renderFare, sliceName } from './fare.ts';
import { formatDay, formatDayShift, formatDuration, formatTime } from './format.ts';
import { html, type Html } from './html.ts';
import type { FlightView, ItemOutcome, OrderView, PointView, SegmentView, SliceView } from './view.ts';
import type { Messages } from './wording.ts';

/** What is bought and for whom; after the payment, what of it was booked. */
export function renderOrder(messages: Messages, order: OrderView): Html {
  const hasSeveral = order.flights.length > 1;
  return html`<section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${order.flights.map((flight, index) => renderFlight(messages, flight, hasSeveral ? messages.trip.flight(index + 1) : undefined))}
<p class="note">${messages.localTimes}</p>
</section>
${renderTravelers(messages, order)}`;
}

/** Where a flight item goes, in one line. */
export function routeOf(flight: FlightView): string {
  const [first] = flight.slices;
  return first ? `${first.originCity} ${flight.slices.length === 2 ? '⇄' : '→'} ${first.destinationCity}` : '';
}

/** What became of each item, in a few lines. */
export function renderOutcomes(messages: Messages, order: OrderView): Html {
  return html`<ul class="outcomes">${order.flights.map((flight) => html`<li><span>${routeOf(flight)}</span> ${flight.outcome && renderBadge(messages, flight.outcome)}</li>`)}</ul>`;
}

/** A trip of which nothing was booked: its flights, and of several the one that made it fail. */
export function renderLost(messages: Messages, order: OrderView): Html {
  const hasSeveral = order.flights.length > 1;
  return html`<ul class="outcomes">${order.flights.map((flight) => html`<li><span>${routeOf(flight)}</span>
${hasSeveral && flight.isRefused && html`<span class="badge badge-not_booked">${messages.refused}</span>`}</li>`)}</ul>`;
}

function renderBadge(messages: Messages, outcome: ItemOutcome): Html {
  return html`<span class="badge badge-${outcome}">${messages.outcome[outcome]}</span>`;
}

function renderFlight(messages: Messages, flight: FlightView, heading: string | undefined): Html {
  const { outcome, confirmationNumber } = flight;
  return html`<article class="card${outcome === 'not_booked' && ' not-booked'}">
${(heading || outcome) && html`<div class="card-heading">${heading && html`<h3>${heading}</h3>`}${outcome && renderBadge(messages, outcome)}</div>`}
${confirmationNumber && html`<dl class="confirmation"><dt>${messages.confirmationNumber}</dt><dd>${confirmationNumber}</dd></dl>`}
${flight.slices.map((slice, index) => renderSlice(messages, slice, sliceName(messages, flight, index)))}
${outcome !== 'not_booked' && renderFare(messages, flight)}
</article>`;
}

function renderSlice(messages: Messages, slice: SliceView, name: string | undefined): Html {
  const first = slice.segments[0];
  const last = slice.segments.at(-1);
  if (!first || !last) return html``;
  const dayShift = formatDayShift(messages, first.depart.timeLocal, last.arrive.timeLocal);
  return html`<div class="slice">
<p class="slice-name">${name && html`<span>${name}</span>`} <time datetime="${first.depart.timeLocal.slice(0, 10)}">${formatDay(messages, first.depart.timeLocal)}</time></p>
<p class="slice-route">${slice.originCity} <span aria-hidden="true">→</span> ${slice.destinationCity}</p>
<div class="ends">
<p class="end"><span class="clock">${formatTime(first.depart.timeLocal)}</span><span class="code">${first.depart.code}</span></p>
<p class="way"><span class="line" aria-hidden="true"></span><span>${formatDuration(messages, slice.durationMinutes)}</span></p>
<p class="end end-right"><span class="clock">${formatTime(last.arrive.timeLocal)}</span><span class="code">${last.arrive.code}</span></p>
</div>
<p class="slice-notes"><span>${stopsText(messages, slice)}</span>${dayShift && html` <span class="shift">${dayShift}</span>`}</p>
<details><summary>${messages.trip.details}</summary><ol class="segments">${slice.segments.map((segment) => renderSegment(messages, segment))}</ol></details>
</div>`;
}

function stopsText(messages: Messages, slice: SliceView): string {
  const cities = slice.segments.slice(0, -1).map((segment) => segment.arrive.cityName);
  return cities.length === 0 ? messages.nonstop : messages.stops(cities.length, cities.join(', '));
}

function renderSegment(messages: Messages, segment: SegmentView): Html {
  return html`<li>
<p class="segment-name">${segment.carrierName} ${segment.flightNumber} · ${segment.aircraft}${segment.otherCabin && html` · ${messages.cabin[segment.otherCabin]}`}</p>
${segment.operatedBy && html`<p class="quiet">${messages.operatedBy(segment.operatedBy)}</p>`}
<p>${formatTime(segment.depart.timeLocal)} ${renderPoint(messages, segment.depart)}</p>
<p>${formatTime(segment.arrive.timeLocal)} ${renderPoint(messages, segment.arrive)}</p>
<p class="quiet">${formatDuration(messages, segment.durationMinutes)}</p>
${segment.layoverMinutesAfter !== undefined && html`<p class="layover">${messages.layover(formatDuration(messages, segment.layoverMinutesAfter), segment.arrive.cityName)}</p>`}
</li>`;
}

function renderPoint(messages: Messages, point: PointView): Html {
  return html`${point.airportName} (${point.code})${point.terminal && html`, ${messages.terminal(point.terminal)}`}`;
}

function renderTravelers(messages: Messages, order: OrderView): Html {
  return html`<section aria-labelledby="travelers-heading">
<h2 id="travelers-heading">${messages.travelers}</h2>
<div class="card">
<ul class="rows">${order.travelers.map((traveler) => html`<li><span>${traveler.name}</span><span class="quiet">${messages.travelerType[traveler.type]}</span></li>`)}</ul>
${order.contact && html`<p class="contact"><span class="quiet">${messages.contact}</span> <span>${order.contact.email}</span> <span>${order.contact.phone}</span></p>`}
</div>
</section>`;
}
