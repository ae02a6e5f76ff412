import { adultPrice } from '../../travel/adult-price.ts';
import type { CabinClass, Fare, FlightOffer } from '../../travel/flight.ts';
import { passengerTotal } from '../../travel/passengers.ts';

/** An offer and its cheapest fare, whatever a search's filters hid of it. */
export interface CheapestFare<T> {
  readonly source: T;
  readonly fare: Fare;
}

/**
 * At most `count` offers, spread over the whole range of prices with the cheapest always among them, each with its
 * cheapest fare; with `cabin`, of that cabin. `rateOf` makes prices of several currencies comparable.
 */
export function sampleFares<T extends { readonly offer: FlightOffer }>(
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

/** At most so many elements, from all over the list, the first always among them. */
export function pickEvenly<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(list.length, count) }, (_, index) => list[Math.floor(index * step)]).filter(
    (element) => element !== undefined,
  );
}

/** What a party pays as a multiple of what one adult pays: 3.5 for two adults and two children at three quarters. */
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
    // The fares of one offer are filed in one currency.
    if (cheapest === undefined || fare.total.value < cheapest.total.value) cheapest = fare;
  }
  return cheapest;
}
