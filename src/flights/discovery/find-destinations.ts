import type { App, Caller } from '../../context.ts';
import type { Candidate } from './discovery-caches.ts';
import type { FoundCity } from '../model/discovery.ts';
import { type DayCoverage, type MissingFare, olderOf } from '../model/day-coverage.ts';
import { type Knowledge, KnowledgeOfDates } from './search-calendar.ts';
import { lowestPrice, type DisplayOffer } from '../model/flight-search.ts';
import { PartialInsertionSort } from '../model/partial-insertion-sort.ts';
import { scoreBase, scoreOffer, sortOffers } from '../model/sort-offers.ts';
import { listCandidateCities } from './list-candidate-cities.ts';
import { type DiscoveryCall, findCheapestOffers } from './find-cheapest-offers.ts';

/**
 * The least share of its estimate that an exact price is expected to be: a city at EUR 85.00 is shown once every city
 * still to be priced is estimated at EUR 100.00 or more. One city in a hundred undercuts it (its cheapest itinerary has
 * connections that estimates leave out) and may appear late.
 */
const EXACT_SHARE_LEAST = 0.85;
const CITIES_AT_ONCE = 8;
/**
 * How many priced cities may wait for cheaper ones. Where prices are far above their estimates (departure tomorrow, a
 * party of nine), one page would otherwise price the whole world. Beyond this, the cheapest waiting city is shown, and
 * the order is only approximate.
 */
const WAITING_MAX = 384;
/** `recommendation` sorts the fifty cheapest cities among themselves, then the next fifty. */
const RECOMMENDATION_GROUP_SIZE = 50;

/** A page of cities. */
export interface Destinations {
  readonly cities: readonly FoundCity[];
  /** Exact once every city has been priced, which the last page has done; until then the number of candidates. */
  readonly total: number;
  readonly nextOffset: number | undefined;
  /** False when a repeat should query the suppliers again: one of them did not answer. */
  readonly isComplete: boolean;
  /** What earlier searches know of the date pairs that were looked up. */
  readonly known: KnownPairs;
  /** Date pairs that were looked up and of which no fare is known. */
  readonly missing: readonly MissingFare[];
}

/** How many date pairs between two cities are known, and by what. */
export interface KnownPairs {
  readonly observed: number;
  readonly sampled: number;
  /** The oldest of them. */
  readonly asOf: Date | undefined;
  /** Whether every date pair that was asked for was looked up, so that the others are missing. */
  readonly isCounted: boolean;
}

/**
 * Finds the cheapest flights to each city. Estimates choose the order of pricing and the dates; exact prices decide the
 * order shown. Every fare shown is the one that a flight search for its dates puts first.
 */
export async function findDestinations(app: App, caller: Caller, call: DiscoveryCall): Promise<Destinations> {
  const { limit, offset, sort } = call.discovery;
  const { candidates, isComplete, isEveryPair } = await listCandidateCities(app, caller, call);
  const end = offset + limit;
  const until = sort === 'lowest' ? end : Math.ceil(end / RECOMMENDATION_GROUP_SIZE) * RECOMMENDATION_GROUP_SIZE;
  const priced = await priceInOrder(app, caller, call, { candidates, until: until + 1 });
  const cities =
    sort === 'lowest' ? withBase(priced.cities.slice(offset, end)) : recommend(priced.cities).slice(offset, end);
  return {
    cities,
    total: priced.isAll ? priced.cities.length : candidates.length,
    nextOffset: priced.cities.length > end ? end : undefined,
    isComplete: isComplete && priced.isComplete,
    ...countKnown(priced.coverage, priced.isAll && isEveryPair),
    missing: priced.missing,
  };
}

function countKnown(coverage: readonly DayCoverage[], isCounted: boolean): Pick<Destinations, 'known'> {
  return {
    known: {
      observed: coverage.reduce((sum, day) => sum + day.observed, 0),
      sampled: coverage.reduce((sum, day) => sum + day.sampled, 0),
      asOf: coverage.reduce<Date | undefined>((oldest, day) => olderOf(oldest, day.asOf), undefined),
      isCounted: isCounted && coverage.length > 0,
    },
  };
}

type PricedCity = Omit<FoundCity, 'scoreBase'>;
interface PricedCities extends Knowledge {
  readonly cities: readonly PricedCity[];
  readonly isAll: boolean;
  readonly isComplete: boolean;
}
interface PriceRequest {
  readonly candidates: readonly Candidate[];
  /** How many cities to return, counted from the first of the list. */
  readonly until: number;
}

async function priceInOrder(
  app: App,
  caller: Caller,
  call: DiscoveryCall,
  { candidates, until }: PriceRequest,
): Promise<PricedCities> {
  const order = new PartialInsertionSort<PricedCity>((city) => lowestPrice(city.flights[0]));
  const cities: PricedCity[] = [];
  const coverage: DayCoverage[] = [];
  const missing: MissingFare[] = [];
  let isComplete = true;
  let next = 0;
  while (next < candidates.length && cities.length < until) {
    const batch = candidates.slice(next, next + CITIES_AT_ONCE);
    next += batch.length;
    for (const priced of await Promise.all(batch.map((candidate) => priceCity(app, caller, call, candidate)))) {
      isComplete &&= priced.isComplete;
      coverage.push(...priced.coverage);
      missing.push(...priced.missing);
      if (priced.city !== undefined) order.push(priced.city);
    }
    const upcoming = candidates[next];
    cities.push(
      ...order.releaseUpTo(
        upcoming === undefined ? Number.POSITIVE_INFINITY : (upcoming.estimate ?? 0) * EXACT_SHARE_LEAST,
      ),
    );
    cities.push(...order.releaseOverflow(WAITING_MAX));
  }
  return { cities, isAll: next >= candidates.length, isComplete, coverage, missing };
}

interface CityAnswer extends Knowledge {
  /** Undefined when no flights to the city match. */
  readonly city: PricedCity | undefined;
  readonly isComplete: boolean;
}

async function priceCity(
  app: App,
  caller: Caller,
  call: DiscoveryCall,
  { city, searches }: Candidate,
): Promise<CityAnswer> {
  const { flightsPerDestination } = call.discovery;
  const found: DisplayOffer[] = [];
  const coverage: DayCoverage[] = [];
  const missing: MissingFare[] = [];
  let isComplete = true;
  let seenAt = caller.now;
  for (const { origin, dates } of searches) {
    const seen = await findCheapestOffers(app, caller, call, {
      origin,
      destination: city,
      dates,
      perPair: flightsPerDestination,
    });
    isComplete &&= seen.isComplete;
    if (seen.seenAt < seenAt) seenAt = seen.seenAt;
    const known = new KnowledgeOfDates(dates, call.sampled);
    known.add([origin, city], seen);
    coverage.push(...known.read().coverage);
    missing.push(...known.read().missing);
    found.push(...seen.shown);
  }
  const sorted = searches.length > 1 ? sortOffers(found, 'lowest') : found;
  const [first, ...others] = sorted.slice(0, flightsPerDestination);
  return {
    city: first && { cityCode: city.cityCode, flights: [first, ...others], seenAt },
    isComplete,
    coverage,
    missing,
  };
}

function withBase(cities: readonly PricedCity[]): readonly FoundCity[] {
  const base = scoreBase(cities.map(({ flights: [lowest] }) => lowest));
  return cities.map((city) => ({ ...city, scoreBase: base }));
}

/** Sorts each fifty cities by the score of their cheapest flight, measured against the best of the fifty. */
function recommend(cities: readonly PricedCity[]): readonly FoundCity[] {
  const ordered: FoundCity[] = [];
  for (let start = 0; start < cities.length; start += RECOMMENDATION_GROUP_SIZE) {
    const together = withBase(cities.slice(start, start + RECOMMENDATION_GROUP_SIZE));
    const scored = together.map((city) => ({ city, score: scoreOffer(city.flights[0], city.scoreBase) }));
    ordered.push(...scored.sort((a, b) => b.score - a.score).map(({ city }) => city));
  }
  return ordered;
}
