import { createHash } from 'node:crypto';
import { installationId } from '../../../platform/ids.ts';
import type { FlightOffer, FlightQuery } from '../../../travel/flight.ts';
import type { PassengerCounts } from '../../../travel/passengers.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { CacheScope } from '../../common/sealed-cache.ts';
import type { FoundFlights, ReportFound } from '../../ports/flights.ts';
import type { CallPurpose, SupplierContext } from '../../ports/supplier.ts';
import { type DuffelAdapter, accountForSale } from '../adapter.ts';
import { sayKnownFees, type Supports } from '../mapping/known-fees.ts';
import { askAtOnce } from './journey-ask.ts';
import { type FoundJourneys, unpackOffer } from './map-search.ts';
import { askInBatches } from './search-batches.ts';
import { type OfferRequest, toOfferRequests } from './search-request.ts';

/**
 * How old an answer each purpose takes. A page continues the search it belongs to; what discovery sees is said to be of
 * now. Monitors of one journey are due at one time: the first asks for all of them.
 */
const AGE_MS_MAX: Readonly<Record<CallPurpose, number>> = {
  search: 60_000,
  page: Number.POSITIVE_INFINITY,
  discovery: 60_000,
  monitor: 15 * 60_000,
  booking: 60_000,
  servicing: 60_000,
};
/** Journeys of one search that are stored, of which a query gets the cheapest that it lets through. */
const JOURNEYS_STORED_MAX = 300;
/** Changes when stored answers of an earlier version of this code could be misread. */
const FORMAT = 'duffel journeys 1';

/**
 * Offers for a query, cheapest first; with `report` batch by batch, unless an answer is stored. Throws SupplierFailure.
 */
export async function searchOffers(
  adapter: DuffelAdapter,
  query: FlightQuery,
  context: SupplierContext,
  report?: ReportFound,
): Promise<FoundFlights> {
  const account = await accountForSale(adapter, context);
  const requests = toOfferRequests(query, adapter.places);
  const soFar = new Map<OfferRequest, FoundJourneys>();
  const reportPart = (request: OfferRequest) => (journeys: FoundJourneys) => {
    soFar.set(request, journeys);
    report?.(toFound([...soFar.values()], query, adapter.supports));
  };
  const answers = await Promise.allSettled(
    requests.map(async (request) => {
      const reportSoFar = report && reportPart(request);
      const journeys = await findJourneys(adapter, account, context, { request, query, report: reportSoFar });
      // The others may take longer, or fail.
      if (requests.length > 1) reportSoFar?.(journeys);
      return journeys;
    }),
  );
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  // Batches that came before a failure were reported, and count as a part of the answer.
  if (failures.length > 0 && (found.length === 0 || soFar.size > 0)) throw failures[0];
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
  /** Takes the journeys so far, where they are wanted as they come. */
  readonly report?: ((soFar: FoundJourneys) => void) | undefined;
}

/** The journeys of one offer request: stored ones where they are young enough, else Duffel's answer of now. */
async function findJourneys(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { request, query, report }: JourneySearch,
): Promise<FoundJourneys> {
  const resultSet = nameOf(request, query.passengers);
  const { purpose, signal } = context;
  return await adapter.resultSets.findOrAsk(
    scopeOf(account, context),
    [FORMAT, resultSet],
    { maxAgeMs: AGE_MS_MAX[purpose], purpose, signal },
    async (ended) => {
      const task = { passengers: query.passengers, journeysMax: JOURNEYS_STORED_MAX, resultSet };
      const ask = { adapter, account, context, request, task, signal: ended };
      const value = report === undefined ? await askAtOnce(ask) : await askInBatches(ask, report);
      return { value, lifeMs: value.offers.length === 0 ? Math.min(value.lifeMs, EMPTY_LIFE_MS) : value.lifeMs };
    },
  );
}
/** That nothing flies is asked again soon. */
const EMPTY_LIFE_MS = 60_000;

/**
 * Whose the answer is: its organization's. What a monitor learns through the account that organizations share is read
 * by all of them: each would ask the same and be answered the same, and nobody buys by it.
 */
function scopeOf(account: SupplierAccount, { organizationId, purpose }: SupplierContext): CacheScope {
  const { accountId, supplier } = account;
  const isShared = purpose === 'monitor' && account.organizationId === undefined;
  return { organizationId: isShared ? installationId : organizationId, accountId, supplier };
}

/** A short name of a search, which is a part of the keys of its offers. They say who travels in the caller's words. */
function nameOf(request: OfferRequest, passengers: PassengerCounts): string {
  return createHash('sha256')
    .update(JSON.stringify([request, passengers]))
    .digest('base64url')
    .slice(0, NAME_LENGTH);
}
const NAME_LENGTH = 16;

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
