import type { App, Caller } from '../../context.ts';
import type { CityAirports, DatedFare, Discovery } from '../model/discovery.ts';
import { lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import { type DiscoveryCall, loadCachedOffers } from '../search/load-cached-offers.ts';

/** The cheapest of each date pair that has flights, in the order of the dates. */
export interface Calendar {
  readonly days: readonly DatedFare[];
  /** False when the same question should be asked again soon. */
  readonly isComplete: boolean;
  readonly seenAt: Date;
}

/**
 * The cheapest journey of each date pair: what a flight search for the pair puts first. Between several cities each two
 * are looked at by themselves, so that nobody flies home from another city than they flew to.
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
