import type { LocalDateTime } from './dates.ts';
import type { FlightOffer, Segment, SegmentPoint, Slice } from './flight.ts';

/** A moment at an airport: its own clock, and the same in UTC. */
export interface AirportTime {
  readonly timeLocal: LocalDateTime;
  readonly instant: Date;
}
/** When one segment of an offer leaves and lands. */
export interface SegmentTimes {
  readonly segmentId: string;
  readonly depart: AirportTime;
  readonly arrive: AirportTime;
}
/** A segment that leaves or lands at another time than was sold. */
export interface SegmentMove {
  readonly segmentId: string;
  readonly flightNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly before: Pick<SegmentTimes, 'depart' | 'arrive'>;
  readonly after: Pick<SegmentTimes, 'depart' | 'arrive'>;
  /** Later is positive. */
  readonly departMinutes: number;
  readonly arriveMinutes: number;
}

export const SCHEDULE_SEVERITIES = ['minor', 'major', 'overnight', 'missed_connection'] as const;
/**
 * How bad it is, the worst named: under an hour; an hour or more; another day of arrival; a connection nobody can make
 * any more.
 */
export type ScheduleSeverity = (typeof SCHEDULE_SEVERITIES)[number];

const MINUTE_MS = 60_000;
const MAJOR_MINUTES = 60;
/** A connection that was sold shorter than this is missed once it is made shorter still. */
const CONNECTION_MINUTES_MIN = 45;

/** What differs between an offer's flights as they were sold and these times, in the order they are flown. */
export function movesOf(offer: FlightOffer, times: readonly SegmentTimes[]): readonly SegmentMove[] {
  return segmentsOf(offer).flatMap((segment) => {
    const after = times.find(({ segmentId }) => segmentId === segment.segmentId);
    if (after === undefined) return [];
    const [departMinutes, arriveMinutes] = [
      minutesBetween(segment.depart, after.depart),
      minutesBetween(segment.arrive, after.arrive),
    ];
    if (departMinutes === 0 && arriveMinutes === 0) return [];
    const { segmentId, flightNumber, depart, arrive } = segment;
    const before = { depart: timeOf(depart), arrive: timeOf(arrive) };
    return [
      {
        segmentId,
        flightNumber,
        origin: depart.airport,
        destination: arrive.airport,
        before,
        after: { depart: timeOf(after.depart), arrive: timeOf(after.arrive) },
        departMinutes,
        arriveMinutes,
      },
    ];
  });
}

/** The offer with its flights at these times; segments that are not named stay as they are. */
export function withTimes(offer: FlightOffer, times: readonly SegmentTimes[]): FlightOffer {
  return { ...offer, slices: offer.slices.map((slice) => sliceAt(slice, times)) };
}

/** How bad these moves are for who bought the offer. */
export function severityOf(offer: FlightOffer, moves: readonly SegmentMove[]): ScheduleSeverity {
  const moved = withTimes(offer, moves.map(timesAfter));
  if (hasMissedConnection(offer, moved)) return 'missed_connection';
  if (moves.some(({ before, after }) => dayOf(before.arrive) !== dayOf(after.arrive))) return 'overnight';
  return moves.some(
    ({ departMinutes, arriveMinutes }) => Math.max(Math.abs(departMinutes), Math.abs(arriveMinutes)) >= MAJOR_MINUTES,
  )
    ? 'major'
    : 'minor';
}

/** Whether a move that bad lets a traveler go free of charge. */
export function isFreeToLeave(severity: ScheduleSeverity): boolean {
  return severity !== 'minor';
}

/** When a moved segment is flown now. */
export function timesAfter({ segmentId, after }: SegmentMove): SegmentTimes {
  return { segmentId, ...after };
}

/**
 * Two flights after one another of which the second leaves too early, and did not when they were sold. Between
 * directions any gap will do.
 */
function hasMissedConnection(sold: FlightOffer, moved: FlightOffer): boolean {
  const [before, after] = [gapsOf(sold), gapsOf(moved)];
  return after.some(
    ({ minutes, isConnection }, index) =>
      minutes < (isConnection ? CONNECTION_MINUTES_MIN : 0) && minutes < (before[index]?.minutes ?? minutes),
  );
}

function gapsOf(offer: FlightOffer): readonly { readonly minutes: number; readonly isConnection: boolean }[] {
  const flights = offer.slices.flatMap((slice, sliceIndex) =>
    slice.segments.map((segment) => ({ segment, sliceIndex })),
  );
  return flights.slice(1).flatMap(({ segment, sliceIndex }, index) => {
    const earlier = flights[index];
    return earlier === undefined
      ? []
      : [
          {
            minutes: minutesBetween(earlier.segment.arrive, segment.depart),
            isConnection: earlier.sliceIndex === sliceIndex,
          },
        ];
  });
}

function sliceAt(slice: Slice, times: readonly SegmentTimes[]): Slice {
  const segments = slice.segments.map((segment) =>
    segmentAt(
      segment,
      times.find(({ segmentId }) => segmentId === segment.segmentId),
    ),
  );
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return slice;
  return {
    ...slice,
    segments,
    departureDate: dayOf(first.depart),
    durationMinutes: minutesBetween(first.depart, last.arrive),
  };
}

function segmentAt(segment: Segment, times: SegmentTimes | undefined): Segment {
  if (times === undefined) return segment;
  const at = (point: SegmentPoint, { timeLocal, instant }: AirportTime): SegmentPoint => ({
    ...point,
    timeLocal,
    instant,
  });
  return {
    ...segment,
    depart: at(segment.depart, times.depart),
    arrive: at(segment.arrive, times.arrive),
    durationMinutes: minutesBetween(times.depart, times.arrive),
  };
}

function segmentsOf(offer: FlightOffer): readonly Segment[] {
  return offer.slices.flatMap(({ segments }) => segments);
}

function timeOf({ timeLocal, instant }: AirportTime): AirportTime {
  return { timeLocal, instant };
}

function minutesBetween(from: Pick<AirportTime, 'instant'>, to: Pick<AirportTime, 'instant'>): number {
  return Math.round((to.instant.getTime() - from.instant.getTime()) / MINUTE_MS);
}

function dayOf({ timeLocal }: Pick<AirportTime, 'timeLocal'>): string {
  return timeLocal.slice(0, 10);
}
