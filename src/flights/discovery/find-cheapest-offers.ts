import type { App, Caller } from '../../context.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { queryCalendar } from './query-calendar-suppliers.ts';
import { keyOfDates, findOrQuery, type CachedOffers } from './discovery-caches.ts';
import type { CityAirports, Discovery } from '../model/discovery.ts';
import { type DatePair, lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { sortOffers } from '../model/sort-offers.ts';
import { displayOffers } from '../search/filter-and-price.ts';

/** A discovery and the signal that cancels it. */
export interface DiscoveryCall {
  readonly discovery: Discovery;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
  /** Journeys that were searched live for this very answer, as `journeyKeyOf` names them. */
  readonly sampled?: ReadonlySet<string>;
}

/**
 * How many offers more than requested are queried. A supplier ranks offers in its own currency; rounding in the
 * caller's currency may reorder neighbours, so the next two are compared as well.
 */
const EXTRA_OFFERS = 2;
const PAIRS_PER_BATCH = 50;

/** Two cities and the date pairs to travel on. */
export interface CheapestOffersQuery {
  readonly origin: CityAirports;
  readonly destination: CityAirports;
  readonly dates: readonly DatePair[];
  /** How many offers to return for each date pair. */
  readonly perPair: number;
}

/**
 * Returns the cheapest offers of each date pair between two cities that pass the filters, cheapest first. `queryIndex`
 * of an offer is the index of its date pair. Reuses what suppliers answered in the last 45 seconds; the price limit is
 * applied afterwards, so that changing it queries nobody again.
 */
export async function findCheapestOffers(
  app: App,
  caller: Caller,
  { discovery, signal }: DiscoveryCall,
  query: CheapestOffersQuery,
): Promise<CachedOffers> {
  const { origin, destination, dates, perPair } = query;
  const searchKey = `${origin.airports.join()}>${destination.airports.join()}|${keyOfDates(dates)}|${perPair}|${discovery.criteria}`;
  const seen = await findOrQuery(app.flightCaches.cheapestOffers, caller, searchKey, async () => {
    const request = { origin, destination, dates, offersMax: perPair + EXTRA_OFFERS, isCheapestEnough: perPair === 1 };
    const { offers, observedPairs, isComplete } = await queryCalendar(app, caller, discovery, request, signal);
    return {
      observedPairs,
      shown: await displayInBatches(app, { discovery, signal }, offers, perPair),
      isComplete,
      seenAt: caller.now,
    };
  });
  const { priceMax } = discovery.filters;
  return priceMax === undefined
    ? seen
    : { ...seen, shown: seen.shown.filter((offer) => lowestPrice(offer) <= priceMax.value) };
}

/** Displays a calendar of up to a thousand date pairs in batches, so that other requests can run in between. */
async function displayInBatches(
  app: App,
  { discovery, signal }: DiscoveryCall,
  offers: readonly SourcedOffer[],
  perPair: number,
): Promise<readonly DisplayOffer[]> {
  const filters = { ...discovery.filters, priceMax: undefined };
  const slices = Map.groupBy(offers, ({ queryIndex }) => Math.floor(queryIndex / PAIRS_PER_BATCH));
  const found: DisplayOffer[] = [];
  for (const slice of slices.values()) {
    await yieldIfBusy(signal);
    const { shown } = displayOffers(app, slice, { filters, currency: discovery.currency, sort: 'lowest' });
    found.push(...firstOfEachPair(shown, perPair));
  }
  return slices.size > 1 ? sortOffers(found, 'lowest') : found;
}

function firstOfEachPair(shown: readonly DisplayOffer[], perPair: number): readonly DisplayOffer[] {
  const taken = new Map<number, number>();
  return shown.filter(({ queryIndex }) => {
    const count = taken.get(queryIndex) ?? 0;
    taken.set(queryIndex, count + 1);
    return count < perPair;
  });
}
