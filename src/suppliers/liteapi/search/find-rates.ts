import type { SupplierAccount } from '../../common/account.ts';
import type { CallPurpose, SupplierContext } from '../../ports/supplier.ts';
import { type LiteapiAdapter, scopeOf } from '../adapter.ts';
import { isNothing, toFailure } from '../replies.ts';
import { NO_HOTELS, type RatedHotels } from './map-rates.ts';
import { nameOfSearch, type RatesPlace, type RatesQuery, toRatesRequest } from './rates-query.ts';

/** How old an answer each purpose takes. A page, or the rates of a hotel, continue the search they belong to. */
const AGE_MS_MAX: Readonly<Record<CallPurpose, number>> = {
  search: 60_000,
  page: Number.POSITIVE_INFINITY,
  discovery: Number.POSITIVE_INFINITY,
  monitor: 60_000,
  booking: 60_000,
  servicing: 60_000,
};
/** Rates are read for so long; a quote asks for their price of now. That nothing is free is asked again soon. */
const LIFE_MS = 15 * 60_000;
const EMPTY_LIFE_MS = 60_000;
/** LiteAPI's own advice is 6 to 12 seconds. */
const TIMEOUT_SECONDS = { min: 2, max: 12 } as const;
/** What of the deadline is left for the wire and for reading the answer. */
const OVERHEAD_MS = 1_500;
/** An answer that arrives this long after the time-out of its request is still stored for the next page. */
const LATE_MS = 5_000;
/** Changes when stored answers of an earlier version of this code could be misread. */
const FORMAT = 'liteapi rates 2';
/** No hotel has one of the ids that were asked for. */
const UNKNOWN_IDS = 4_000;

/** One search. */
export interface RatesSearch {
  readonly place: RatesPlace;
  readonly ratesQuery: RatesQuery;
  /** What its answer is stored under; `nameOfSearch` of place and query unless given. */
  readonly name?: string;
  /** True where a stored answer has proven to be outdated. */
  readonly mustAsk?: boolean;
}

/** The rates of a search: stored ones where they are young enough, else LiteAPI's answer of now. */
export async function findRates(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  search: RatesSearch,
): Promise<RatedHotels> {
  const { purpose, signal } = context;
  return await adapter.resultSets.findOrAsk(
    scopeOf(account, context),
    [FORMAT, search.name ?? nameOfSearch(search.place, search.ratesQuery)],
    { maxAgeMs: search.mustAsk === true ? 0 : AGE_MS_MAX[purpose], purpose, signal },
    async (ended) => {
      const value = await askForRates(adapter, account, context, { ...search, signal: ended });
      return { value, lifeMs: value.hotels.length === 0 ? EMPTY_LIFE_MS : LIFE_MS };
    },
  );
}

/** The rates a result set holds while it lives. Costs no call. */
export async function findStoredRates(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  resultSet: string,
): Promise<RatedHotels | undefined> {
  return await adapter.resultSets.find<RatedHotels>(scopeOf(account, context), [FORMAT, resultSet]);
}

async function askForRates(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { place, ratesQuery, signal }: RatesSearch & { readonly signal: AbortSignal },
): Promise<RatedHotels> {
  const { min, max } = TIMEOUT_SECONDS;
  const seconds = Math.min(Math.max(Math.floor((context.deadlineMs - OVERHEAD_MS) / 1_000), min), max);
  const task = { currency: ratesQuery.currency, roomCount: ratesQuery.rooms.length, now: adapter.clock.now() };
  const reply = await adapter.client.requestLarge(account, context, {
    host: 'read',
    method: 'POST',
    path: '/hotels/rates',
    body: toRatesRequest(place, ratesQuery, seconds),
    timeoutMs: seconds * 1_000 + LATE_MS,
    signal,
    readBytes: (body) => adapter.rates.read(body, task),
  });
  if (isNothing(reply)) return NO_HOTELS;
  if (reply.kind === 'error' && reply.code === UNKNOWN_IDS && 'hotelIds' in place) return NO_HOTELS;
  if (reply.kind !== 'done') throw toFailure(reply);
  reportLeftOut(adapter, context, reply.value);
  return reply.value;
}

function reportLeftOut({ countLeftOut }: LiteapiAdapter, { log }: SupplierContext, { hotels, leftOut }: RatedHotels) {
  for (const [reason, count] of Object.entries(leftOut)) countLeftOut(reason, count);
  if ((leftOut.unreadable ?? 0) > 0 || (leftOut.hotel ?? 0) > 0)
    log.warn({ leftOut, hotels: hotels.length }, 'LiteAPI: hotels or offers that cannot be read');
}
