import type { FlightFilter, FlightQuery, FlightQuerySlice, TimeWindow } from '../../../travel/flight.ts';
import { clockText } from '../../../travel/dates.ts';
import type { PassengerCounts, PassengerKind } from '../../../travel/passengers.ts';
import type { PlaceDirectory } from '../../../travel/place-directory.ts';
import { ADULT_FROM } from '../mapping/map-offer.ts';

/** The body of one offer request: what identifies a search, too. */
export interface OfferRequest {
  readonly slices: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly departure_date: string;
    readonly departure_time?: ClockRange;
    readonly arrival_time?: ClockRange;
  }[];
  readonly passengers: readonly ({ readonly type: 'adult' } | { readonly age: number })[];
  readonly cabin_class: string;
  readonly max_connections: number;
}
interface ClockRange {
  readonly from: string;
  readonly to: string;
}

/** Between sets of airports that no city code names, so many pairs are searched at most. */
const REQUESTS_MAX = 4;
/**
 * Ages searched for where the caller named none: what airlines price a child and an infant by. A traveler of another
 * age is refused before anything is paid (`TravelerRequirements.ages`).
 */
const ASSUMED_AGES = { chd: 8, inf_lap: 1 } as const;
/** The order in which a query lists ages. */
const AGE_KINDS = ['chd', 'inf_lap', 'inf_seat', 'youth', 'student'] as const satisfies readonly PassengerKind[];

/**
 * The offer requests that answer a query: one where each end is an airport or a whole city, else one for each pair of
 * ends, the first airports first, at most four. None for a party Duffel cannot sell to: it knows no seat for an infant.
 */
export function toOfferRequests(query: FlightQuery, places: PlaceDirectory): readonly OfferRequest[] {
  if (query.passengers.inf_seat > 0) return [];
  const ends = query.slices.map((slice) => ({
    origins: codesOf(slice.origins, places),
    destinations: codesOf(slice.destinations, places),
  }));
  const [first] = ends;
  if (first === undefined) return [];
  const pairs = first.origins.flatMap((origin, from) =>
    first.destinations.map((destination, to) => ({ origin, destination, from, to })),
  );
  return pairs.slice(0, REQUESTS_MAX).map(({ from, to }) => ({
    slices: query.slices.map((slice, index) => toSlice(slice, ends[index] ?? first, { from, to, index }, query)),
    passengers: toPassengers(query.passengers, query.ages),
    cabin_class: query.cabinClass,
    max_connections: query.connectionsMax,
  }));
}

interface Ends {
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
}
interface Pair {
  /** Which of the first direction's origins and destinations. */
  readonly from: number;
  readonly to: number;
  readonly index: number;
}

function toSlice(
  slice: FlightQuerySlice,
  ends: Ends,
  pair: Pair,
  { only, slices }: FlightQuery,
): OfferRequest['slices'][number] {
  // A return flies the other way round between the same two places.
  const isReturn = pair.index === 1 && slices.length === 2 && isReverse(slices[0], slice);
  const [from, to] = isReturn ? [pair.to, pair.from] : [pair.from, pair.to];
  return {
    origin: ends.origins[from] ?? ends.origins[0] ?? '',
    destination: ends.destinations[to] ?? ends.destinations[0] ?? '',
    departure_date: slice.date,
    ...toTimes(only?.times[pair.index]),
  };
}

function isReverse(out: FlightQuerySlice | undefined, back: FlightQuerySlice): boolean {
  return out?.origins.join() === back.destinations.join() && out.destinations.join() === back.origins.join();
}

/** The airports as codes to search by: the city's where they are exactly its airports. */
function codesOf(airports: readonly string[], places: PlaceDirectory): readonly string[] {
  const [first, ...others] = airports;
  if (first === undefined || others.length === 0) return airports;
  const city = places.city(places.airport(first)?.cityCode ?? '');
  const isCity = city?.airports.length === airports.length && airports.every((code) => city.airports.includes(code));
  return isCity ? [city.code] : airports;
}

function toPassengers(counts: PassengerCounts, ages: readonly number[] | undefined): OfferRequest['passengers'] {
  const adults = Array.from({ length: counts.adt }, () => ({ type: 'adult' as const }));
  const others = AGE_KINDS.flatMap((kind) => Array.from({ length: counts[kind] }, () => kind)).map((kind, index) => {
    const age = ages?.[index] ?? (kind === 'chd' || kind === 'inf_lap' ? ASSUMED_AGES[kind] : ADULT_FROM);
    return age >= ADULT_FROM ? { type: 'adult' as const } : { age };
  });
  return [...adults, ...others];
}

/** Duffel's windows are inclusive, as ours are; one that runs over midnight cannot be asked for. */
function toTimes(times: FlightFilter['times'][number] | undefined): {
  readonly departure_time?: ClockRange;
  readonly arrival_time?: ClockRange;
} {
  const departure = toRange(times?.departure);
  const arrival = toRange(times?.arrival);
  return { ...(departure && { departure_time: departure }), ...(arrival && { arrival_time: arrival }) };
}

function toRange(window: TimeWindow | undefined): ClockRange | undefined {
  return window === undefined || window.latest < window.earliest
    ? undefined
    : { from: clockText(window.earliest), to: clockText(window.latest) };
}
