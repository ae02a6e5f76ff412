import type { PricedSlice } from '../fares/slice-prices.ts';
import { tripShape } from '../itineraries/trip-shape.ts';

/** Directions of one ticket, in the order they are flown. */
export type Trip = readonly [PricedSlice, ...PricedSlice[]];

/** Trips and the itineraries that may follow them, and the bound that a pair of both must respect. */
export interface Pairing {
  readonly trips: readonly Trip[];
  readonly next: readonly PricedSlice[];
  /** The longest all directions together may take. */
  readonly minutesMax: number;
}

/** Least minutes between landing and flying on in the next direction. */
const TURNAROUND_MINUTES_MIN = 90;
/**
 * How many best pairs are looked up of each measure; ranking knows no booking fees, so the cheapest of it is not always
 * the cheapest.
 */
const CHEAPEST_PAIRS = 8;
const QUICKEST_PAIRS = 3;
const FEWEST_STOPS_PAIRS = 3;
/**
 * Of pairs that take as long, or stop as often, the cheaper goes first: a fare is less than a minute or a flight at
 * this.
 */
const TIE_BREAK_PER_USD = 1e-6;
/** More alliances than a world holds: keeps two numbers in one. */
const ALLIANCES_MAX = 256;

/**
 * The carriers of one ticket: one carrier, or full-service carriers; whatever they connect with, of one alliance at
 * most.
 */
export function mayFollow(trip: Trip, slice: PricedSlice): boolean {
  const [first] = trip;
  if (first.carrier.index !== slice.carrier.index && !(isMixable(first) && isMixable(slice))) return false;
  const alliance = slice.alliance ?? 0;
  return alliance === 0 || trip.every(({ alliance: other = 0 }) => other === 0 || other === alliance);
}

/** Whether a carrier's fares are sold with another carrier's on one ticket. */
export function isMixable({ carrier }: PricedSlice): boolean {
  return !carrier.isLowCost && !carrier.isScenario;
}

/** Whether an itinerary leaves long enough after a trip has landed. */
export function isInTime(trip: Trip, slice: PricedSlice): boolean {
  return slice.departUtc >= (trip.at(-1) ?? trip[0]).arriveUtc + TURNAROUND_MINUTES_MIN;
}

/** How many pairs are legal: counted by kinds of carrier where time is no matter, one by one where it is. */
export function countPairs({ trips, next, minutesMax }: Pairing): number {
  const landed = trips.reduce(
    (latest, trip) => Math.max(latest, (trip.at(-1) ?? trip[0]).arriveUtc),
    Number.NEGATIVE_INFINITY,
  );
  const leaves = next.reduce((earliest, { departUtc }) => Math.min(earliest, departUtc), Number.POSITIVE_INFINITY);
  const isTimeless = minutesMax === Number.POSITIVE_INFINITY && leaves >= landed + TURNAROUND_MINUTES_MIN;
  const kindsOfTrip = Map.groupBy(trips, kindOfTrip);
  const kindsOfNext = Map.groupBy(next, kindOf);
  let count = 0;
  for (const some of kindsOfTrip.values()) {
    for (const others of kindsOfNext.values()) {
      const [trip, slice] = [some[0], others[0]];
      if (!trip || !slice || !mayFollow(trip, slice)) continue;
      count += isTimeless ? some.length * others.length : countInTime(some, others, minutesMax);
    }
  }
  return count;
}

/** Of all legal pairs the cheapest, the quickest and those with fewest flights: a pair may come twice. */
export function bestPairs(pairing: Pairing): readonly Trip[] {
  const anyNext = pairing.next[0];
  if (!anyNext) return [];
  const found = [
    ...firstPairs(pairing, QUICKEST_PAIRS, [
      { trips: pairing.trips, value: (slice) => sliceMinutes(slice) + priceOf(slice, 1) * TIE_BREAK_PER_USD },
    ]),
    ...firstPairs(pairing, FEWEST_STOPS_PAIRS, [
      { trips: pairing.trips, value: (slice) => slice.itinerary.legs.length + priceOf(slice, 1) * TIE_BREAK_PER_USD },
    ]),
  ];
  // What a stay does to a fare depends on the outbound slice alone: all itineraries of a direction leave on one day and
  // lead to one city.
  const shapes = Map.groupBy(pairing.trips, ([first]) => tripShape([first, anyNext]));
  const byShape = [...shapes].map(([shape, trips]) => ({
    trips,
    value: (slice: PricedSlice) => priceOf(slice, shape),
  }));
  return [...firstPairs(pairing, CHEAPEST_PAIRS, byShape), ...found];
}

/** A direction's fare with taxes in US dollars, on a trip of a shape. */
export function priceOf(slice: PricedSlice, shape: number): number {
  return slice.baseUsd * shape + slice.taxesUsd;
}

/** Minutes from take-off to landing. */
export function sliceMinutes(slice: PricedSlice): number {
  return slice.arriveUtc - slice.departUtc;
}

function tripMinutes(trip: Trip): number {
  return trip.reduce((sum, slice) => sum + sliceMinutes(slice), 0);
}

function kindOf({ carrier, alliance = 0 }: PricedSlice): number {
  return carrier.index * ALLIANCES_MAX + alliance;
}

function kindOfTrip(trip: Trip): number {
  return (
    trip[0].carrier.index * ALLIANCES_MAX + trip.reduce((alliance, slice) => Math.max(alliance, slice.alliance ?? 0), 0)
  );
}

function countInTime(trips: readonly Trip[], next: readonly PricedSlice[], minutesMax: number): number {
  let count = 0;
  for (const trip of trips) {
    const minutesLeft = minutesMax - tripMinutes(trip);
    for (const slice of next) if (isInTime(trip, slice) && sliceMinutes(slice) <= minutesLeft) count += 1;
  }
  return count;
}

/** Trips whose itineraries, and the itineraries after them, are valued alike. */
interface Valued {
  readonly trips: readonly Trip[];
  value(slice: PricedSlice): number;
}
interface Ranked<T> {
  readonly item: T;
  readonly value: number;
}

/**
 * The `count` legal pairs of least value: both lists lowest first, each walked only as far as a pair could still be
 * among them.
 */
function firstPairs({ next, minutesMax }: Pairing, count: number, groups: readonly Valued[]): readonly Trip[] {
  const best: Ranked<Trip>[] = [];
  for (const { trips, value } of groups) {
    const onward = rank(next, value);
    for (const { item: trip, value: before } of rank(trips, (slices) =>
      slices.reduce((sum, slice) => sum + value(slice), 0),
    )) {
      const minutesLeft = minutesMax - tripMinutes(trip);
      for (const { item: slice, value: after } of onward) {
        if (best.length === count && before + after >= (best.at(-1)?.value ?? 0)) break;
        if (!mayFollow(trip, slice) || !isInTime(trip, slice) || sliceMinutes(slice) > minutesLeft) continue;
        insert(best, { item: [...trip, slice], value: before + after }, count);
      }
    }
  }
  return best.map(({ item }) => item);
}

function rank<T>(items: readonly T[], value: (item: T) => number): readonly Ranked<T>[] {
  return items.map((item) => ({ item, value: value(item) })).sort((a, b) => a.value - b.value);
}

function insert(best: Ranked<Trip>[], pair: Ranked<Trip>, count: number): void {
  const position = best.findIndex((other) => pair.value < other.value);
  best.splice(position < 0 ? best.length : position, 0, pair);
  if (best.length > count) best.pop();
}
