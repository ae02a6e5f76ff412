import { type Measures, pickFairly } from './pick-fairly.ts';
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
/** Ways of a carrier that are not worth showing but may be the mate of one that is. */
const COMBINED_SPARE_MAX = 4;
/** Least minutes between landing and flying on in the next direction. */
const TURNAROUND_MINUTES_MIN = 90;
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
 * Combines the directions of a trip: of one carrier each, of partners in an alliance, and where neither exists, of independent
 * full-service carriers that sell each other. The airports of the way back need not be those of the way out.
 */
export function combineDirections(
  directions: readonly (readonly PricedSlice[])[],
  { journeysMax, minutesMax = Number.POSITIVE_INFINITY }: CombineBounds,
): Combined {
  const parts = betweenCities(directions).map((between) => extendAll(between));
  const untried = parts.reduce((sum, part) => sum + part.untried, 0);
  const journeys = parts.flatMap(({ trips }) =>
    withoutNeedlessSpares(trips.map(toJourney).filter((journey) => journey.minutes <= minutesMax)),
  );
  const kept = pickFairly(journeys, journeysMax, JOURNEY_MEASURES);
  return { journeys: kept.toSorted((a, b) => a.usd - b.usd || a.minutes - b.minutes), omitted: journeys.length - kept.length + untried };
}

/** The ways of each two cities by themselves: nobody who asked for two cities wants to fly to one and come home from the other. */
function betweenCities(directions: readonly (readonly PricedSlice[])[]): readonly (readonly (readonly PricedSlice[])[])[] {
  const [first = [], ...others] = directions;
  const pairs = Map.groupBy(first, ({ market }) => market.origin.city * CITIES_MAX + market.destination.city);
  if (others.length === 0) return [directions];
  return [...pairs.values()].map((out) => {
    const [there] = out;
    const isHome = ({ market }: PricedSlice) => market.origin.city === there?.market.destination.city && market.destination.city === there.market.origin.city;
    return [out, ...others.map((next) => (pairs.size === 1 && next.every(isHome) ? next : next.filter(isHome)))];
  });
}

function extendAll([first = [], ...others]: readonly (readonly PricedSlice[])[]): Extended {
  let extended: Extended = { trips: first.map((slice) => [slice]), untried: 0 };
  for (const next of others) extended = extendTrips(extended, next);
  return extended;
}

/**
 * A journey with a spare way is worth showing when it is the cheapest of all, when its carrier has no other and one of its
 * ways is worth showing by itself, or when there is nothing else.
 */
function withoutNeedlessSpares(journeys: readonly Journey[]): readonly Journey[] {
  const plain = journeys.filter((journey) => !journey.slices.some(isSpare));
  if (plain.length === journeys.length) return journeys;
  const carriers = new Set(plain.map(({ slices: [first] }) => first.carrier.index));
  const cheapest = journeys.reduce((best, journey) => (journey.usd < best.usd ? journey : best));
  const shown = journeys.filter(
    (journey) =>
      journey === cheapest ||
      !journey.slices.some(isSpare) ||
      (!carriers.has(journey.slices[0].carrier.index) && !journey.slices.every(isSpare)),
  );
  return plain.length === 0 && shown.length <= 1 ? journeys : shown;
}

function isSpare(slice: PricedSlice): boolean {
  return slice.isSpare === true;
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
    const [plain, plainOnward] = [own.filter((trip) => !trip.some(isSpare)), onward.filter((slice) => !isSpare(slice))];
    const chosen = pickFairly(plain, COMBINED_PER_CARRIER_MAX, TRIP_MEASURES);
    const chosenOnward = pickFairly(plainOnward, COMBINED_PER_CARRIER_MAX, SLICE_MEASURES);
    left += plain.length * plainOnward.length - chosen.length * chosenOnward.length;
    const spare = own.length === plain.length ? [] : pickFairly(own.filter((trip) => trip.some(isSpare)), COMBINED_SPARE_MAX, TRIP_MEASURES);
    const spareOnward = onward.length === plainOnward.length ? [] : pickFairly(onward.filter(isSpare), COMBINED_SPARE_MAX, SLICE_MEASURES);
    pairUp([...chosen, ...spare], [...chosenOnward, ...spareOnward], extended);
  }
  const mixed = pickFairly(trips.filter((trip) => isMixable(trip[0])), COMBINED_MIXED_MAX, TRIP_MEASURES);
  const mixable = pickFairly(next.filter(isMixable), COMBINED_MIXED_MAX, SLICE_MEASURES);
  pairUp(mixed, mixable, extended, (trip, slice) => isPartner(trip[0], slice));
  if (extended.length === 0) pairUp(mixed, mixable, extended, (trip, slice) => !isRival(trip[0], slice));
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

/** A member of another alliance. */
function isRival(a: PricedSlice, b: PricedSlice): boolean {
  return a.carrier.alliance !== undefined && b.carrier.alliance !== undefined && a.carrier.alliance !== b.carrier.alliance;
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
