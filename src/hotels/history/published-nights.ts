import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import { addMonths } from '../../demand/model/partition-months.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { medianOf } from '../../demand/model/observed-stay.ts';
import { querySuppliers } from '../../suppliers/calls/query-suppliers.ts';
import { installationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { convertMoney } from '../../travel/money.ts';
import { INDEX_MONTHS_AHEAD, INDEX_MONTHS_BACK, PUBLISHED_DAYS_AHEAD, sampleNights } from '../model/price-index.ts';

/**
 * Published nights are not waited for longer: the index is then answered without them, and they are requested anew the
 * next time.
 */
const PUBLISHED_TIMEOUT_MS = 2_000;
/** Cities whose published nights are remembered, each a hundred numbers. */
const CITIES_KEPT_MAX = 1_000;
/** A signal that never fires: what one client requested is cached even when it goes away. */
const NEVER = new AbortController().signal;

/** By the first day of the month: the medians of its published nights, minor units of USD. */
export type NightsByMonth = ReadonlyMap<IsoDate, readonly number[]>;

/**
 * One set for each App, so that two apps in one process (tests) share nothing. Losing it costs time, never an answer.
 */
const nightsOf = new WeakMap<App, LRUCache<string, Promise<NightsByMonth>>>();

/**
 * The usual night of a city in each month from 12 before `thisMonth` to 12 after it, as the sandbox's suppliers publish
 * it: the same for everybody, and asked once a month for each city; several that ask at once wait for one answer. Empty
 * in production.
 */
export async function publishedNights(
  app: App,
  now: Date,
  cityCode: string,
  thisMonth: IsoDate,
): Promise<NightsByMonth> {
  if (app.config.environment !== 'sandbox') return new Map();
  const nightsCache = nightsOf.get(app) ?? new LRUCache<string, Promise<NightsByMonth>>({ max: CITIES_KEPT_MAX });
  nightsOf.set(app, nightsCache);
  const key = `${cityCode}|${thisMonth}`;
  const known = nightsCache.get(key);
  if (known !== undefined) return await known;
  const pending = askFor(app, now, cityCode, thisMonth).then(({ nights, isComplete }) => {
    if (!isComplete) nightsCache.delete(key);
    return nights;
  });
  nightsCache.set(key, pending);
  return await pending;
}

/** Never rejects: an index is answered without the nights of a supplier that fails. */
async function askFor(
  app: App,
  now: Date,
  cityCode: string,
  thisMonth: IsoDate,
): Promise<{ readonly nights: NightsByMonth; readonly isComplete: boolean }> {
  const months = Array.from({ length: INDEX_MONTHS_BACK + 1 + INDEX_MONTHS_AHEAD }, (_, at) =>
    addMonths(thisMonth, at - INDEX_MONTHS_BACK),
  );
  const query = { cityCode, checkIns: months.flatMap(sampleNights), daysAhead: PUBLISHED_DAYS_AHEAD };
  // Nobody's organization: it has sold no room of these hotels.
  const pending = await querySuppliers(app, { organizationId: installationId, now }, app.hotelSuppliers, {
    purpose: 'discovery',
    timeoutMs: PUBLISHED_TIMEOUT_MS,
    signal: NEVER,
    ask: async (supplier, context) => (await supplier.publishedNights?.(query, context)) ?? [],
  });
  const prices = new Map<IsoDate, number[]>();
  for (const { checkIn, prices: asFiled } of pending.flatMap(({ answer }) => answer ?? [])) {
    const usd = asFiled
      .filter(({ value, currency }) => value > 0 && app.rates.supports(currency))
      .map((price) => convertMoney(price, OBSERVED_CURRENCY, app.rates.rate(price.currency, OBSERVED_CURRENCY)).value);
    prices.set(checkIn, [...(prices.get(checkIn) ?? []), ...usd]);
  }
  const nights = months.map(
    (month) => [month, sampleNights(month).flatMap((night) => medianOf(prices.get(night) ?? []) ?? [])] as const,
  );
  return {
    nights: new Map(nights.filter(([, medians]) => medians.length > 0)),
    isComplete: pending.every(({ status }) => status === 'ok'),
  };
}
