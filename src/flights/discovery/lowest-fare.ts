import type { App, Caller } from '../../context.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { sortOffers } from '../model/sort-offers.ts';
import { cityPairs, type Knowledge, KnowledgeOfDates } from './search-calendar.ts';
import { type DiscoveryCall, findCheapestOffers } from './find-cheapest-offers.ts';

/** How many itineraries `lowest_fare` answers at most. */
const LOWEST_FARES_MAX = 10;

/** The cheapest itineraries of one date pair, cheapest first. */
export interface LowestFares extends Knowledge {
  readonly shown: readonly DisplayOffer[];
  readonly isComplete: boolean;
  readonly seenAt: Date;
}

/**
 * Finds the cheapest journeys of one date pair from published fares: the first that a flight search for it would show.
 */
export async function findLowestFares(app: App, caller: Caller, call: DiscoveryCall): Promise<LowestFares> {
  const { discovery } = call;
  const found: DisplayOffer[] = [];
  const known = new KnowledgeOfDates(discovery.dates, call.sampled);
  let isComplete = true;
  let seenAt = caller.now;
  for (const [origin, destination] of cityPairs(discovery)) {
    const seen = await findCheapestOffers(app, caller, call, {
      origin,
      destination,
      dates: discovery.dates,
      perPair: LOWEST_FARES_MAX,
    });
    isComplete &&= seen.isComplete;
    if (seen.seenAt < seenAt) seenAt = seen.seenAt;
    known.add([origin, destination], seen);
    found.push(...seen.shown);
  }
  return { shown: sortOffers(found, 'lowest').slice(0, LOWEST_FARES_MAX), isComplete, seenAt, ...known.read() };
}
