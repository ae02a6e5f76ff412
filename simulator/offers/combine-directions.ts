import { type InParts, runParts } from '../../src/platform/scheduling/in-parts.ts';
import {
  bestPairs,
  countPairs,
  isInTime,
  isMixable,
  mayFollow,
  type Pairing,
  priceOf,
  sliceMinutes,
  type Trip,
} from './round-trip-pairs.ts';
import { type Measures, pickable, pickFairly } from './sample-diverse.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';
import { tripShape } from '../itineraries/trip-shape.ts';

/** One or more priced directions sold on one ticket. */
export interface Journey {
  readonly slices: readonly [PricedSlice, ...PricedSlice[]];
  /** Adult fare of the cheapest brand with taxes, in US dollars, for ranking. */
  readonly usd: number;
  readonly minutes: number;
}

/** Directions combined of one carrier, of an alliance's carriers, and of independent ones. */
const COMBINED_PER_CARRIER_MAX = 14;
const COMBINED_PER_ALLIANCE_MAX = 20;
const COMBINED_INDEPENDENT_MAX = 10;
/** Itineraries of a carrier that are not worth showing but may be the mate of one that is. */
const COMBINED_SPARE_MAX = 4;
/** More cities than a world holds: keeps two indexes in one number. */
const CITIES_MAX = 1 << 16;
/** What an hour is worth to a traveler when cheap and quick are weighed, and what a stop costs them. */
const HOUR_USD = 18;
const STOP_USD = 20;

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

/**
 * Combines the directions of a trip: of one carrier each, of partners in an alliance, of independent full-service
 * carriers that sell each other. Of all such pairs a cheapest, a quickest and one with fewest stops are always among
 * the journeys; the others of independent carriers only where nothing else is. The airports of the return need not be
 * those of the outbound direction. Of two directions, `omitted` counts every legal pair of itineraries worth showing
 * that is not there; of more, at least those cut.
 */
export function combineDirections(directions: readonly (readonly PricedSlice[])[], bounds: CombineBounds): Combined {
  return runParts(combineInParts(directions, bounds));
}

/** Combines directions in parts, one for each pair of cities. */
export function* combineInParts(
  directions: readonly (readonly PricedSlice[])[],
  { journeysMax, minutesMax = Number.POSITIVE_INFINITY }: CombineBounds,
): InParts<Combined> {
  let [untried, found] = [0, 0];
  const journeys: Journey[] = [];
  const pairs = betweenCities(directions);
  for (const [index, between] of pairs.entries()) {
    if (index > 0) yield;
    const extended = extendAll(between, minutesMax);
    untried += extended.untried;
    const own = withoutNeedlessSpares(extended.trips.map(toJourney).filter(({ minutes }) => minutes <= minutesMax));
    found += own.length;
    for (const journey of pairs.length > 1 && own.length > journeysMax
      ? pickable(own, journeysMax, JOURNEY_MEASURES)
      : own)
      journeys.push(journey);
  }
  if (directions.length > 1) yield;
  const picked = pickFairly(journeys, journeysMax, JOURNEY_MEASURES);
  return {
    journeys: picked.toSorted((a, b) => a.usd - b.usd || a.minutes - b.minutes),
    omitted: found - picked.length + untried,
  };
}

/**
 * The itineraries of each pair of cities by themselves: a traveler who names two cities does not want to fly to one and
 * come home from the other.
 */
function betweenCities(
  directions: readonly (readonly PricedSlice[])[],
): readonly (readonly (readonly PricedSlice[])[])[] {
  const [first = [], ...others] = directions;
  if (others.length === 0) return [directions];
  const pairs = Map.groupBy(first, ({ market }) => market.origin.city * CITIES_MAX + market.destination.city);
  return [...pairs.values()].map((out) => {
    const [there] = out;
    const isHome = ({ market }: PricedSlice) =>
      market.origin.city === there?.market.destination.city && market.destination.city === there.market.origin.city;
    return [out, ...others.map((next) => (pairs.size === 1 && next.every(isHome) ? next : next.filter(isHome)))];
  });
}

function extendAll([first = [], ...others]: readonly (readonly PricedSlice[])[], minutesMax: number): Extended {
  let extended: Extended = { trips: first.map((slice) => [slice]), untried: 0 };
  for (const next of others) extended = extendTrips(extended, next, minutesMax);
  return extended;
}

/**
 * A journey with a spare itinerary is worth showing when it is a cheapest, a quickest or one with fewest stops of all,
 * when its carrier has no other and one of its itineraries is worth showing by itself, or when there is nothing else.
 */
function withoutNeedlessSpares(journeys: readonly Journey[]): readonly Journey[] {
  const plain = journeys.filter((journey) => !journey.slices.some(isSpare));
  if (plain.length === journeys.length) return journeys;
  const carriers = new Set(plain.map(({ slices: [first] }) => first.carrier.index));
  const champions = new Set(
    [JOURNEY_MEASURES.price, JOURNEY_MEASURES.minutes, JOURNEY_MEASURES.stops].map((measure) =>
      leastOf(journeys, measure),
    ),
  );
  const shown = journeys.filter(
    (journey) =>
      champions.has(journey) ||
      !journey.slices.some(isSpare) ||
      (!carriers.has(journey.slices[0].carrier.index) && !journey.slices.every(isSpare)),
  );
  return plain.length === 0 && shown.length <= 1 ? journeys : shown;
}

/** Of equals the cheapest. */
function leastOf(journeys: readonly Journey[], measure: (journey: Journey) => number): Journey | undefined {
  let [least, value] = [journeys[0], Number.POSITIVE_INFINITY];
  for (const journey of journeys) {
    const own = measure(journey);
    if (own > value || (own === value && journey.usd >= (least?.usd ?? 0))) continue;
    [least, value] = [journey, own];
  }
  return least;
}

function isSpare(slice: PricedSlice): boolean {
  return slice.isSpare === true;
}

/** Trips made so far, and how many legal ones of itineraries worth showing were not made. */
interface Extended {
  readonly trips: readonly Trip[];
  readonly untried: number;
}

function extendTrips({ trips, untried }: Extended, next: readonly PricedSlice[], minutesMax: number): Extended {
  const extended = [...pairsOfCarriers(trips, next, minutesMax), ...pairsOfAlliances(trips, next)];
  if (extended.length === 0) {
    const mixable = pickFairly(next.filter(isMixable), COMBINED_INDEPENDENT_MAX, SLICE_MEASURES);
    extended.push(
      ...pairUp(
        pickFairly(
          trips.filter(([first]) => isMixable(first)),
          COMBINED_INDEPENDENT_MAX,
          TRIP_MEASURES,
        ),
        mixable,
      ),
    );
  }
  for (const best of bestPairs({ trips, next, minutesMax }))
    if (!extended.some((trip) => isSame(trip, best))) extended.push(best);
  const plain: Pairing = { trips: trips.filter(isPlain), next: next.filter((slice) => !isSpare(slice)), minutesMax };
  const made = extended.filter(
    (trip) => isPlain(trip) && trip.reduce((sum, slice) => sum + sliceMinutes(slice), 0) <= minutesMax,
  );
  return { trips: extended, untried: untried + countPairs(plain) - made.length };
}

function isPlain(trip: Trip): boolean {
  return !trip.some(isSpare);
}

function isSame(a: Trip, b: Trip): boolean {
  return a.every((slice, index) => slice === b[index]);
}

/** One carrier's: some of them whenever there are any. */
function pairsOfCarriers(trips: readonly Trip[], next: readonly PricedSlice[], minutesMax: number): readonly Trip[] {
  const nextOfCarrier = Map.groupBy(next, (slice) => slice.carrier.index);
  return [...Map.groupBy(trips, ([first]) => first.carrier.index)].flatMap(([carrier, own]) => {
    const onward = nextOfCarrier.get(carrier) ?? [];
    const chosen = pickFairly(own.filter(isPlain), COMBINED_PER_CARRIER_MAX, TRIP_MEASURES);
    const chosenOnward = pickFairly(
      onward.filter((slice) => !isSpare(slice)),
      COMBINED_PER_CARRIER_MAX,
      SLICE_MEASURES,
    );
    const spare = pickFairly(
      own.filter((trip) => !isPlain(trip)),
      COMBINED_SPARE_MAX,
      TRIP_MEASURES,
    );
    const spareOnward = pickFairly(onward.filter(isSpare), COMBINED_SPARE_MAX, SLICE_MEASURES);
    const pairs = pairUp([...chosen, ...spare], [...chosenOnward, ...spareOnward]);
    return pairs.length > 0 ? pairs : bestPairs({ trips: own, next: onward, minutesMax }).slice(0, 1);
  });
}

/** Partners: the outbound carrier issues the ticket and files the fare. */
function pairsOfAlliances(trips: readonly Trip[], next: readonly PricedSlice[]): readonly Trip[] {
  const mixable = Map.groupBy(next.filter(isMixable), ({ carrier }) => carrier.alliance);
  return [
    ...Map.groupBy(
      trips.filter(([first]) => isMixable(first)),
      ([first]) => first.carrier.alliance,
    ),
  ].flatMap(([alliance, own]) => {
    if (alliance === undefined) return [];
    const onward = pickFairly(mixable.get(alliance) ?? [], COMBINED_PER_ALLIANCE_MAX, SLICE_MEASURES);
    const pairs = pairUp(pickFairly(own, COMBINED_PER_ALLIANCE_MAX, TRIP_MEASURES), onward);
    return pairs.filter((trip) => trip[0].carrier !== trip.at(-1)?.carrier);
  });
}

function pairUp(trips: readonly Trip[], next: readonly PricedSlice[]): readonly Trip[] {
  const pairs: Trip[] = [];
  for (const trip of trips)
    for (const slice of next) if (isInTime(trip, slice) && mayFollow(trip, slice)) pairs.push([...trip, slice]);
  return pairs;
}

function toJourney(slices: Trip): Journey {
  const shape = tripShape(slices);
  let [minutes, usd] = [0, 0];
  for (const slice of slices) {
    minutes += sliceMinutes(slice);
    usd += priceOf(slice, shape);
  }
  return { slices, minutes, usd };
}

function slicePrice(slice: PricedSlice): number {
  return priceOf(slice, 1);
}

function sliceCost(slice: PricedSlice): number {
  return slicePrice(slice) + (HOUR_USD * sliceMinutes(slice)) / 60 + STOP_USD * (slice.itinerary.legs.length - 1);
}

function journeyCost(journey: Journey): number {
  return journey.usd + (HOUR_USD * journey.minutes) / 60 + STOP_USD * (flightsOf(journey) - journey.slices.length);
}

function flightsOf({ slices }: Journey): number {
  let flights = 0;
  for (const { itinerary } of slices) flights += itinerary.legs.length;
  return flights;
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
  stops: flightsOf,
  carrier: ({ slices: [first] }) => first.carrier.index,
};
