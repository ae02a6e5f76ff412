import type { FlightOffer, Fare } from '../../travel/flight.ts';
import { plainFare, plainOffer } from '../../travel/plain-offer.ts';

/** A supplier's offer before it is shown. `priceOf` compares fares filed in different currencies. */
export interface SuppliedOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly queryIndex: number;
  readonly offer: FlightOffer;
}

/**
 * Where two suppliers (or one, twice) sell the same flights in the same cabin and brand, only the cheaper fare stays; an
 * offer left without a fare goes. Answers what stays, in the given order, and how many fares went.
 */
export function mergeDuplicates(
  offers: readonly SuppliedOffer[],
  priceOf: (fare: Fare) => number,
): { readonly offers: readonly SuppliedOffer[]; readonly duplicates: number } {
  const cheapest = new Map<string, { readonly fare: Fare; readonly price: number }>();
  for (const { offer } of offers) {
    const flights = flightsKey(offer);
    for (const fare of offer.fares) {
      const key = `${flights}|${brandKey(fare)}`;
      const price = priceOf(fare);
      const best = cheapest.get(key);
      if (best === undefined || price < best.price) cheapest.set(key, { fare, price });
    }
  }
  const kept = new Set<Fare>(Array.from(cheapest.values(), (best) => best.fare));
  let duplicates = 0;
  const merged = offers.flatMap((supplied) => {
    const fares = supplied.offer.fares.filter((fare) => kept.has(fare));
    duplicates += supplied.offer.fares.length - fares.length;
    if (fares.length === supplied.offer.fares.length) return [supplied];
    return fares.length === 0 ? [] : [{ ...supplied, offer: { ...plainOffer(supplied.offer), fares: fares.map(plainFare) } }];
  });
  return { offers: merged, duplicates };
}

/** What makes two offers the same journey: every flight with its local day and hour of departure. */
export function flightsKey(offer: FlightOffer): string {
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
