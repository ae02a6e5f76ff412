import { renderFare, sliceName } from '../fare.ts';
import { formatDay, formatDayShift, formatDuration, formatTime } from '../../kit/format.ts';
import { html, type Html } from '../../kit/html.ts';
import type { FlightView, PointView, SegmentView, SliceView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/** A flight item: each direction, and, unless it was not booked, what its fare includes. */
export function renderFlight(messages: Messages, flight: FlightView, terms?: Html): Html {
  return html`${flight.slices.map((slice, index) => renderSlice(messages, slice, sliceName(messages, flight, index)))}
${flight.outcome !== 'not_booked' && renderFare(messages, flight, terms)}`;
}

function renderSlice(messages: Messages, slice: SliceView, name: string | undefined): Html {
  const first = slice.segments[0];
  const last = slice.segments.at(-1);
  if (!first || !last) return html``;
  const dayShift = formatDayShift(messages, first.depart.timeLocal, last.arrive.timeLocal);
  return html`<div class="slice">
${renderMarks(slice)}
<p class="slice-name">${name && html`<span>${name}</span>`} <time datetime="${first.depart.timeLocal.slice(0, 10)}">${formatDay(messages, first.depart.timeLocal)}</time></p>
${slice.moved && html`<p class="moved-now">${slice.moved.isFlown ? messages.flown.now : messages.flown.gone}</p>`}
<p class="slice-route">${slice.originCity} <span aria-hidden="true">→</span> ${slice.destinationCity}</p>
<div class="ends">
<p class="end"><span class="clock">${formatTime(first.depart.timeLocal)}</span><span class="code">${first.depart.code}</span></p>
<p class="way"><span class="line" aria-hidden="true"></span><span>${formatDuration(messages, slice.durationMinutes)}</span></p>
<p class="end end-right"><span class="clock">${formatTime(last.arrive.timeLocal)}</span><span class="code">${last.arrive.code}</span></p>
</div>
<p class="slice-notes"><span>${stopsText(messages, slice)}</span>${dayShift && html` <span class="shift">${dayShift}</span>`}</p>
${renderSold(messages, slice.moved)}
<details><summary>${messages.trip.details}</summary><ol class="segments">${slice.segments.map((segment) => renderSegment(messages, segment))}</ol></details>
</div>`;
}

/** The marks of the airlines of a direction, each once; their names are their texts. */
function renderMarks({ segments }: SliceView): Html | undefined {
  const names = new Map(
    segments.flatMap(({ carrierCode, carrierName }) =>
      carrierCode === undefined ? [] : [[carrierCode, carrierName] as const],
    ),
  );
  if (names.size === 0) return undefined;
  return html`<p class="airline-marks">${[...names].map(([code, name]) => html`<img src="/assets/airlines/${code}.svg" alt="${name}" width="32" height="32" loading="lazy">`)}</p>`;
}

/** What was sold of a direction that is flown otherwise now, named as such. */
function renderSold(messages: Messages, moved: SliceView['moved']): Html | undefined {
  if (moved === undefined || moved.sold.length === 0) return undefined;
  return html`<dl class="sold-as"><dt>${messages.flown.before}</dt>${moved.sold.map((segment) => html`<dd>${describeSold(messages, segment)}</dd>`)}</dl>`;
}

function describeSold(messages: Messages, { flightNumber, depart, arrive }: SegmentView): string {
  const dayShift = formatDayShift(messages, depart.timeLocal, arrive.timeLocal);
  const clocks = `${formatTime(depart.timeLocal)} ${depart.code} → ${formatTime(arrive.timeLocal)} ${arrive.code}`;
  return [flightNumber, formatDay(messages, depart.timeLocal), clocks, dayShift]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `Nonstop`, or where the stops are. */
export function stopsText(messages: Messages, slice: SliceView): string {
  const cities = slice.segments.slice(0, -1).map((segment) => segment.arrive.cityName);
  return cities.length === 0 ? messages.nonstop : messages.stops(cities.length, cities.join(', '));
}

function renderSegment(messages: Messages, segment: SegmentView): Html {
  return html`<li>
<p class="segment-name">${segment.carrierName} ${segment.flightNumber}${segment.aircraft !== undefined && html` · ${segment.aircraft}`}${segment.otherCabin && html` · ${messages.cabin[segment.otherCabin]}`}</p>
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
