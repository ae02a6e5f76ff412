import { expect, test } from 'vitest';
import type { FlightOffer, Segment } from './flight.ts';
import { NO_PASSENGERS } from './passengers.ts';
import {
  isFreeToLeave,
  movesOf,
  SCHEDULE_SEVERITIES,
  type SegmentTimes,
  severityOf,
  withTimes,
} from './schedule-change.ts';

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

function judge(offer: FlightOffer, ...moved: readonly SegmentTimes[]) {
  return severityOf(offer, movesOf(offer, moved));
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
  expect(movesOf(offerOf([NOON, NEXT]), [moved, stays])).toMatchObject([
    {
      segmentId: '2',
      flightNumber: 'AF2',
      before: { depart: { timeLocal: '2026-06-10T14:45:00' } },
      after: { arrive: { timeLocal: '2026-06-10T16:20:00' } },
      departMinutes: -10,
      arriveMinutes: 20,
    },
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
  expect(SCHEDULE_SEVERITIES.map(isFreeToLeave)).toEqual([false, true, true, true]);
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
  expect(movesOf(offerOf([night]), [moved])).toMatchObject([{ departMinutes: 50, arriveMinutes: 50 }]);
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
  const moved = withTimes(offerOf([NOON, NEXT]), [
    times('1', ['2026-06-09T23:00:00', '2026-06-09T21:00:00Z'], ['2026-06-10T01:30:00', '2026-06-09T23:30:00Z']),
  ]);
  expect(moved.slices).toMatchObject([
    {
      departureDate: '2026-06-09',
      durationMinutes: 1_020,
      segments: [{ durationMinutes: 150 }, { durationMinutes: 60 }],
    },
  ]);
});
