import type { PricedSlice } from './slice-prices.ts';
import { tripShape } from './trip-shape.ts';

/** One or more priced directions sold on one ticket. */
export interface Journey {
  readonly slices: readonly [PricedSlice, ...PricedSlice[]];
  /** Adult fare of the cheapest brand with taxes, in US dollars, for ranking. */
  readonly usd: number;
  readonly minutes: number;
}

/** Directions combined of one carrier, and of all carriers together. */
const COMBINED_PER_CARRIER_MAX = 14;
const COMBINED_MIXED_MAX = 10;
/** Where a bound cuts, kept beside the cheapest: the cheapest of each carrier, the quickest, and those with fewest stops. */
const KEPT_PER_CARRIER = 3;
const KEPT_QUICKEST = 5;
const KEPT_FEWEST_STOPS = 5;
/** Least minutes between landing and flying on in the next direction. */
const TURNAROUND_MINUTES_MIN = 90;
/** What an hour is worth to a traveler when cheap and quick are weighed, and what a stop costs them. */
const HOUR_USD = 18;
const STOP_USD = 20;
/** More airports than a world holds: keeps two indexes in one number. */
const AIRPORTS_MAX = 1 << 16;
const DEPARTURE_BAND_MINUTES = 180;
/** A nonstop no dearer makes the connections pointless that leave this much earlier or later. */
const NONSTOP_REACH_MINUTES = 300;
/** A connection is not shown when it takes longer than this times the quickest way, and so many minutes more. */
const SLOWNESS_MAX = 1.5;
const SLOWNESS_EXTRA_MINUTES = 180;
/** Connections further round than this, on journeys of some length, are shown only when there is nothing straighter. */
const STRAIGHTNESS_MAX = 1.55;
const STRAIGHTNESS_KM_MIN = 5000;

/**
 * The ways worth showing between each two airports: a city's search holds what its airports' searches hold.
 */
export function pruneWays(slices: readonly PricedSlice[]): readonly PricedSlice[] {
  const pairs = Map.groupBy(slices, ({ itinerary }) => itinerary.origin * AIRPORTS_MAX + itinerary.destination);
  return [...pairs.values()].flatMap(prunePareto);
}

/**
 * The ways worth showing: every nonstop, and each connection that no other way beats or equals in price and stops together
 * with duration, among those leaving in the same three hours, or with both times, leaving no earlier and arriving no later.
 */
function prunePareto(slices: readonly PricedSlice[]): readonly PricedSlice[] {
  const quickest = slices.reduce((least, slice) => Math.min(least, sliceMinutes(slice)), Number.POSITIVE_INFINITY);
  const minutesMax = quickest * SLOWNESS_MAX + SLOWNESS_EXTRA_MINUTES;
  const straight = slices.filter(isStraight);
  const bearable = (straight.length > 0 ? straight : slices).filter(
    (slice) => slice.itinerary.legs.length === 1 || sliceMinutes(slice) <= minutesMax,
  );
  const bands = Map.groupBy(bearable, (slice) => Math.floor(slice.departUtc / DEPARTURE_BAND_MINUTES));
  const kept: PricedSlice[] = [];
  for (const band of bands.values()) {
    const sorted = band.toSorted((a, b) => slicePrice(a) - slicePrice(b) || sliceMinutes(a) - sliceMinutes(b));
    const best: PricedSlice[] = [];
    for (const slice of sorted) {
      const stops = slice.itinerary.legs.length;
      if (stops > 1 && best.some((other) => sliceMinutes(other) <= sliceMinutes(slice) && other.itinerary.legs.length <= stops)) continue;
      best.push(slice);
    }
    kept.push(...best);
  }
  return kept.filter((slice) => slice.itinerary.legs.length === 1 || !kept.some((other) => other !== slice && isWithin(other, slice)));
}

function isStraight({ itinerary, market }: PricedSlice): boolean {
  return itinerary.legs.length === 1 || market.km < STRAIGHTNESS_KM_MIN || itinerary.flownKm <= STRAIGHTNESS_MAX * market.km;
}

/**
 * True when nobody would choose `outer`: `inner` costs no more, is quicker and stops no more often, and either leaves no earlier
 * and arrives no later, or is a nonstop at about the same time.
 */
function isWithin(inner: PricedSlice, outer: PricedSlice): boolean {
  if (
    slicePrice(inner) > slicePrice(outer) ||
    sliceMinutes(inner) >= sliceMinutes(outer) ||
    inner.itinerary.legs.length > outer.itinerary.legs.length
  )
    return false;
  if (inner.itinerary.legs.length === 1) return Math.abs(inner.departUtc - outer.departUtc) <= NONSTOP_REACH_MINUTES;
  return inner.departUtc >= outer.departUtc && inner.arriveUtc <= outer.arriveUtc;
}

/** The journeys of a search: cheapest first, and how many more there are than the bound lets through. */
export interface Combined {
  readonly journeys: readonly Journey[];
  readonly omitted: number;
}
/** How many journeys are wanted, and how long one may take. */
export interface CombineBounds {
  readonly journeysMax: number;
  readonly minutesMax: number | undefined;
}

/** Combines the directions of a trip: of one carrier each where possible, else of carriers that sell each other. */
export function combineDirections(
  directions: readonly (readonly PricedSlice[])[],
  { journeysMax, minutesMax = Number.POSITIVE_INFINITY }: CombineBounds,
): Combined {
  const [first, ...others] = directions;
  if (!first) return { journeys: [], omitted: 0 };
  let extended: Extended = { trips: first.map((slice) => [slice]), untried: 0 };
  for (const next of others) extended = extendTrips(extended, next);
  const journeys = extended.trips.map(toJourney).filter((journey) => journey.minutes <= minutesMax);
  const kept = pickFairly(journeys, journeysMax, JOURNEY_MEASURES);
  return { journeys: kept.toSorted((a, b) => a.usd - b.usd || a.minutes - b.minutes), omitted: journeys.length - kept.length + extended.untried };
}

type Trip = readonly [PricedSlice, ...PricedSlice[]];
/** Trips made so far, and the pairs of one carrier that were not made because it has so many. */
interface Extended {
  readonly trips: readonly Trip[];
  readonly untried: number;
}

function extendTrips({ trips, untried }: Extended, next: readonly PricedSlice[]): Extended {
  const nextOfCarrier = Map.groupBy(next, (slice) => slice.carrier.index);
  const tripsOfCarrier = Map.groupBy(trips, (trip) => trip[0].carrier.index);
  const extended: Trip[] = [];
  let left = untried;
  for (const [carrier, own] of tripsOfCarrier) {
    const onward = nextOfCarrier.get(carrier) ?? [];
    const chosen = pickFairly(own, COMBINED_PER_CARRIER_MAX, TRIP_MEASURES);
    const chosenOnward = pickFairly(onward, COMBINED_PER_CARRIER_MAX, SLICE_MEASURES);
    left += own.length * onward.length - chosen.length * chosenOnward.length;
    pairUp(chosen, chosenOnward, extended);
  }
  const full = trips.filter((trip) => isMixable(trip[0]));
  const mixed = pickFairly(full, COMBINED_MIXED_MAX, TRIP_MEASURES);
  const mixable = pickFairly(next.filter(isMixable), COMBINED_MIXED_MAX, SLICE_MEASURES);
  pairUp(mixed, mixable, extended, (trip, slice) => isPartner(trip[0], slice));
  return { trips: extended, untried: left };
}

function isMixable({ carrier }: PricedSlice): boolean {
  return !carrier.isLowCost && !carrier.isScenario;
}

function pairUp(
  trips: readonly Trip[],
  next: readonly PricedSlice[],
  into: Trip[],
  accepts: (trip: Trip, slice: PricedSlice) => boolean = () => true,
): void {
  for (const trip of trips) {
    const ready = (trip.at(-1) ?? trip[0]).arriveUtc + TURNAROUND_MINUTES_MIN;
    for (const slice of next) if (slice.departUtc >= ready && accepts(trip, slice)) into.push([...trip, slice]);
  }
}

/** Another carrier of the same alliance: the outbound carrier issues the ticket and files the fare. */
function isPartner(a: PricedSlice, b: PricedSlice): boolean {
  return a.carrier.index !== b.carrier.index && a.carrier.alliance !== undefined && a.carrier.alliance === b.carrier.alliance;
}

function toJourney(slices: Trip): Journey {
  const shape = tripShape(slices);
  return {
    slices,
    minutes: slices.reduce((sum, slice) => sum + sliceMinutes(slice), 0),
    usd: slices.reduce((sum, slice) => sum + slice.baseUsd * shape + slice.taxesUsd, 0),
  };
}

function slicePrice(slice: PricedSlice): number {
  return slice.baseUsd + slice.taxesUsd;
}

function sliceMinutes(slice: PricedSlice): number {
  return slice.arriveUtc - slice.departUtc;
}

function sliceCost(slice: PricedSlice): number {
  return slicePrice(slice) + (HOUR_USD * sliceMinutes(slice)) / 60 + STOP_USD * (slice.itinerary.legs.length - 1);
}

function journeyCost(journey: Journey): number {
  return (
    journey.usd +
    (HOUR_USD * journey.minutes) / 60 +
    journey.slices.reduce((sum, slice) => sum + STOP_USD * (slice.itinerary.legs.length - 1), 0)
  );
}

/** How journeys, or directions of one, are weighed against each other. */
interface Measures<T> {
  price(item: T): number;
  /** Money and time together. */
  cost(item: T): number;
  minutes(item: T): number;
  stops(item: T): number;
  carrier(item: T): number;
}

const SLICE_MEASURES: Measures<PricedSlice> = {
  price: slicePrice,
  cost: sliceCost,
  minutes: sliceMinutes,
  stops: (slice) => slice.itinerary.legs.length,
  carrier: (slice) => slice.carrier.index,
};
const TRIP_MEASURES: Measures<Trip> = {
  price: ([first]) => slicePrice(first),
  cost: ([first]) => sliceCost(first),
  minutes: ([first]) => sliceMinutes(first),
  stops: ([first]) => first.itinerary.legs.length,
  carrier: ([first]) => first.carrier.index,
};
const JOURNEY_MEASURES: Measures<Journey> = {
  price: (journey) => journey.usd,
  cost: journeyCost,
  minutes: (journey) => journey.minutes,
  stops: ({ slices }) => slices.reduce((sum, slice) => sum + slice.itinerary.legs.length, 0),
  carrier: ({ slices: [first] }) => first.carrier.index,
};

/**
 * At most `max` of the items: half the cheapest, then each carrier's cheapest few, the quickest, those with fewest stops, and
 * the best value, so that neither a carrier nor a fast dear flight is crowded out.
 */
function pickFairly<T>(items: readonly T[], max: number, measures: Measures<T>): readonly T[] {
  if (items.length <= max) return items;
  const byPrice = sortBy(items, measures.price);
  const picked = new Set(byPrice.slice(0, Math.ceil(max / 2)));
  const candidates = [
    ...cheapestOfCarriers(byPrice, measures),
    ...leastOf(byPrice, KEPT_QUICKEST, measures.minutes),
    ...leastOf(byPrice, KEPT_FEWEST_STOPS, measures.stops),
    ...sortBy(byPrice, measures.cost),
  ];
  for (const item of candidates) {
    if (picked.size >= max) break;
    picked.add(item);
  }
  return [...picked];
}

/** Every carrier's cheapest, then every carrier's second, and so on: where the bound is small no carrier comes twice before another. */
function cheapestOfCarriers<T>(byPrice: readonly T[], { carrier }: Measures<T>): readonly T[] {
  const rounds: T[][] = Array.from({ length: KEPT_PER_CARRIER }, () => []);
  const taken = new Map<number, number>();
  for (const item of byPrice) {
    const code = carrier(item);
    const round = taken.get(code) ?? 0;
    rounds[round]?.push(item);
    taken.set(code, round + 1);
  }
  return rounds.flat();
}

/** The first of `sortBy`, without sorting the rest. */
function leastOf<T>(items: readonly T[], count: number, measure: (item: T) => number): readonly T[] {
  const least: { readonly item: T; readonly value: number }[] = [];
  for (const item of items) {
    const value = measure(item);
    if (least.length === count && value >= (least.at(-1)?.value ?? 0)) continue;
    const position = least.findIndex((other) => value < other.value);
    least.splice(position < 0 ? least.length : position, 0, { item, value });
    if (least.length > count) least.pop();
  }
  return least.map(({ item }) => item);
}

function sortBy<T>(items: readonly T[], measure: (item: T) => number): readonly T[] {
  const measured = items.map((item) => ({ item, value: measure(item) }));
  return measured.sort((a, b) => a.value - b.value).map(({ item }) => item);
}
