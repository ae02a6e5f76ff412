import type { App, Caller } from '../../context.ts';
import type { CityAirports, DatedFare, Discovery } from '../model/discovery.ts';
import { lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import { type DiscoveryCall, loadCachedOffers } from '../search/load-cached-offers.ts';

/** The cheapest fare of each date pair that has flights, sorted by date. */
export interface Calendar {
  readonly days: readonly DatedFare[];
  /** False when a repeat should query the suppliers again: one of them did not answer. */
  readonly isComplete: boolean;
  readonly seenAt: Date;
}

/**
 * Finds the cheapest journey of each date pair: the one a flight search for the pair puts first. Each pair of cities is
 * searched by itself, so that a return trip goes home from the city it flew to.
 */
export async function searchCalendar(app: App, caller: Caller, call: DiscoveryCall): Promise<Calendar> {
  const { discovery } = call;
  const cheapest = new Map<number, DisplayOffer>();
  let isComplete = true;
  let seenAt = caller.now;
  for (const [origin, destination] of cityPairs(discovery)) {
    const seen = await loadCachedOffers(app, caller, call, { origin, destination, dates: discovery.dates, perPair: 1 });
    isComplete &&= seen.isComplete;
    if (seen.seenAt < seenAt) seenAt = seen.seenAt;
    for (const shown of seen.shown) {
      const best = cheapest.get(shown.queryIndex);
      if (best === undefined || lowestPrice(shown) < lowestPrice(best)) cheapest.set(shown.queryIndex, shown);
    }
  }
  const days = discovery.dates.flatMap((dates, index) => {
    const shown = cheapest.get(index);
    return shown === undefined ? [] : [{ dates, shown }];
  });
  return { days, isComplete, seenAt };
}

/** Every origin city with every destination city. */
export function cityPairs({ origins, destinations }: Discovery): readonly (readonly [CityAirports, CityAirports])[] {
  return origins.flatMap((origin) => (destinations ?? []).map((destination) => [origin, destination] as const));
}
