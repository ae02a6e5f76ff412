import { type InParts, runParts } from '../../platform/scheduling/in-parts.ts';
import type { FlightOffer, Fare } from '../../travel/flight.ts';

/** A supplier's offer before it is shown. `priceOf` compares fares filed in different currencies. */
export interface SourcedOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly queryIndex: number;
  readonly offer: FlightOffer;
}

/** What is left after merging, and how many fares went. */
export interface Merged {
  readonly offers: readonly SourcedOffer[];
  readonly duplicates: number;
}

/** Offers looked at in one part. */
const OFFERS_PER_PART = 100;

/**
 * Where two suppliers (or one, twice) sell the same flights in the same cabin and brand, only the cheaper fare stays;
 * an offer left without a fare goes. Answers what stays, in the given order, and how many fares went.
 */
export function mergeDuplicates(offers: readonly SourcedOffer[], priceOf: (fare: Fare) => number): Merged {
  return runParts(mergeInParts(offers, priceOf));
}

/** `mergeDuplicates` in parts. */
export function* mergeInParts(offers: readonly SourcedOffer[], priceOf: (fare: Fare) => number): InParts<Merged> {
  const cheapest = new Map<string, { readonly fare: Fare; readonly price: number }>();
  for (const [index, { offer }] of offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const flights = flightsKey(offer);
    for (const fare of offer.fares) {
      const key = `${flights}|${brandKey(fare)}`;
      const price = priceOf(fare);
      const best = cheapest.get(key);
      if (best === undefined || price < best.price) cheapest.set(key, { fare, price });
    }
  }
  const cheapestFares = new Set<Fare>(Array.from(cheapest.values(), (best) => best.fare));
  let duplicates = 0;
  const merged: SourcedOffer[] = [];
  for (const [index, sourced] of offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const fares = sourced.offer.fares.filter((fare) => cheapestFares.has(fare));
    duplicates += sourced.offer.fares.length - fares.length;
    if (fares.length === sourced.offer.fares.length) merged.push(sourced);
    else if (fares.length > 0) merged.push({ ...sourced, offer: { ...sourced.offer, fares } });
  }
  return { offers: merged, duplicates };
}

/** What makes two offers the same journey: every flight with its local day and hour of departure. */
function flightsKey(offer: FlightOffer): string {
  let key = '';
  for (const slice of offer.slices) {
    for (const segment of slice.segments) key += `${segment.flightNumber}@${segment.depart.timeLocal},`;
    key += '/';
  }
  return key;
}

function brandKey(fare: Fare): string {
  return `${fare.cabinClass}:${fare.brandCode}`;
}
