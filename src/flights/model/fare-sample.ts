import { adultPrice } from '../../travel/adult-price.ts';
import type { CabinClass, Fare, FlightOffer } from '../../travel/flight.ts';
import { passengerTotal } from '../../travel/passengers.ts';

/** An offer and its cheapest fare, before any filter. */
export interface CheapestFare<T> {
  readonly source: T;
  readonly fare: Fare;
}

/**
 * Picks at most `count` offers, spread evenly over the range of prices and always with the cheapest, each with its
 * cheapest fare (in `cabin`, when given). `rateOf` makes prices of several currencies comparable.
 */
export function pickFareSample<T extends { readonly offer: FlightOffer }>(
  offers: readonly T[],
  count: number,
  rateOf: (currency: string) => number,
  cabin?: CabinClass,
): readonly CheapestFare<T>[] {
  const priced: (CheapestFare<T> & { readonly worth: number })[] = [];
  for (const source of offers) {
    const fare = cheapestOf(source.offer, cabin);
    if (fare !== undefined) priced.push({ source, fare, worth: fare.total.value * rateOf(fare.total.currency) });
  }
  priced.sort((a, b) => a.worth - b.worth);
  return pickEvenly(priced, count).map(({ source, fare }) => ({ source, fare }));
}

/**
 * Picks at most `count` elements, evenly spaced over the list and always with the first: 5 of 20 are those at 0, 4, 8,
 * 12 and 16.
 */
export function pickEvenly<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(list.length, count) }, (_, index) => list[Math.floor(index * step)]).filter(
    (element) => element !== undefined,
  );
}

/**
 * What a party pays as a multiple of what one adult pays: 3.5 for two adults and two children at three quarters of the
 * fare.
 */
export function partyShare(
  fare: Pick<Fare, 'total' | 'passengerPrices'>,
  offer: Pick<FlightOffer, 'passengers'>,
): number {
  const { value } = adultPrice(fare, offer);
  return value > 0 ? fare.total.value / value : passengerTotal(offer.passengers);
}

function cheapestOf(offer: FlightOffer, cabin: CabinClass | undefined): Fare | undefined {
  let cheapest: Fare | undefined;
  for (const fare of offer.fares) {
    if (cabin !== undefined && fare.cabinClass !== cabin) continue;
    // All fares of an offer have one currency, so their amounts compare directly.
    if (cheapest === undefined || fare.total.value < cheapest.total.value) cheapest = fare;
  }
  return cheapest;
}
