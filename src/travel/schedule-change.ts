import type { LocalDateTime } from './dates.ts';
import type { Segment, Slice } from './flight.ts';

/** A moment at an airport: its own clock, and the same in UTC. */
export interface AirportTime {
  readonly timeLocal: LocalDateTime;
  readonly instant: Date;
}

/** Flights by direction, in the order they are flown; an empty direction is flown no longer. */
export type FlownSlices = readonly (readonly Segment[])[];

export const SEGMENT_CHANGES = ['unchanged', 'retimed', 'renumbered', 'replaced', 'added', 'cancelled'] as const;
/**
 * What became of one flight of a direction.
 * - `unchanged`: the same flight at the same times · `retimed`: the same flight at other times
 * - `renumbered`: another number on the same day, its times less than an hour away
 * - `replaced`: another flight between the same airports
 * - `added`: a flight between airports that the direction did not connect before · `cancelled`: flown no longer
 */
export type SegmentChangeKind = (typeof SEGMENT_CHANGES)[number];

/** One flight before and after an airline's change. */
export interface SegmentChange {
  readonly change: SegmentChangeKind;
  /** Which direction, from 0. */
  readonly sliceIndex: number;
  /** Undefined for an added flight. */
  readonly before: Segment | undefined;
  /** Undefined for a cancelled flight. It has the id of the flight it stands for, or one of its own. */
  readonly after: Segment | undefined;
}

/** By how many minutes a flight leaves and lands later; earlier is negative. */
export interface SegmentShift {
  readonly departMinutes: number;
  readonly arriveMinutes: number;
}

export const SCHEDULE_SEVERITIES = [
  'minor',
  'major',
  'overnight',
  'rerouted',
  'missed_connection',
  'cancelled',
] as const;
/**
 * How bad it is, the worst named: under an hour, or only another number; an hour or more; another day of arrival; other
 * airports on the way; a connection nobody can make any more; a direction that is flown no longer.
 */
export type ScheduleSeverity = (typeof SCHEDULE_SEVERITIES)[number];

const MINUTE_MS = 60_000;
const MAJOR_MINUTES = 60;
/** A connection that was sold shorter than this is missed once it is made shorter still. */
const CONNECTION_MINUTES_MIN = 45;

/**
 * What differs between the flights that were sold and those that are flown now, direction by direction, every flight
 * named. Flights between the same airports are the same place in a direction; LHR-JFK sold and LHR-BOS-JFK flown now is
 * one flight cancelled and two added.
 */
export function compareFlights(
  { slices }: { readonly slices: readonly Slice[] },
  flown: FlownSlices,
): readonly SegmentChange[] {
  return slices.flatMap(({ segments }, sliceIndex) => compareSlice(segments, flown[sliceIndex] ?? [], sliceIndex));
}

/** Whether any flight is another or at another time than it was sold. */
export function hasChanged(changes: readonly SegmentChange[]): boolean {
  return changes.some(({ change }) => change !== 'unchanged');
}

/** The offer as it is flown after a change. Directions that are flown no longer stay as they were sold. */
export function withFlights<O extends { readonly slices: readonly Slice[] }>(
  offer: O,
  changes: readonly SegmentChange[],
): O {
  const slices = offer.slices.map((slice, index) => sliceOf(slice, flightsAfter(changes, index)));
  return { ...offer, slices };
}

/** By how much a flight is moved; undefined where there is nothing to compare. */
export function shiftOf({ before, after }: SegmentChange): SegmentShift | undefined {
  if (before === undefined || after === undefined) return undefined;
  return {
    departMinutes: minutesBetween(before.depart, after.depart),
    arriveMinutes: minutesBetween(before.arrive, after.arrive),
  };
}

/** How bad a change is for who bought the flights. */
export function severityOf(changes: readonly SegmentChange[]): ScheduleSeverity {
  const slices = Map.groupBy(changes, ({ sliceIndex }) => sliceIndex);
  if ([...slices.values()].some((slice) => slice.every(({ after }) => after === undefined))) return 'cancelled';
  if (hasMissedConnection(changes)) return 'missed_connection';
  if (changes.some(({ change }) => change === 'added' || change === 'cancelled')) return 'rerouted';
  const isOvernight = ({ before, after }: SegmentChange): boolean =>
    before !== undefined && after !== undefined && dayOf(before.arrive) !== dayOf(after.arrive);
  if (changes.some(isOvernight)) return 'overnight';
  return changes.some((change) => isMajor(shiftOf(change))) ? 'major' : 'minor';
}

/** Minutes from one moment to another. */
export function minutesBetween(from: Pick<AirportTime, 'instant'>, to: Pick<AirportTime, 'instant'>): number {
  return Math.round((to.instant.getTime() - from.instant.getTime()) / MINUTE_MS);
}

/** The day a clock at an airport shows. */
export function dayOf({ timeLocal }: Pick<AirportTime, 'timeLocal'>): string {
  return timeLocal.slice(0, 10);
}

function compareSlice(
  before: readonly Segment[],
  flown: readonly Segment[],
  sliceIndex: number,
): readonly SegmentChange[] {
  const changes: SegmentChange[] = [];
  let next = 0;
  let added = before.length;
  const cancelUpTo = (end: number): void => {
    for (; next < end; next += 1)
      changes.push({ change: 'cancelled', sliceIndex, before: before[next], after: undefined });
  };
  for (const flight of flown) {
    const found = before.findIndex((sold, index) => index >= next && isSameRoute(sold, flight));
    const sold = before[found];
    if (sold === undefined) {
      added += 1;
      const after = { ...flight, segmentId: `s${sliceIndex + 1}-${added}` };
      changes.push({ change: 'added', sliceIndex, before: undefined, after });
      continue;
    }
    cancelUpTo(found);
    next = found + 1;
    changes.push(comparePair(sold, { ...flight, segmentId: sold.segmentId }, sliceIndex));
  }
  cancelUpTo(before.length);
  return changes;
}

function comparePair(before: Segment, after: Segment, sliceIndex: number): SegmentChange {
  const { departMinutes, arriveMinutes } = {
    departMinutes: minutesBetween(before.depart, after.depart),
    arriveMinutes: minutesBetween(before.arrive, after.arrive),
  };
  const isOnTime = departMinutes === 0 && arriveMinutes === 0;
  if (before.flightNumber === after.flightNumber)
    return isOnTime
      ? { change: 'unchanged', sliceIndex, before, after: before }
      : { change: 'retimed', sliceIndex, before, after };
  const isClose = !isMajor({ departMinutes, arriveMinutes }) && dayOf(before.depart) === dayOf(after.depart);
  return { change: isClose ? 'renumbered' : 'replaced', sliceIndex, before, after };
}

function isSameRoute(one: Segment, other: Segment): boolean {
  return one.depart.airport === other.depart.airport && one.arrive.airport === other.arrive.airport;
}

function isMajor(shift: SegmentShift | undefined): boolean {
  return shift !== undefined && Math.max(Math.abs(shift.departMinutes), Math.abs(shift.arriveMinutes)) >= MAJOR_MINUTES;
}

/**
 * Two flights after one another of which the second leaves too early, and did not when they were sold. Between
 * directions any gap will do; a connection that the airline makes anew is missed only where it cannot be flown.
 */
function hasMissedConnection(changes: readonly SegmentChange[]): boolean {
  const flown = changes.filter(({ after }) => after !== undefined);
  const sold = changes.flatMap(({ before }) => before ?? []);
  return flown.slice(1).some((second, index) => {
    const first = flown[index];
    if (first?.after === undefined || second.after === undefined) return false;
    const minutes = minutesBetween(first.after.arrive, second.after.depart);
    const gapBefore =
      first.before !== undefined && sold[sold.indexOf(first.before) + 1] === second.before
        ? second.before && minutesBetween(first.before.arrive, second.before.depart)
        : undefined;
    if (gapBefore === undefined) return minutes < 0;
    return minutes < (first.sliceIndex === second.sliceIndex ? CONNECTION_MINUTES_MIN : 0) && minutes < gapBefore;
  });
}

function flightsAfter(changes: readonly SegmentChange[], index: number): readonly Segment[] {
  return changes.flatMap(({ sliceIndex, after }) => (sliceIndex === index && after !== undefined ? [after] : []));
}

function sliceOf(slice: Slice, segments: readonly Segment[]): Slice {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return slice;
  return {
    ...slice,
    origin: first.depart.airport,
    destination: last.arrive.airport,
    segments,
    departureDate: dayOf(first.depart),
    durationMinutes: minutesBetween(first.depart, last.arrive),
  };
}
