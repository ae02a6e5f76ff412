import type { FareFamily } from './fare-families.ts';
import type { PricedSlice } from './slice-prices.ts';

/** One or more priced directions sold on one ticket. */
export interface Journey {
  readonly slices: readonly [PricedSlice, ...PricedSlice[]];
  /** Adult fare of the cheapest brand with taxes, in US dollars, for ranking. */
  readonly usd: number;
  readonly minutes: number;
}

/** Kept of one direction's ways before they are combined. */
const SLICES_KEPT_MAX = 140;
/** Directions combined of one carrier, and of all carriers together. */
const COMBINED_PER_CARRIER_MAX = 14;
const COMBINED_MIXED_MAX = 10;
/** Least minutes between landing and flying on in the next direction. */
const TURNAROUND_MINUTES_MIN = 90;
/** What an hour is worth to a traveler when cheap and quick are weighed, and what a stop costs them. */
const HOUR_USD = 18;
const STOP_USD = 20;
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
 * The ways worth showing: every nonstop, and each connection that no other way beats or equals in price and stops together
 * with duration, among those leaving in the same three hours, or with both times, leaving no earlier and arriving no later.
 */
export function prunePareto(slices: readonly PricedSlice[]): readonly PricedSlice[] {
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
  const pointed = kept.filter(
    (slice) => slice.itinerary.legs.length === 1 || !kept.some((other) => other !== slice && isWithin(other, slice)),
  );
  return pickSpread(pointed, SLICES_KEPT_MAX, slicePrice, sliceCost);
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

/** Combines the directions of a trip: of one carrier each where possible, else of carriers that sell each other. */
export function combineDirections(directions: readonly (readonly PricedSlice[])[], journeysMax: number): readonly Journey[] {
  const [first, ...others] = directions;
  if (!first) return [];
  let trips: (readonly [PricedSlice, ...PricedSlice[]])[] = first.map((slice) => [slice]);
  for (const next of others) trips = extendTrips(trips, next);
  const journeys = trips.map((slices) => toJourney(slices));
  return pickSpread(journeys, journeysMax, (journey) => journey.usd, journeyCost).toSorted(
    (a, b) => a.usd - b.usd || a.minutes - b.minutes,
  );
}

type Trip = readonly [PricedSlice, ...PricedSlice[]];

function extendTrips(trips: readonly Trip[], next: readonly PricedSlice[]): Trip[] {
  const nextOfCarrier = Map.groupBy(next, (slice) => slice.carrier.index);
  const tripsOfCarrier = Map.groupBy(trips, (trip) => trip[0].carrier.index);
  const extended: Trip[] = [];
  for (const [carrier, own] of tripsOfCarrier) {
    const onward = pickSpread(nextOfCarrier.get(carrier) ?? [], COMBINED_PER_CARRIER_MAX, slicePrice, sliceCost);
    pairUp(
      pickSpread(
        own,
        COMBINED_PER_CARRIER_MAX,
        (trip) => slicePrice(trip[0]),
        (trip) => sliceCost(trip[0]),
      ),
      onward,
      extended,
    );
  }
  const full = trips.filter((trip) => !trip[0].carrier.isLowCost && !trip[0].carrier.isScenario);
  const mixable = next.filter((slice) => !slice.carrier.isLowCost && !slice.carrier.isScenario);
  const mixed = pickSpread(
    full,
    COMBINED_MIXED_MAX,
    (trip) => slicePrice(trip[0]),
    (trip) => sliceCost(trip[0]),
  );
  pairUp(mixed, pickSpread(mixable, COMBINED_MIXED_MAX, slicePrice, sliceCost), extended, (trip, slice) => isPartner(trip[0], slice));
  return extended;
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

/**
 * What the shape of a trip does to each direction's fare. Low-cost carriers price each direction alone. Network carriers
 * charge less for a return that stays over a Saturday night (short haul) or three nights (long haul), and more for one
 * direction across borders.
 */
export function tripShape(slices: Trip): number {
  const [out] = slices;
  const back = slices.at(-1);
  if (out.carrier.isLowCost || out.carrier.isScenario) return 1;
  const isReturn = back !== undefined && slices.length > 1 && back.market.destination.city === out.market.origin.city;
  if (!isReturn) return out.market.isDomestic ? 1 : out.market.isLongHaul ? 1.3 : 1.08;
  const nights = back.itinerary.legs[0].day - out.itinerary.legs[0].day;
  if (out.market.isLongHaul) return nights >= 3 && nights <= 180 ? 0.9 : 1.15;
  return staysSaturdayNight(out.itinerary.legs[0].day, nights) ? 0.9 : 1;
}

function staysSaturdayNight(day: number, nights: number): boolean {
  const daysToSaturday = (5 - ((day + 3) % 7) + 7) % 7;
  return daysToSaturday < nights;
}

/** The brand's fare of one direction in US dollars, taxes left out. */
export function brandUsd(slice: PricedSlice, shape: number, family: FareFamily): number {
  const base = slice.baseUsd * shape;
  return base * (1 + family.extraShare) + family.extraUsd;
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

/** At most `max` of the items: half the cheapest, then the best value, so that a fast dear one is never crowded out. */
function pickSpread<T>(items: readonly T[], max: number, price: (item: T) => number, cost: (item: T) => number): readonly T[] {
  if (items.length <= max) return items;
  const cheapest = items.toSorted((a, b) => price(a) - price(b));
  const picked = new Set(cheapest.slice(0, Math.ceil(max / 2)));
  for (const item of items.toSorted((a, b) => cost(a) - cost(b))) {
    if (picked.size >= max) break;
    picked.add(item);
  }
  return [...picked];
}
