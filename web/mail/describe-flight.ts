import { describeRules, extraFor, extraName, fareName, seatFor, sliceName } from '../checkout/fare.ts';
import { stopsText } from '../checkout/cards/flight-card.ts';
import { formatDay, formatDayShift, formatDuration, formatTime } from '../kit/format.ts';
import type { FlightView, PointView, SegmentView, SliceView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { type Block, type Entry, entry, type Line, line } from './document.ts';

/** A flight item: each direction flight by flight, and, unless it was not booked, what its fare includes and allows. */
export function describeFlight(messages: Messages, flight: FlightView): readonly Block[] {
  const slices = flight.slices.flatMap((slice, index): readonly Block[] => {
    const rule: readonly Block[] = index === 0 ? [] : [{ kind: 'rule' }];
    return [
      ...rule,
      ...describeSlice(messages, slice, sliceName(messages, flight, index)),
      { kind: 'steps', steps: slice.segments.map((segment) => describeSegment(messages, segment)) },
    ];
  });
  return flight.outcome === 'not_booked' ? slices : [...slices, { kind: 'rule' }, ...describeFare(messages, flight)];
}

/** Where each direction goes and when. */
export function describeFlightShortly(messages: Messages, flight: FlightView): readonly Block[] {
  return flight.slices.flatMap((slice, index) => describeSlice(messages, slice, sliceName(messages, flight, index)));
}

function describeSlice(messages: Messages, slice: SliceView, name: string | undefined): readonly Block[] {
  const [first, last] = [slice.segments[0], slice.segments.at(-1)];
  if (!first || !last) return [];
  const shift = formatDayShift(messages, first.depart.timeLocal, last.arrive.timeLocal);
  return [
    {
      kind: 'title',
      above: [line('quiet', name, formatDay(messages, first.depart.timeLocal))],
      text: `${slice.originCity} → ${slice.destinationCity}`,
      below: [],
    },
    {
      kind: 'flight',
      from: endOf(first.depart),
      to: endOf(last.arrive),
      duration: formatDuration(messages, slice.durationMinutes),
      notes: [line('quiet', stopsText(messages, slice)), ...(shift === '' ? [] : [line('bad', shift)])],
    },
  ];
}

function endOf({ timeLocal, code }: PointView): { readonly time: string; readonly code: string } {
  return { time: formatTime(timeLocal), code };
}

function describeSegment(messages: Messages, segment: SegmentView): readonly Line[] {
  const { layoverMinutesAfter, arrive, depart, otherCabin, operatedBy } = segment;
  const layover =
    layoverMinutesAfter !== undefined &&
    messages.layover(formatDuration(messages, layoverMinutesAfter), arrive.cityName);
  return [
    line(
      'strong',
      `${segment.carrierName} ${segment.flightNumber}`,
      segment.aircraft,
      otherCabin && messages.cabin[otherCabin],
    ),
    ...(operatedBy === undefined ? [] : [line('quiet', messages.operatedBy(operatedBy))]),
    line('plain', `${formatTime(depart.timeLocal)} ${pointName(messages, depart)}`),
    line('plain', `${formatTime(arrive.timeLocal)} ${pointName(messages, arrive)}`),
    line('quiet', formatDuration(messages, segment.durationMinutes)),
    ...(layover === false ? [] : [line('quiet', layover)]),
  ];
}

function pointName(messages: Messages, { airportName, code, terminal }: PointView): string {
  return `${airportName} (${code})${terminal === undefined ? '' : `, ${messages.terminal(terminal)}`}`;
}

function describeFare(messages: Messages, flight: FlightView): readonly Block[] {
  const { checkedBags, carryOn, extras, seats } = flight;
  const added = [
    ...extras.map((extra) => ({
      ...entry('plain', extraName(messages, extra)),
      note: line('quiet', extraFor(messages, flight, extra)),
    })),
    ...seats.map((seat) => ({ ...entry('plain', messages.seat(seat.seatNumber)), note: line('quiet', seatFor(seat)) })),
  ];
  return [
    { kind: 'lines', lines: [line('strong', fareName(messages, flight))] },
    {
      kind: 'list',
      heading: messages.included,
      hasTicks: true,
      entries: [
        bags(messages, checkedBags.pieces, messages.checkedBags(checkedBags.pieces, checkedBags.weight)),
        bags(messages, carryOn.pieces, messages.cabinBags(carryOn.pieces, carryOn.weight)),
        ...(flight.hasSeatSelection ? [entry('plain', messages.seatIncluded)] : []),
      ],
    },
    ...(added.length === 0
      ? []
      : [{ kind: 'list', heading: messages.extras.heading, hasTicks: true, entries: added } as const]),
    {
      kind: 'list',
      heading: messages.rules.heading,
      hasTicks: false,
      entries: describeRules(messages, flight).map((rule) => entry('plain', rule)),
    },
  ];
}

/** What is not included is quiet and has no tick. */
function bags(messages: Messages, pieces: number | undefined, text: string): Entry {
  return pieces === undefined || pieces === 0 ? entry('quiet', text) : entry('plain', `${text} ${messages.perPerson}`);
}
