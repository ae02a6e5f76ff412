import { createHash } from 'node:crypto';
import type { FlightOffer, FlightQuery } from '../../../travel/flight.ts';
import type { PassengerCounts } from '../../../travel/passengers.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { CacheScope } from '../../common/sealed-cache.ts';
import type { FoundFlights } from '../../ports/flights.ts';
import { type CallPurpose, type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { type DuffelAdapter, accountForSale } from '../adapter.ts';
import { toFailure } from '../replies.ts';
import { sayKnownFees, type Supports } from '../mapping/known-fees.ts';
import { type FoundJourneys, type SearchTask, unpackOffer } from './map-search.ts';
import { requestOffers } from '../offer-calls.ts';
import { UNREADABLE_PARTS } from '../mapping/wire-offers.ts';
import { type OfferRequest, toOfferRequests } from './search-request.ts';

/** How old an answer each purpose takes. A page continues the search it belongs to; discovery shows cached prices. */
const AGE_MS_MAX: Readonly<Record<CallPurpose, number>> = {
  search: 60_000,
  page: Number.POSITIVE_INFINITY,
  discovery: Number.POSITIVE_INFINITY,
  monitor: 60_000,
  booking: 60_000,
  servicing: 60_000,
};
/** Duffel ignores a time-out outside of these. */
const SUPPLIER_TIMEOUT_MS = { min: 2_000, max: 60_000 } as const;
/** What of the deadline is left for the wire and for reading the answer. */
const OVERHEAD_MS = 1_500;
/** An answer that comes so much later than airlines were given is still stored for the next page. */
const LATE_MS = 10_000;
/** Journeys of one search that are stored, of which a query gets the cheapest that it lets through. */
const JOURNEYS_STORED_MAX = 300;
/** Changes when stored answers of an earlier version of this code could be misread. */
const FORMAT = 'duffel journeys 1';

/** Offers for a query, cheapest first. Throws SupplierFailure. */
export async function searchOffers(
  adapter: DuffelAdapter,
  query: FlightQuery,
  context: SupplierContext,
): Promise<FoundFlights> {
  const account = await accountForSale(adapter, context);
  const requests = toOfferRequests(query, adapter.places);
  const answers = await Promise.allSettled(
    requests.map((request) => findJourneys(adapter, account, context, { request, query })),
  );
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (found.length === 0 && failures.length > 0) throw failures[0];
  if (failures.length > 0) context.log.warn({ err: failures[0] }, 'Duffel: a part of a search failed');
  return toFound(found, query, adapter.supports);
}

/** The journeys a result set holds while it lives. Costs no call. */
export async function findStoredJourneys(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  resultSet: string,
): Promise<FoundJourneys | undefined> {
  return await adapter.resultSets.find<FoundJourneys>(scopeOf(account, context), [FORMAT, resultSet]);
}

interface JourneySearch {
  readonly request: OfferRequest;
  readonly query: Pick<FlightQuery, 'passengers'>;
}

/** The journeys of one offer request: stored ones where they are young enough, else Duffel's answer of now. */
async function findJourneys(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { request, query }: JourneySearch,
): Promise<FoundJourneys> {
  const resultSet = nameOf(request, query.passengers);
  const { purpose, signal } = context;
  return await adapter.resultSets.findOrAsk(
    scopeOf(account, context),
    [FORMAT, resultSet],
    { maxAgeMs: AGE_MS_MAX[purpose], purpose, signal },
    async (ended) => {
      const task = { passengers: query.passengers, journeysMax: JOURNEYS_STORED_MAX, resultSet };
      const value = await askForJourneys(adapter, account, context, { request, task, signal: ended });
      return { value, lifeMs: value.offers.length === 0 ? Math.min(value.lifeMs, EMPTY_LIFE_MS) : value.lifeMs };
    },
  );
}
/** That nothing flies is asked again soon. */
const EMPTY_LIFE_MS = 60_000;

function scopeOf({ accountId, supplier }: SupplierAccount, { organizationId }: SupplierContext): CacheScope {
  return { organizationId, accountId, supplier };
}

/** A short name of a search, which is a part of the keys of its offers. They say who travels in the caller's words. */
function nameOf(request: OfferRequest, passengers: PassengerCounts): string {
  return createHash('sha256')
    .update(JSON.stringify([request, passengers]))
    .digest('base64url')
    .slice(0, NAME_LENGTH);
}
const NAME_LENGTH = 16;

interface JourneyQuery {
  readonly request: OfferRequest;
  readonly task: Omit<SearchTask, 'receivedAtMs'>;
  /** Fires once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

async function askForJourneys(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { request, task, signal }: JourneyQuery,
): Promise<FoundJourneys> {
  const { client, mapper } = adapter;
  const { min, max } = SUPPLIER_TIMEOUT_MS;
  const supplierTimeoutMs = Math.round(Math.min(Math.max(context.deadlineMs - OVERHEAD_MS, min), max));
  const reply = await requestOffers(client, account, context, request, {
    supplierTimeoutMs,
    timeoutMs: supplierTimeoutMs + LATE_MS,
    signal,
    readBytes: (body) => mapper.map(body, { ...task, receivedAtMs: Date.now() }),
  });
  if (reply.kind !== 'done') throw toFailure(reply);
  reportUnreadable(adapter, context, reply.value);
  return reply.value;
}

/** Counts what was left out. Throws where nothing is left. */
function reportUnreadable(
  { countUnreadable }: DuffelAdapter,
  { log }: SupplierContext,
  { offers, unreadable, searchId }: FoundJourneys,
): void {
  const parts = UNREADABLE_PARTS.flatMap((part) => (unreadable[part] === undefined ? [] : [part]));
  if (parts.length === 0) return;
  for (const part of parts) countUnreadable(part, unreadable[part] ?? 0);
  log.warn({ unreadable, searchId, journeys: offers.length }, 'Duffel: offers that cannot be read');
  if (offers.length === 0) throw new SupplierFailure('error', 'Duffel answered offers of which none can be read.');
}

/** What the query lets through, cheapest first. */
function toFound(found: readonly FoundJourneys[], query: FlightQuery, supports: Supports): FoundFlights {
  const offers = found
    .flatMap((journeys) => journeys.offers.map((offer) => sayKnownFees(unpackOffer(offer), supports)))
    .filter((offer) => isWanted(offer, query.only));
  if (found.length > 1) offers.sort((a, b) => lowestOf(a) - lowestOf(b));
  const omitted = found.reduce((sum, journeys) => sum + journeys.omitted, 0);
  return {
    offers: offers.slice(0, query.offersMax),
    omitted: omitted + Math.max(0, offers.length - query.offersMax),
  };
}

function lowestOf({ fares }: FlightOffer): number {
  return fares[0]?.total.value ?? Number.POSITIVE_INFINITY;
}

/** The filters that decide which airlines are left, before the bound cuts; the rest is hidden later. */
function isWanted({ slices }: FlightOffer, only: FlightQuery['only']): boolean {
  if (only === undefined) return true;
  const { includeCarriers, excludeCarriers } = only;
  return slices.every(({ segments }) =>
    segments.every(
      ({ marketingCarrier, operatingCarrier }) =>
        (includeCarriers.length === 0 || includeCarriers.includes(marketingCarrier)) &&
        !excludeCarriers.includes(marketingCarrier) &&
        !excludeCarriers.includes(operatingCarrier),
    ),
  );
}
