import { PASSENGER_TYPES } from '../../src/travel/passengers.ts';
import { formatDay, formatDayShift, formatDuration, formatMoney, formatTime } from './format.ts';
import { html, type Html } from './html.ts';
import type { FlightView, OrderView, PointView, RuleView, SegmentView, SliceView } from './view.ts';
import type { Messages } from './wording.ts';

/** What is bought and for whom. */
export function renderOrder(messages: Messages, order: OrderView): Html {
  const hasSeveral = order.flights.length > 1;
  return html`<section aria-labelledby="trip-heading">
<h2 id="trip-heading">${messages.trip.heading}</h2>
${order.flights.map((flight, index) => renderFlight(messages, flight, hasSeveral ? messages.trip.flight(index + 1) : undefined))}
<p class="note">${messages.localTimes}</p>
</section>
${renderTravelers(messages, order)}`;
}

function renderFlight(messages: Messages, flight: FlightView, heading: string | undefined): Html {
  return html`<article class="card">
${heading && html`<h3 class="card-heading">${heading}</h3>`}
${flight.slices.map((slice, index) => renderSlice(messages, slice, sliceName(messages, flight, index)))}
<div class="fare">
<p class="fare-name">${fareName(messages, flight)}</p>
<h3>${messages.included}</h3>
<ul class="ticks">
${renderBags(messages, flight.checkedBags.pieces, messages.checkedBags(flight.checkedBags.pieces, flight.checkedBags.weight))}
${renderBags(messages, flight.carryOn.pieces, messages.cabinBags(flight.carryOn.pieces, flight.carryOn.weight))}
${flight.hasSeatSelection && html`<li>${messages.seatIncluded}</li>`}
${flight.extras.map((extra) => html`<li>${extra.quantity} × ${extra.label}</li>`)}
</ul>
<h3>${messages.rules.heading}</h3>
<ul class="plain">
<li>${changeText(messages, flight.changeRule)}</li>
<li>${refundText(messages, flight.refundRule)}</li>
</ul>
</div>
</article>`;
}

/** The cabin is named only where the brand does not say it already: "Economy · Economy Light" helps nobody. */
function fareName(messages: Messages, flight: FlightView): string {
  const cabin = messages.cabin[flight.cabin];
  const isSaid = flight.brandName.toLowerCase().includes(cabin.toLowerCase());
  return [flight.carrierName, ...(isSaid ? [] : [cabin]), flight.brandName].join(' · ');
}

function renderBags(messages: Messages, pieces: number, text: string): Html {
  return pieces === 0 ? html`<li class="without">${text}</li>` : html`<li>${text} <span class="quiet">${messages.perPerson}</span></li>`;
}

function sliceName(messages: Messages, flight: FlightView, index: number): string | undefined {
  if (flight.slices.length === 1) return undefined;
  if (flight.slices.length > 2) return messages.trip.flight(index + 1);
  return index === 0 ? messages.trip.outbound : messages.trip.inbound;
}

function renderSlice(messages: Messages, slice: SliceView, name: string | undefined): Html {
  const first = slice.segments[0];
  const last = slice.segments.at(-1);
  if (!first || !last) return html``;
  const stops = slice.segments.length - 1;
  const dayShift = formatDayShift(messages, first.depart.timeLocal, last.arrive.timeLocal);
  return html`<div class="slice">
<p class="slice-name">${name && html`<span>${name}</span>`} <time datetime="${first.depart.timeLocal.slice(0, 10)}">${formatDay(messages, first.depart.timeLocal)}</time></p>
<p class="slice-route">${slice.originCity} <span aria-hidden="true">→</span> ${slice.destinationCity}</p>
<div class="ends">
<p class="end"><span class="clock">${formatTime(first.depart.timeLocal)}</span><span class="code">${first.depart.code}</span></p>
<p class="way"><span>${formatDuration(messages, slice.durationMinutes)}</span><span class="line" aria-hidden="true"></span><span>${stops === 0 ? messages.nonstop : messages.stops(stops)}</span></p>
<p class="end end-right"><span class="clock">${formatTime(last.arrive.timeLocal)}</span><span class="code">${last.arrive.code}</span>${dayShift && html`<span class="shift">${dayShift}</span>`}</p>
</div>
<details><summary>${messages.trip.details}</summary><ol class="segments">${slice.segments.map((segment) => renderSegment(messages, segment))}</ol></details>
</div>`;
}

function renderSegment(messages: Messages, segment: SegmentView): Html {
  return html`<li>
<p class="segment-name">${segment.carrierName} ${segment.flightNumber} · ${segment.aircraft}</p>
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

function changeText(messages: Messages, rule: RuleView): string {
  if (!rule.isAllowed) return messages.rules.changeNever;
  return rule.fee === undefined ? messages.rules.changeFree : messages.rules.changeFee(formatMoney(messages, rule.fee));
}

function refundText(messages: Messages, rule: RuleView): string {
  if (!rule.isAllowed) return messages.rules.refundNever;
  return rule.fee === undefined ? messages.rules.refundFree : messages.rules.refundFee(formatMoney(messages, rule.fee));
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

/** What it costs, line by line. */
export function renderPrice(messages: Messages, order: OrderView): Html {
  const hasSeveral = order.flights.length > 1;
  return html`<section class="card price" aria-labelledby="price-heading">
<h2 id="price-heading">${messages.summary.heading}</h2>
<dl class="rows">
${order.flights.map((flight, index) => renderFareLines(messages, flight, hasSeveral ? messages.trip.flight(index + 1) : messages.summary.fare))}
<div class="total"><dt>${messages.summary.total}</dt><dd>${formatMoney(messages, order.total)}</dd></div>
</dl>
<p class="note">${messages.summary.taxesIncluded}</p>
</section>`;
}

function renderFareLines(messages: Messages, flight: FlightView, name: string): Html {
  const party = PASSENGER_TYPES.filter((type) => flight.passengers[type] > 0).map((type) => messages.travelerCount(type, flight.passengers[type])).join(', ');
  return html`<div><dt>${name} <span class="quiet">${party}</span></dt><dd>${formatMoney(messages, flight.price)}</dd></div>
${flight.extras.map((extra) => html`<div><dt>${extra.quantity} × ${extra.label}</dt><dd>${formatMoney(messages, extra.price)}</dd></div>`)}`;
}
