import type { App, Caller } from '../../context.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { runPartsFairly } from '../../platform/scheduling/in-parts.ts';
import { refuseUnsupplied } from '../../suppliers/calls/for-sale.ts';
import { assertAnswered, describeReplies, type SearchStatus } from '../../suppliers/calls/query-suppliers.ts';
import { coverageOfAdvice } from './advice-coverage.ts';
import { cacheFares, findCachedFares } from './fare-cache.ts';
import { type CachedResult, findCachedInsteadOfLive, seenAtOf } from './cached-instead-of-live.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import type { FareQuantiles } from '../model/advice.ts';
import { type FareCoverage, findCoverage } from '../model/coverage.ts';
import { countInParts, type Facets } from '../model/facets.ts';
import { type FlightSearch, lowestOffer, type DisplayOffer } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { type ScoreBase, scoreBase } from '../model/sort-offers.ts';
import { measureMarket, recordPriceObservations } from '../history/price-advice.ts';
import { settleCurrency } from './settle-currency.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import type { CallPurpose } from '../../suppliers/ports/supplier.ts';
import {
  searchLive,
  type FlightSupplierRequest,
  type FlightSupplierResult,
  searchFlightSuppliers,
} from './search-flight-suppliers.ts';
import { recordObservedFares } from '../observed/record-observed-fares.ts';
import { type ExcludedCounts, displayInParts, type DisplayResult } from './filter-and-price.ts';

/** How many cached itineraries a live answer shows for comparison. */
const ITINERARIES_BESIDE_LIVE = 5;
/** Those itineraries are chosen, after filters, from this many of the cheapest cached offers of each query. */
const CANDIDATES_BESIDE_LIVE = 40;

/**
 * `live`: shop now, and fail when no supplier answers (/v1). `live_or_cached`: shop now, fall back to cached
 * itineraries. `cached`: do not shop (/api/v1 without allow_live_shop).
 */
export type ShopMode = 'live' | 'live_or_cached' | 'cached';
/** How the live part of a search went; `not_eligible`: none was requested. */
type LiveSearchStatus = SearchStatus | 'not_eligible';

/** A cached itinerary and when its price was seen. */
interface CachedOffer {
  readonly shown: DisplayOffer;
  readonly seenAt: Date;
}
/** The result of a search, before it is presented in a language. */
export interface SearchResult {
  readonly search: Pick<FlightSearch, 'currency' | 'destinationCity' | 'filtersApplied' | 'passengers'>;
  readonly live: readonly DisplayOffer[];
  readonly itineraries: readonly CachedOffer[];
  readonly liveStatus: LiveSearchStatus;
  readonly statuses: readonly SupplierStatus[];
  /** Counts live offers when live shopping succeeded, else itineraries; the facets count the same list. */
  readonly total: number;
  readonly nextOffset: number | undefined;
  /** The cheapest offer of the whole result before service fees: what demand records of the search. */
  readonly cheapest: DisplayOffer | undefined;
  readonly facets: Facets;
  readonly excluded: ExcludedCounts;
  /** Matching journeys that suppliers left out because a query asks for at most 150 offers. */
  readonly beyondBound: number;
  readonly scoreBase: ScoreBase;
  /** The quantiles of each query's market, by query index; undefined where nothing was found. */
  readonly advice: readonly (FareQuantiles | undefined)[];
  /** What the cached part of the answer and the advice do not know; undefined where they know all there is. */
  readonly coverage: FareCoverage | undefined;
  /** False when a repeat should search again: a supplier failed, nothing was found, or an offer ends early. */
  readonly isCacheable: boolean;
}
/** A search and how to run it. */
export interface SearchCall {
  readonly search: FlightSearch;
  readonly mode: ShopMode;
  /** The organization's fees, read once: all prices of one answer or stream are made with them. */
  readonly fees: ServiceFees;
  /** Whose share of a supplier's daily budget it uses; by default that of a search, or of a further page. */
  readonly purpose?: CallPurpose | undefined;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}

/**
 * Searches flights: live offers from every supplier, itineraries from the fare cache. Writes nothing to the database.
 */
export async function searchFlights(app: App, caller: Caller, call: SearchCall): Promise<SearchResult> {
  assertSupplied(app);
  const shop = call.mode === 'cached' ? undefined : await searchFlightSuppliers(app, caller, toSupplierRequest(call));
  return await concludeSearch(app, caller, call, shop);
}

/** Throws 503 where there is no flight supplier at all, or none for sale. */
export function assertSupplied(app: App): void {
  if (app.flightSuppliers.length === 0) throw refuseUnsupplied(app, 'flight');
}

/** The request to the suppliers for a live search. */
export function toSupplierRequest(call: SearchCall): FlightSupplierRequest {
  const { search, signal } = call;
  // A later page continues what the first one found: a supplier that stores its answers is not searched again for it.
  const purpose = call.purpose ?? (search.offset > 0 ? 'page' : 'search');
  return { queries: search.queries, timeoutMs: search.supplierTimeoutMs, signal, method: searchLive, purpose };
}

/**
 * Turns the suppliers' answers into the result of the search; `shop` is undefined when they were not queried. Throws
 * their failure when the mode is `live` and none answered.
 *
 * For PAR to NYC on 2027-03-05 with limit 20, suppliers return 180 live offers: `live` holds the 20 cheapest, and
 * `itineraries` five of those that a search 10 minutes ago found. When all suppliers fail in mode `live_or_cached`,
 * `live` is empty and `itineraries` holds the 20 cheapest from the fare cache or, on a first search, published fares
 * that were seen at 00:00 UTC and, of suppliers that publish none, what searches have seen.
 */
export async function concludeSearch(
  app: App,
  caller: Caller,
  call: SearchCall,
  shop: FlightSupplierResult | undefined,
): Promise<SearchResult> {
  const { mode, signal } = call;
  if (shop && mode === 'live') assertAnswered(shop.statuses);
  const settled = settleCurrency(app.rates, call.search, shop?.offers ?? []);
  const liveDisplay =
    shop && (await runPartsFairly(displayInParts(app, shop.offers, { ...settled, fees: call.fees }), signal));
  const liveStatus = shop === undefined ? 'not_eligible' : describeReplies(shop.statuses);
  const isLive = liveStatus === 'ok' || liveStatus === 'partial';
  const cached =
    isLive && liveDisplay
      ? await findCachedBesideLive(app, caller, { ...call, search: settled }, liveDisplay)
      : await findCachedInsteadOfLive(app, caller, call);
  const { search } = cached;
  const display = isLive && liveDisplay ? liveDisplay : cached.display;
  const page = display.shown.slice(search.offset, search.offset + search.limit);
  const end = search.offset + search.limit;
  const advice = await measureMarkets(app, caller, search, {
    shown: isLive ? [...display.shown, ...cached.display.shown] : display.shown,
    found: isLive && shop ? shop.offers : cached.found,
  });
  // Only now: advice compares this answer with what was observed before it.
  if (shop) cacheAfterAnswer(app, caller, search, shop);
  return {
    search,
    live: isLive ? page : [],
    itineraries: (isLive ? cached.display.shown : page).map((shown) => ({
      shown,
      seenAt: shown.observedAt ?? cached.seenAt[shown.queryIndex] ?? caller.now,
    })),
    liveStatus,
    statuses: shop?.statuses ?? [],
    total: display.shown.length,
    nextOffset: end < display.shown.length ? end : undefined,
    cheapest: lowestOffer(display.shown),
    facets: await runPartsFairly(countInParts(display.shown, search.currency), signal),
    excluded: display.excluded,
    beyondBound: isLive && shop ? sum(shop.omitted) : cached.beyondBound,
    scoreBase: scoreBase(display.shown),
    advice,
    coverage: isLive
      ? await coverageOfAdvice(app, caller, { queries: search.queries, shown: display.shown, advice })
      : findCoverage(app.flightSuppliers, 'publishedOffers', cached.known),
    isCacheable:
      (liveStatus === 'ok' || liveStatus === 'not_eligible') &&
      page.length > 0 &&
      page.every(({ offer }) => offer.expiresAt === undefined),
  };
}

/**
 * The cached itineraries to show beside live offers. A first search has none, so it shows the live offers: from now on
 * the cache holds them.
 */
async function findCachedBesideLive(
  app: App,
  caller: Caller,
  { search, signal, fees }: SearchCall,
  liveDisplay: DisplayResult,
): Promise<CachedResult> {
  const isFirstPage = search.offset === 0;
  const entries = isFirstPage
    ? search.queries.map((query) => findCachedFares(app, caller, query, CANDIDATES_BESIDE_LIVE))
    : [];
  const known = entries.flatMap((entry, queryIndex) =>
    (entry?.offers ?? []).map((offer) => ({ ...offer, queryIndex })),
  );
  const display =
    known.length > 0 ? await runPartsFairly(displayInParts(app, known, { ...search, fees }), signal) : liveDisplay;
  const shown = isFirstPage ? display.shown.slice(0, Math.min(search.limit, ITINERARIES_BESIDE_LIVE)) : [];
  return {
    search,
    display: { ...display, shown },
    found: known,
    seenAt: entries.map((entry) => seenAtOf(entry) ?? caller.now),
    beyondBound: 0,
    known: { observed: 0, missing: 0, asOf: undefined },
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Measures what the market of each query has cost; undefined for a query none of whose offers is shown. */
export async function measureMarkets(
  app: App,
  caller: Caller,
  search: FlightSearch,
  offers: { readonly shown: readonly DisplayOffer[]; readonly found: readonly SourcedOffer[] },
): Promise<readonly (FareQuantiles | undefined)[]> {
  return await Promise.all(
    search.queries.map(async (query, queryIndex) => {
      await yieldIfBusy();
      const ofQuery = <T extends { readonly queryIndex: number }>(all: readonly T[]) =>
        search.queries.length === 1 ? all : all.filter((offer) => offer.queryIndex === queryIndex);
      return await measureMarket(app, caller, {
        query,
        currency: search.currency,
        shown: ofQuery(offers.shown),
        found: ofQuery(offers.found),
        isFiltered: search.filtersApplied.length > 0,
      });
    }),
  );
}

/**
 * Caches and records the fares that a search found, once the answer is on its way. `nextTick` runs after the pending
 * callbacks of this tick of the event loop. Waiting for a later tick would retain the offers of every search of this
 * tick, and the garbage collector would promote them to old space.
 */
function cacheAfterAnswer(app: App, caller: Caller, search: FlightSearch, shop: FlightSupplierResult): void {
  if (shop.statuses.some((status) => status.failure !== undefined)) return;
  process.nextTick(() => {
    cacheQueries(app, caller, search, shop).catch((err) =>
      app.log.error({ err }, 'the answer of a search could not be cached'),
    );
  });
}

async function cacheQueries(app: App, caller: Caller, search: FlightSearch, shop: FlightSupplierResult): Promise<void> {
  for (const [queryIndex, query] of search.queries.entries()) {
    if (queryIndex > 0) await yieldIfBusy();
    const offers =
      search.queries.length === 1 ? shop.offers : shop.offers.filter((offer) => offer.queryIndex === queryIndex);
    const omitted = shop.omitted[queryIndex] ?? 0;
    cacheFares(app, caller, query, { offers, omitted });
    recordPriceObservations(app, caller, query, offers);
    // A further page is made of what the first one found: it was seen then.
    if (search.offset === 0) await recordObservedFares(app, caller, caller.organizationId, { query, offers, omitted });
  }
}
