import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FlightOffer, Segment } from './flight.ts';
import { NO_PASSENGERS } from './passengers.ts';
import {
  type AirportTime,
  compareFlights,
  type FlownSlices,
  hasChanged,
  minutesBetween,
  severityOf,
  shiftOf,
  withFlights,
} from './schedule-change.ts';
import { flownAfter } from '../../test/support/products/flown-after.ts';

type Point = readonly [timeLocal: string, instant: string];

const at = ([timeLocal, instant]: Point) => ({ timeLocal, instant: new Date(instant) });
function segment(segmentId: string, depart: Point, arrive: Point): Segment {
  const point = (airport: string, time: Point) => ({ airport, cityCode: airport, terminal: undefined, ...at(time) });
  return {
    segmentId,
    marketingCarrier: 'AF',
    operatingCarrier: 'AF',
    flightNumber: `AF${segmentId}`,
    aircraft: '320',
    durationMinutes: 60,
    distanceKm: 500,
    depart: point('CDG', depart),
    arrive: point('MAD', arrive),
  };
}
function offerOf(...slices: readonly (readonly Segment[])[]): FlightOffer {
  return {
    offerKey: 'o',
    owner: 'AF',
    validatingCarrier: 'AF',
    fares: [],
    ancillaries: [],
    emissionsKg: 1,
    passengers: NO_PASSENGERS,
    slices: slices.map((segments) => ({
      origin: 'CDG',
      destination: 'MAD',
      departureDate: '2026-06-10',
      durationMinutes: 60,
      segments,
    })),
  };
}
interface SegmentTimes {
  readonly segmentId: string;
  readonly depart: AirportTime;
  readonly arrive: AirportTime;
}
const times = (segmentId: string, depart: Point, arrive: Point): SegmentTimes => ({
  segmentId,
  depart: at(depart),
  arrive: at(arrive),
});

const NOON = segment(
  '1',
  ['2026-06-10T12:00:00', '2026-06-10T10:00:00Z'],
  ['2026-06-10T14:00:00', '2026-06-10T12:00:00Z'],
);
/** 45 minutes after the first has landed. */
const NEXT = segment(
  '2',
  ['2026-06-10T14:45:00', '2026-06-10T12:45:00Z'],
  ['2026-06-10T16:00:00', '2026-06-10T14:00:00Z'],
);
const ALONE = offerOf([NOON]);

/** The flights of an offer at other times. */
function flownAt({ slices }: FlightOffer, moved: readonly SegmentTimes[]): FlownSlices {
  return slices.map(({ segments }) =>
    segments.map((sold): Segment => {
      const found = moved.find(({ segmentId }) => segmentId === sold.segmentId);
      if (found === undefined) return sold;
      const { depart, arrive } = found;
      return {
        ...sold,
        depart: { ...sold.depart, ...depart },
        arrive: { ...sold.arrive, ...arrive },
        durationMinutes: minutesBetween(depart, arrive),
      };
    }),
  );
}

function judge(offer: FlightOffer, ...moved: readonly SegmentTimes[]) {
  return severityOf(compareFlights(offer, flownAt(offer, moved)));
}

test('what differs is named segment by segment, in minutes by which it is later', () => {
  const moved = times(
    '2',
    ['2026-06-10T14:35:00', '2026-06-10T12:35:00Z'],
    ['2026-06-10T16:20:00', '2026-06-10T14:20:00Z'],
  );
  const stays = times(
    '1',
    ['2026-06-10T12:00:00', '2026-06-10T10:00:00Z'],
    ['2026-06-10T14:00:00', '2026-06-10T12:00:00Z'],
  );
  const offer = offerOf([NOON, NEXT]);
  const changes = compareFlights(offer, flownAt(offer, [moved, stays]));
  expect(changes).toMatchObject([
    { change: 'unchanged', sliceIndex: 0, before: { segmentId: '1' }, after: { segmentId: '1' } },
    {
      change: 'retimed',
      sliceIndex: 0,
      before: { segmentId: '2', flightNumber: 'AF2', depart: { timeLocal: '2026-06-10T14:45:00' } },
      after: { segmentId: '2', arrive: { timeLocal: '2026-06-10T16:20:00' } },
    },
  ]);
  expect(changes.map(shiftOf)).toEqual([
    { departMinutes: 0, arriveMinutes: 0 },
    { departMinutes: -10, arriveMinutes: 20 },
  ]);
});

test('59 minutes either way are minor, 60 are major, and only what is worse than minor is free to leave', () => {
  expect(
    judge(
      ALONE,
      times('1', ['2026-06-10T12:59:00', '2026-06-10T10:59:00Z'], ['2026-06-10T14:59:00', '2026-06-10T12:59:00Z']),
    ),
  ).toBe('minor');
  expect(
    judge(
      ALONE,
      times('1', ['2026-06-10T13:00:00', '2026-06-10T11:00:00Z'], ['2026-06-10T14:00:00', '2026-06-10T12:00:00Z']),
    ),
  ).toBe('major');
  expect(
    judge(
      ALONE,
      times('1', ['2026-06-10T11:00:00', '2026-06-10T09:00:00Z'], ['2026-06-10T13:00:00', '2026-06-10T11:00:00Z']),
    ),
  ).toBe('major');
});

test('over a change of the clocks the minutes are those that pass, not those the clocks show', () => {
  // In the night to 25 October 2026 Madrid's clocks go back from three to two.
  const night = segment(
    '1',
    ['2026-10-25T01:30:00', '2026-10-24T23:30:00Z'],
    ['2026-10-25T02:30:00', '2026-10-25T01:30:00Z'],
  );
  const moved = times(
    '1',
    ['2026-10-25T02:20:00', '2026-10-25T00:20:00Z'],
    ['2026-10-25T03:20:00', '2026-10-25T02:20:00Z'],
  );
  const nightly = offerOf([night]);
  expect(compareFlights(nightly, flownAt(nightly, [moved])).map(shiftOf)).toEqual([
    { departMinutes: 50, arriveMinutes: 50 },
  ]);
  expect(judge(offerOf([night]), moved)).toBe('minor');
  const hourLater = times(
    '1',
    ['2026-10-25T01:30:00', '2026-10-24T23:30:00Z'],
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  );
  expect(judge(offerOf([night]), hourLater)).toBe('major');
});

test('half an hour that moves the day of arrival is overnight, and a day of departure alone is not', () => {
  const late = segment(
    '1',
    ['2026-06-10T22:00:00', '2026-06-10T20:00:00Z'],
    ['2026-06-10T23:45:00', '2026-06-10T21:45:00Z'],
  );
  expect(
    judge(
      offerOf([late]),
      times('1', ['2026-06-10T22:30:00', '2026-06-10T20:30:00Z'], ['2026-06-11T00:15:00', '2026-06-10T22:15:00Z']),
    ),
  ).toBe('overnight');
  const red = segment(
    '1',
    ['2026-06-10T23:45:00', '2026-06-10T21:45:00Z'],
    ['2026-06-11T06:00:00', '2026-06-11T04:00:00Z'],
  );
  expect(
    judge(
      offerOf([red]),
      times('1', ['2026-06-11T00:15:00', '2026-06-10T22:15:00Z'], ['2026-06-11T06:30:00', '2026-06-11T04:30:00Z']),
    ),
  ).toBe('minor');
});

test('a connection is missed from 44 minutes down, however small the move, and not where it was never made longer', () => {
  const connecting = offerOf([NOON, NEXT]);
  expect(
    judge(
      connecting,
      times('1', ['2026-06-10T12:01:00', '2026-06-10T10:01:00Z'], ['2026-06-10T14:01:00', '2026-06-10T12:01:00Z']),
    ),
  ).toBe('missed_connection');
  expect(
    judge(
      connecting,
      times('1', ['2026-06-10T11:50:00', '2026-06-10T09:50:00Z'], ['2026-06-10T13:50:00', '2026-06-10T11:50:00Z']),
    ),
  ).toBe('minor');
  const tight = offerOf([
    NOON,
    { ...NEXT, depart: { ...NEXT.depart, ...at(['2026-06-10T14:30:00', '2026-06-10T12:30:00Z']) } },
  ]);
  expect(
    judge(
      tight,
      times('1', ['2026-06-10T11:55:00', '2026-06-10T09:55:00Z'], ['2026-06-10T13:55:00', '2026-06-10T11:55:00Z']),
    ),
  ).toBe('minor');
});

test('between two directions any stay will do, but nobody flies back before they have landed', () => {
  const there = offerOf([NOON], [NEXT]);
  expect(
    judge(
      there,
      times('1', ['2026-06-10T12:40:00', '2026-06-10T10:40:00Z'], ['2026-06-10T14:40:00', '2026-06-10T12:40:00Z']),
    ),
  ).toBe('minor');
  expect(
    judge(
      there,
      times('1', ['2026-06-10T12:50:00', '2026-06-10T10:50:00Z'], ['2026-06-10T14:50:00', '2026-06-10T12:50:00Z']),
    ),
  ).toBe('missed_connection');
});

test('an offer at new times begins, lasts and ends as its flights do', () => {
  const offer = offerOf([NOON, NEXT]);
  const flown = flownAt(offer, [
    times('1', ['2026-06-09T23:00:00', '2026-06-09T21:00:00Z'], ['2026-06-10T01:30:00', '2026-06-09T23:30:00Z']),
  ]);
  const moved = withFlights(offer, compareFlights(offer, flown));
  expect(moved.slices).toMatchObject([
    {
      departureDate: '2026-06-09',
      durationMinutes: 1_020,
      segments: [{ durationMinutes: 150 }, { durationMinutes: 60 }],
    },
  ]);
});

/** A flight between two airports, by its clock on 10 June 2026 in UTC. */
function hop(flightNumber: string, [from, to]: readonly [string, string], leaves: string, lands: string): Segment {
  const point = (airport: string, time: string) => ({
    airport,
    cityCode: airport,
    terminal: undefined,
    ...at([`2026-06-10T${time}:00`, `2026-06-10T${time}:00Z`]),
  });
  return { ...NOON, segmentId: 'sent', flightNumber, depart: point(from, leaves), arrive: point(to, lands) };
}
const sold = (segmentId: string, flight: Segment): Segment => ({ ...flight, segmentId });
const DIRECT = sold('s1-1', hop('AF1', ['CDG', 'MAD'], '08:00', '10:00'));
const kindsOf = (offer: FlightOffer, flown: FlownSlices) =>
  compareFlights(offer, flown).map(({ change, before, after }) => [change, before?.flightNumber, after?.flightNumber]);

test('another number at about the same time is the flight renumbered: minor, whatever it is called', () => {
  const offer = offerOf([DIRECT]);
  const flown = [[hop('AF501', ['CDG', 'MAD'], '08:05', '10:05')]];
  expect(kindsOf(offer, flown)).toEqual([['renumbered', 'AF1', 'AF501']]);
  expect(severityOf(compareFlights(offer, flown))).toBe('minor');
  const another = [[hop('AF501', ['CDG', 'MAD'], '09:00', '11:00')]];
  expect(kindsOf(offer, another)).toEqual([['replaced', 'AF1', 'AF501']]);
  expect(severityOf(compareFlights(offer, another))).toBe('major');
});

test('a nonstop flown over another airport, and the other way round, is rerouted: old and new flights are named', () => {
  const over = [hop('AF2', ['CDG', 'BCN'], '07:00', '08:30'), hop('AF3', ['BCN', 'MAD'], '09:00', '10:15')];
  expect(kindsOf(offerOf([DIRECT]), [over])).toEqual([
    ['added', undefined, 'AF2'],
    ['added', undefined, 'AF3'],
    ['cancelled', 'AF1', undefined],
  ]);
  // Half an hour in Barcelona is how the airline itself connects them: not a connection that is missed.
  expect(severityOf(compareFlights(offerOf([DIRECT]), [over]))).toBe('rerouted');
  const [first, second] = over;
  if (first === undefined || second === undefined) throw new Error('two flights');
  const connecting = offerOf([sold('s1-1', first), sold('s1-2', second)]);
  expect(severityOf(compareFlights(connecting, [[hop('AF1', ['CDG', 'MAD'], '08:00', '10:00')]]))).toBe('rerouted');
  const kept = compareFlights(connecting, [[first, hop('AF9', ['BCN', 'MAD'], '12:00', '13:15')]]);
  expect(kept.map(({ change, after }) => [change, after?.segmentId])).toEqual([
    ['unchanged', 's1-1'],
    ['replaced', 's1-2'],
  ]);
});

test('a direction without flights is cancelled, whatever happens to the other, and the offer keeps it as it was sold', () => {
  const back = sold('s2-1', hop('AF4', ['MAD', 'CDG'], '18:00', '20:00'));
  const offer = offerOf([DIRECT], [back]);
  const changes = compareFlights(offer, [[], [hop('AF4', ['MAD', 'CDG'], '19:30', '21:30')]]);
  expect(changes.map(({ change, sliceIndex }) => [change, sliceIndex])).toEqual([
    ['cancelled', 0],
    ['retimed', 1],
  ]);
  expect(severityOf(changes)).toBe('cancelled');
  expect(withFlights(offer, changes).slices[0]?.segments).toEqual([DIRECT]);
});

test('whatever an airline makes of a direction, every flight is named once, with an id of its own, and what is flown now comes out', () => {
  const airports = ['CDG', 'BCN', 'MAD', 'LIS'] as const;
  const flight = fc.record({
    number: fc.integer({ min: 1, max: 4 }),
    from: fc.constantFrom(...airports),
    to: fc.constantFrom(...airports),
    hour: fc.integer({ min: 0, max: 20 }),
  });
  const direction = fc.array(flight, { maxLength: 4 });
  const make = ({ number, from, to, hour }: { number: number; from: string; to: string; hour: number }) =>
    hop(`AF${number}`, [from, to], `${String(hour).padStart(2, '0')}:00`, `${String(hour + 2).padStart(2, '0')}:00`);
  fc.assert(
    fc.property(fc.array(fc.tuple(direction, direction), { minLength: 1, maxLength: 3 }), (directions) => {
      const offer = offerOf(
        ...directions.map(([before], slice) =>
          before.map((one, index) => sold(`s${slice + 1}-${index + 1}`, make(one))),
        ),
      );
      const flown = directions.map(([, after]) => after.map(make));
      const changes = compareFlights(offer, flown);
      expect(changes.flatMap(({ before }) => before?.segmentId ?? [])).toEqual(
        offer.slices.flatMap(({ segments }) => segments.map(({ segmentId }) => segmentId)),
      );
      const withoutIds = (slices: FlownSlices) =>
        slices.map((slice) => slice.map((one) => ({ ...one, segmentId: '' })));
      expect(withoutIds(flownAfter(offer, changes))).toEqual(withoutIds(flown));
      const ids = changes.flatMap(({ after }) => after?.segmentId ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      // Taken once, there is nothing left to take.
      const taken = { slices: offer.slices.map((slice, index) => ({ ...slice, segments: flown[index] ?? [] })) };
      expect(hasChanged(compareFlights(taken, flown))).toBe(false);
    }),
  );
});
