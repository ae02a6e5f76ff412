import type { NightsByMonth } from './published-nights-cache.ts';
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
 * How long a request waits for published nights. After that the index is answered without them, and the next request
 * queries them again.
 */
const PUBLISHED_TIMEOUT_MS = 2_000;
/** A signal that never fires: nights are cached for the next request even when the client of this one goes away. */
const NEVER = new AbortController().signal;

/**
 * The usual night of a city in each month from 12 before `thisMonth` to 12 after it, as the sandbox's suppliers publish
 * it. They publish one price to every organization and are queried once a month for each city; concurrent requests
 * share one query. Empty in production.
 */
export async function readPublishedNights(
  app: App,
  now: Date,
  cityCode: string,
  thisMonth: IsoDate,
): Promise<NightsByMonth> {
  if (app.config.environment !== 'sandbox') return new Map();
  const key = `${cityCode}|${thisMonth}`;
  const cached = app.publishedNights.get(key);
  if (cached !== undefined) return await cached;
  const pending = fetchNights(app, now, cityCode, thisMonth).then(({ nights, isComplete }) => {
    if (!isComplete) app.publishedNights.delete(key);
    return nights;
  });
  app.publishedNights.set(key, pending);
  return await pending;
}

/** Never rejects: an index is answered without the nights of a supplier that fails. */
async function fetchNights(
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
  const replies = await querySuppliers(app, { organizationId: installationId, now }, app.hotelSuppliers, {
    purpose: 'discovery',
    timeoutMs: PUBLISHED_TIMEOUT_MS,
    signal: NEVER,
    ask: async (supplier, context) => (await supplier.publishedNights?.(query, context)) ?? [],
  });
  const prices = new Map<IsoDate, number[]>();
  for (const { checkIn, prices: asFiled } of replies.flatMap(({ answer }) => answer ?? [])) {
    const usd = asFiled
      .filter(({ value, currency }) => value > 0 && app.rates.converts(currency, OBSERVED_CURRENCY))
      .map((price) => convertMoney(price, OBSERVED_CURRENCY, app.rates.rate(price.currency, OBSERVED_CURRENCY)).value);
    prices.set(checkIn, [...(prices.get(checkIn) ?? []), ...usd]);
  }
  const nights = months.map(
    (month) => [month, sampleNights(month).flatMap((night) => medianOf(prices.get(night) ?? []) ?? [])] as const,
  );
  return {
    nights: new Map(nights.filter(([, medians]) => medians.length > 0)),
    isComplete: replies.every(({ status }) => status === 'ok'),
  };
}
