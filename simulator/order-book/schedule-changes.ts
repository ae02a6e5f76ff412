import { type LocalDateTime, localOfInstant } from '../../src/travel/dates.ts';
import type { FlightOffer, Segment, SegmentPoint, Slice } from '../../src/travel/flight.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import type { RehearsedChange } from '../../src/suppliers/ports/servicing.ts';
import type { FlownSlices, ScheduleSeverity } from '../../src/travel/schedule-change.ts';
import type { SandboxScheduleChange, Shifts } from './schedule-store.ts';

/** What an airline does to one flight of an order, or to the direction it belongs to. */
export interface Alteration {
  readonly change: RehearsedChange;
  readonly segmentId: string;
  /** Of a flight that is shifted; later is positive. */
  readonly minutes: number;
}

/** The directions of an order, and other flights that one of them may be flown with on its day. */
export interface AlterableFlights {
  readonly places: PlaceDirectory;
  readonly flights: FlownSlices;
  otherRoutes(sliceIndex: number): readonly Slice[];
}

const MINUTE_MS = 60_000;
/** Numbers of flights run to 9999; a new number is some hundreds further. */
const [NUMBERS, NUMBER_STEP] = [9_000, 500];

/** The flights of an order once a change is made; undefined where there is nothing to change them to. */
export function alterFlights(
  { places, flights, otherRoutes }: AlterableFlights,
  { change, segmentId, minutes }: Alteration,
): FlownSlices | undefined {
  const index = flights.findIndex((segments) => segments.some((segment) => segment.segmentId === segmentId));
  const direction = flights[index];
  if (direction === undefined) return undefined;
  const withDirection = (segments: readonly Segment[]): FlownSlices => flights.with(index, segments);
  const withFlight = (alter: (segment: Segment) => Segment): FlownSlices =>
    withDirection(direction.map((segment) => (segment.segmentId === segmentId ? alter(segment) : segment)));
  switch (change) {
    case 'shifted':
      return withFlight((segment) => delaySegment(segment, minutes, localTimes(places)));
    case 'renumbered':
      return withFlight((segment) => ({ ...segment, flightNumber: otherNumber(segment) }));
    case 'rerouted': {
      const route = otherRoutes(index).find(({ segments }) => stopsOf(segments) !== stopsOf(direction));
      return route && withDirection(route.segments);
    }
    case 'cancelled':
      return withDirection([]);
    default:
      return change satisfies never;
  }
}

/** The flights of an order after a change. */
export function flightsOf(
  places: PlaceDirectory,
  offer: FlightOffer,
  { flights, shifts }: Pick<SandboxScheduleChange, 'flights' | 'shifts'>,
): FlownSlices {
  return flights ?? shiftedBy(places, offer, shifts);
}

function shiftedBy(places: PlaceDirectory, offer: FlightOffer, shifts: Shifts): FlownSlices {
  return offer.slices.map(({ segments }) =>
    segments.map((segment) => delaySegment(segment, shifts[segment.segmentId] ?? 0, localTimes(places))),
  );
}

/** Over a change of the clocks the local time moves by an hour more or less than the instant. */
function localTimes(places: PlaceDirectory) {
  return (airport: string, instant: Date): string | undefined => {
    const zone = places.airport(airport)?.zone;
    return zone === undefined ? undefined : localOfInstant(instant, zone);
  };
}

function otherNumber({ marketingCarrier, flightNumber }: Segment): string {
  const number = Number(flightNumber.slice(marketingCarrier.length));
  return `${marketingCarrier}${(number % NUMBERS) + NUMBER_STEP}`;
}

function stopsOf(segments: readonly Segment[]): string {
  return segments.map(({ arrive }) => arrive.airport).join();
}

/** Whether an airline lets travelers go free of charge for a change that bad. */
export function isFreeToLeave(severity: ScheduleSeverity): boolean {
  return severity !== 'minor';
}

/** A flight some minutes later by UTC; `localOf` says what the clock of an airport shows then. */
function delaySegment(
  segment: Segment,
  minutes: number,
  localOf: (airport: string, instant: Date) => LocalDateTime | undefined,
): Segment {
  const later = (point: SegmentPoint): SegmentPoint => {
    const instant = new Date(point.instant.getTime() + minutes * MINUTE_MS);
    const timeLocal = localOf(point.airport, instant);
    return timeLocal === undefined ? point : { ...point, timeLocal, instant };
  };
  return minutes === 0 ? segment : { ...segment, depart: later(segment.depart), arrive: later(segment.arrive) };
}
