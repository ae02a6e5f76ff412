import type { App, Caller } from '../../context.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { runPartsFairly } from '../../platform/scheduling/in-parts.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import { todayIn } from '../../travel/dates.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import type { FareCoverage } from '../model/coverage.ts';
import { type ObservedPair, olderOf } from '../model/day-coverage.ts';
import type { FlightSearch } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { areFiltersDecided, toStoredDates } from '../model/observed-fare.ts';
import { isValidOffer } from '../model/validate-offer.ts';
import { observedJourney, observedReader, observedRoute } from '../observed/observed-route.ts';
import { type CachedFares, cacheFares, findCachedFares, type FoundFares } from './fare-cache.ts';
import { displayInParts, type DisplayResult } from './filter-and-price.ts';
import { searchFlightSuppliers, searchPublished } from './search-flight-suppliers.ts';
import { settleCurrency } from './settle-currency.ts';

/** A search that is answered without asking anybody. */
interface CachedCall {
  readonly search: FlightSearch;
  readonly fees: ServiceFees;
  readonly signal: AbortSignal;
}

/** What an answer shows of fares that were not searched for it. */
export interface CachedResult {
  /** The search in the currency that is shown. */
  readonly search: FlightSearch;
  readonly display: DisplayResult;
  /** The offers that `display` was filtered from. */
  readonly found: readonly SourcedOffer[];
  /** When the fares were seen, by query index; an offer that says it itself was seen then. */
  readonly seenAt: readonly Date[];
  readonly beyondBound: number;
  /** How many queries are known from earlier searches, and of how many no fare is known. */
  readonly known: Pick<FareCoverage, 'observed' | 'missing' | 'asOf'>;
}

/**
 * The answer without live offers: cached fares where this organization searched before, else fares that suppliers
 * publish and, of those that publish none, what searches have seen. Asks no supplier for a live fare.
 */
export async function findCachedInsteadOfLive(app: App, caller: Caller, call: CachedCall): Promise<CachedResult> {
  const { search, signal, fees } = call;
  const entries: (CachedFares | undefined)[] = [];
  for (const query of search.queries) {
    entries.push(findCachedFares(app, caller, query));
    await yieldIfBusy(signal);
  }
  const published = await findPublished(app, caller, call, entries);
  const seen: ObservedQuery[] = [];
  for (const [index, query] of search.queries.entries())
    seen.push(isSearched(entries[index]) ? NOTHING_OBSERVED : await readObservedQuery(app, caller, query, index, call));
  const found = published.map((fares, index) => ({
    ...fares,
    offers: [...fares.offers, ...(seen[index]?.offers ?? [])],
  }));
  const offers = found.flatMap((fares, queryIndex) =>
    fares.offers.map((offer): SourcedOffer => ({ ...offer, queryIndex })),
  );
  const settled = settleCurrency(app.rates, search, offers);
  const display = await runPartsFairly(displayInParts(app, offers, { ...settled, fees }), signal);
  return {
    search: settled,
    display,
    found: offers,
    seenAt: found.map((fares) => seenAtOf(fares) ?? caller.now),
    beyondBound: found.reduce((sum, { omitted }) => sum + omitted, 0),
    known: countKnown({ entries, published, seen, display }),
  };
}

/** When a price was seen. Published fares are as old as their publication, however late they are read. */
export function seenAtOf(fares: Partial<Pick<CachedFares, 'searchedAt' | 'publishedAt'>> = {}): Date | undefined {
  return fares.publishedAt ?? fares.searchedAt;
}

type PublishedFares = FoundFares & { readonly searchedAt?: Date };

/** By query: what is cached, else what suppliers publish, which is cached then. */
async function findPublished(
  app: App,
  caller: Caller,
  { search, signal }: CachedCall,
  entries: readonly (CachedFares | undefined)[],
): Promise<readonly PublishedFares[]> {
  const unknown = search.queries.filter((_, index) => entries[index] === undefined);
  const answer =
    unknown.length === 0
      ? undefined
      : await searchFlightSuppliers(app, caller, {
          queries: unknown,
          timeoutMs: search.supplierTimeoutMs,
          signal,
          method: searchPublished,
        });
  const publishedAt = publicationOf(caller.now);
  const isPublishedAnywhere = app.flightSuppliers.some(({ publishedOffers }) => publishedOffers !== undefined);
  return search.queries.map((query, queryIndex) => {
    const known = entries[queryIndex];
    if (known !== undefined) return known;
    const position = unknown.indexOf(query);
    const offers = answer?.offers.filter((offer) => offer.queryIndex === position) ?? [];
    const fresh = {
      offers: offers.map((offer) => ({ ...offer, queryIndex })),
      omitted: answer?.omitted[position] ?? 0,
      publishedAt,
    };
    // Where nobody publishes, nothing was found because nobody was asked.
    if (isPublishedAnywhere) cacheFares(app, caller, query, fresh);
    return fresh;
  });
}

/** Whether what is cached is of a live search: it holds every supplier's offers. */
function isSearched(entry: CachedFares | undefined): boolean {
  return entry !== undefined && entry.publishedAt === undefined;
}

/** What searches have seen of a query at suppliers that publish no fares. */
interface ObservedQuery {
  readonly offers: readonly SourcedOffer[];
  /** Undefined: nobody has looked. */
  readonly observedPair: ObservedPair | undefined;
}
const NOTHING_OBSERVED: ObservedQuery = { offers: [], observedPair: undefined };

async function readObservedQuery(
  app: App,
  caller: Caller,
  query: FlightQuery,
  queryIndex: number,
  { search, signal }: CachedCall,
): Promise<ObservedQuery> {
  const journey = observedJourney(app, query);
  if (journey === undefined) return NOTHING_OBSERVED;
  const { suppliers, ...reader } = await observedReader(app, caller, signal);
  // One that publishes its offers has them in the answer already, whatever else it publishes.
  const publishers = app.flightSuppliers.filter(({ publishedOffers }) => publishedOffers !== undefined);
  const others = suppliers.filter(({ supplierId }) => !publishers.some(({ id }) => id === supplierId));
  const route = observedRoute(app, journey.cities, query);
  const dates = [toStoredDates(journey.dates)];
  const fares = await app.observedFares.read(route, dates, { ...reader, suppliers: others }, 'all');
  const [first] = fares;
  if (first === undefined) return NOTHING_OBSERVED;
  const isDecided = areFiltersDecided(search.filters) || fares.every(({ observed }) => observed.isWhole);
  const seenAt = fares.reduce(
    (oldest, { observed }) => (observed.seenAt < oldest ? observed.seenAt : oldest),
    first.observed.seenAt,
  );
  const offers = fares.flatMap(({ observed: { supplierId, supplierName, offers: stored, seenAt: observedAt } }) =>
    stored
      .filter((offer) => isValidOffer(offer, (currency) => app.rates.supports(currency)))
      .map((offer): SourcedOffer => ({ supplierId, supplierName, queryIndex, offer, observedAt })),
  );
  return { offers, observedPair: { seenAt, isDecided } };
}

function countKnown({
  entries,
  published,
  seen,
  display,
}: {
  readonly entries: readonly (CachedFares | undefined)[];
  readonly published: readonly PublishedFares[];
  readonly seen: readonly ObservedQuery[];
  readonly display: DisplayResult;
}): CachedResult['known'] {
  const shown = new Set(display.shown.map(({ queryIndex }) => queryIndex));
  let [observed, missing, asOf]: [number, number, Date | undefined] = [0, 0, undefined];
  for (const [index, fares] of published.entries()) {
    const observedPair = seen[index]?.observedPair;
    const isOfSearch = isSearched(entries[index]);
    if (isOfSearch || (observedPair !== undefined && (observedPair.isDecided || shown.has(index)))) {
      observed += 1;
      asOf = olderOf(asOf, isOfSearch ? fares.searchedAt : observedPair?.seenAt);
    } else if (fares.offers.length === 0) missing += 1;
  }
  return { observed, missing, asOf };
}

/** Suppliers publish fares once a day, for the whole day in UTC. */
function publicationOf(now: Date): Date {
  return new Date(`${todayIn('UTC', now)}T00:00:00Z`);
}
