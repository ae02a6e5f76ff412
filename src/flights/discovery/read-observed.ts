import type { App, Caller } from '../../context.ts';
import type { ObservedPair } from '../model/day-coverage.ts';
import type { Discovery } from '../model/discovery.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { areFiltersDecided, isCheapestFirst, type StoredDates, toStoredDates } from '../model/observed-fare.ts';
import { isValidOffer } from '../model/validate-offer.ts';
import { observedReader, observedRoute } from '../observed/observed-route.ts';
import type { CalendarOffers, CalendarRequest } from './calendar-request.ts';

/**
 * What earlier searches have seen of each date pair at suppliers that publish no fares. Asks no supplier. An offer
 * passes the door check again: what is stored may be of an earlier version of this code.
 */
export async function readObserved(
  app: App,
  caller: Caller,
  discovery: Discovery,
  { origin, destination, dates, isCheapestEnough }: CalendarRequest,
  signal: AbortSignal,
): Promise<Pick<CalendarOffers, 'offers' | 'observedPairs'>> {
  const reader = await observedReader(app, caller, signal);
  const route = observedRoute(app, [origin, destination], discovery);
  const stored = dates.map(toStoredDates);
  const positions = new Map(stored.map((pair, index) => [keyOf(pair), index]));
  const observedPairs: (ObservedPair | undefined)[] = dates.map(() => undefined);
  const offers: SourcedOffer[] = [];
  const isDecided = areFiltersDecided(discovery.filters);
  const wanted = isCheapestEnough && isCheapestFirst(discovery.filters) ? 'cheapest' : 'all';
  for (const { observed, ...pair } of await app.observedFares.read(route, stored, reader, wanted)) {
    const queryIndex = positions.get(keyOf(pair));
    if (queryIndex === undefined) continue;
    const { supplierId, supplierName, seenAt } = observed;
    const valid = observed.offers.filter((offer) => isValidOffer(offer, (currency) => app.rates.supports(currency)));
    // What cannot be shown says nothing: it is not that nothing flies.
    if (valid.length === 0 && observed.offers.length > 0) continue;
    const before = observedPairs[queryIndex];
    observedPairs[queryIndex] = {
      seenAt: before !== undefined && before.seenAt < seenAt ? before.seenAt : seenAt,
      isDecided: (before?.isDecided ?? true) && (isDecided || observed.isWhole),
    };
    for (const offer of valid) offers.push({ supplierId, supplierName, queryIndex, offer, observedAt: seenAt });
  }
  return { offers, observedPairs };
}

function keyOf({ departureDate, stayDays }: StoredDates): string {
  return `${departureDate}/${stayDays}`;
}
