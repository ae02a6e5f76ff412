import type { App } from '../../context.ts';
import { leadBucket, monthOf } from '../../demand/model/fare-market.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import type { PriceHistoryQuery } from '../../demand/read/read-price-history.ts';
import { installationId } from '../../platform/ids.ts';
import type { PublishedPurchase } from '../../suppliers/ports/demand.ts';
import { daysBetween, isIsoDate } from '../../travel/dates.ts';
import { convertMoney } from '../../travel/money.ts';
import { planPurchases, PUBLISHED_STAY_DAYS, type SeenFare } from '../model/prices/price-history.ts';
import { supplierContext } from '../../suppliers/calls/call-supplier.ts';
import { settleByDeadline } from '../../suppliers/calls/settle-by-deadline.ts';

/**
 * How long a history waits for published fares. After this it is answered without them, and the next request queries
 * them again.
 */
const PUBLISHED_TERMS = { purpose: 'discovery', timeoutMs: 2_000 } as const;
/** A signal that never fires: the answer is cached, so it is wanted even when the client disconnects. */
const NEVER = new AbortController().signal;

/**
 * Returns what the sandbox's suppliers published for a route over the days of a query. The answer is the same for every
 * organization and is cached under the query, which changes once a day (`historyQuery.to`); requests that arrive
 * together share one call. Empty in production and where no supplier publishes a history.
 */
export async function publishedHistory(
  app: App,
  now: Date,
  historyQuery: PriceHistoryQuery,
): Promise<readonly SeenFare[]> {
  if (app.config.environment !== 'sandbox') return [];
  const { histories } = app.flightCaches;
  const key = JSON.stringify(historyQuery);
  const known = histories.get(key);
  if (known !== undefined) return await known;
  const pending = querySuppliers(app, now, historyQuery).then(({ fares, isComplete }) => {
    if (!isComplete) histories.delete(key);
    return fares;
  });
  histories.set(key, pending);
  return await pending;
}

/** Queries every supplier; never rejects. A failing supplier's fares are missing, and `isComplete` is false. */
async function querySuppliers(
  app: App,
  now: Date,
  historyQuery: PriceHistoryQuery,
): Promise<{ readonly fares: readonly SeenFare[]; readonly isComplete: boolean }> {
  const { originAirports, destinationAirports, cabinClass, tripKind, departureMonth, from, to } = historyQuery;
  const purchases = planPurchases(to, departureMonth);
  const query = {
    origins: originAirports,
    destinations: destinationAirports,
    cabinClass,
    stayDays: tripKind === 'roundtrip' ? PUBLISHED_STAY_DAYS : undefined,
    purchases,
  };
  const answers = await settleByDeadline(PUBLISHED_TERMS.timeoutMs, NEVER, (signal) => {
    // The call is made for the installation itself, to which no seats have been sold: prices depend on no
    // organization's sales.
    const context = supplierContext(app, { organizationId: installationId, now }, PUBLISHED_TERMS, signal);
    return app.flightSuppliers.map(async (supplier) => (await supplier.publishedHistory?.(query, context)) ?? []);
  });
  const fares = answers.flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value;
    app.log.warn({ err: answer.reason }, 'Published fares of a price history could not be read.');
    return [];
  });
  return {
    isComplete: answers.every(({ status }) => status === 'fulfilled'),
    fares: fares
      .filter((fare) => isValidPurchase(app, fare) && fare.boughtOn >= from && fare.boughtOn <= to)
      .map(({ boughtOn, departure, total }) => ({
        price: convertMoney(total, OBSERVED_CURRENCY, app.rates.rate(total.currency, OBSERVED_CURRENCY)).value,
        seenOn: boughtOn,
        departureMonth: monthOf(departure),
        leadDays: leadBucket(daysBetween(boughtOn, departure)),
      })),
  };
}

/**
 * Whether a published purchase is plausible: bought no later than its departure, at a positive price in a currency with
 * a known rate.
 */
function isValidPurchase(app: App, { boughtOn, departure, total }: PublishedPurchase): boolean {
  return (
    isIsoDate(boughtOn) &&
    isIsoDate(departure) &&
    boughtOn <= departure &&
    total.value > 0 &&
    app.rates.converts(total.currency, OBSERVED_CURRENCY)
  );
}
