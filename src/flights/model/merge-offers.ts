import type { InParts } from '../../platform/scheduling/in-parts.ts';
import type { FlightOffer, Fare } from '../../travel/flight.ts';

/** An offer, its supplier, and the index of the query it answers. */
export interface SourcedOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly queryIndex: number;
  readonly offer: FlightOffer;
  /** When its price was seen, where that was in an earlier search. */
  readonly observedAt?: Date;
}

/** The offers that remain after merging, and how many fares were removed. */
export interface Merged {
  readonly offers: readonly SourcedOffer[];
  readonly duplicates: number;
}

/** The price by which a fare of an offer is compared with the same fare of another supplier. */
type PriceReader = (fare: Fare, sourced: SourcedOffer) => number;

/** How many offers are processed before other requests may run. */
const OFFERS_PER_PART = 100;

/**
 * Removes duplicates: of fares for the same flights, cabin and brand, the cheapest remains (the first of equals), and
 * an offer without fares is removed. `priceOf` makes fares of several currencies comparable. Returns the remaining
 * offers in the given order. Yields between parts so that other requests can run.
 */
export function* mergeInParts(offers: readonly SourcedOffer[], priceOf: PriceReader): InParts<Merged> {
  const cheapest = new Map<string, { readonly fare: Fare; readonly price: number }>();
  for (const [index, sourced] of offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const { offer } = sourced;
    const flights = flightsKey(offer);
    for (const fare of offer.fares) {
      const key = `${flights}|${brandKey(fare)}`;
      const price = priceOf(fare, sourced);
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

/** The flights of an offer as text: flight numbers with their local departure times, one direction after another. */
function flightsKey(offer: FlightOffer): string {
  let key = '';
  for (const slice of offer.slices) {
    for (const segment of slice.segments) key += `${segment.flightNumber}@${segment.depart.timeLocal},`;
    key += '/';
  }
  return key;
}

/** A fare of which no supplier says which brand it is has no equal: other terms may be behind another price. */
function brandKey({ cabinClass, brandCode, brandName, fareKey }: Fare): string {
  return `${cabinClass}:${brandCode ?? brandName ?? `fare ${fareKey}`}`;
}
