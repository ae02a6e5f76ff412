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
 * Published fares are not waited for longer: the history is then answered without them, and they are requested anew the
 * next time.
 */
const PUBLISHED_TERMS = { purpose: 'discovery', timeoutMs: 2_000 } as const;
/** A signal that never fires: what one client requested is cached even when it goes away. */
const NEVER = new AbortController().signal;

/**
 * What the sandbox's suppliers had filed for a route over the days of a question: the same for everybody, and asked
 * once a UTC day (`question.to`); several that ask at once wait for one answer. Empty in production, and where no
 * supplier publishes one.
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

/** Never rejects: a history is answered without the fares of a supplier that fails. */
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
    // Nobody's organization: no seat of these flights has been sold to it.
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

/** What can be a fare at all: bought before its departure, for money there is a rate of. */
function isValidPurchase(app: App, { boughtOn, departure, total }: PublishedPurchase): boolean {
  return (
    isIsoDate(boughtOn) &&
    isIsoDate(departure) &&
    boughtOn <= departure &&
    total.value > 0 &&
    app.rates.supports(total.currency)
  );
}
