import { AsyncLocalStorage } from 'node:async_hooks';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Platform } from '../platform/platform.ts';
import { type ExchangeRates, RateUnavailable, type SellingRates } from '../suppliers/ports/exchange-rates.ts';
import { ageHours, createRateTable, type FoundRate, type RateTable } from './model/rate-table.ts';
import { listRates } from './store.ts';

/** The rates of a process, and how to have them read again at once. */
export interface CurrentRates extends SellingRates {
  /** Reads the stored rates again: they have just been changed in this process. */
  refresh(): Promise<void>;
}

/** Rates another process has stored are used within this, as soon as somebody asks. */
const REFRESHED_MS = 30_000;
const TTL_MS = 60_000;
/** How often, at most, a conversion looks whether the table is due to be read again. */
const LOOKED_AT_EVERY_MS = 1_000;
const TABLE = 'all';

/**
 * The rates of a production installation: a snapshot of the stored ones, read again in the background. A rate older
 * than BLY_RATES_MAX_AGE_HOURS converts nothing.
 */
export async function createStoredRates(app: Pick<Platform, 'config' | 'db' | 'clock' | 'log'>): Promise<CurrentRates> {
  const { maxAgeHours, spreadPercent } = app.config.rates;
  const onRefreshFailed = (err: unknown) => app.log.error({ err }, 'Exchange rates could not be read again.');
  const tables = createRefreshingCache<RateTable>({
    read: async () => createRateTable(await listRates(app.db)),
    ttlMs: TTL_MS,
    refreshedMs: REFRESHED_MS,
    entriesMax: 1,
    onRefreshFailed,
  });
  const currencies = new Set(Intl.supportedValuesOf('currency'));
  let table = await tables.get(TABLE);
  let lookedAt = performance.now();
  // A conversion inside a transaction must not have the table read through it: that would be refused.
  const detached = AsyncLocalStorage.snapshot();

  async function refresh(): Promise<void> {
    table = await tables.get(TABLE);
  }
  function current(): RateTable {
    if (performance.now() - lookedAt > LOOKED_AT_EVERY_MS) {
      lookedAt = performance.now();
      detached(() => refresh().catch(onRefreshFailed));
    }
    return table;
  }
  const isFresh = ({ asOf }: { readonly asOf: Date }): boolean => ageHours(asOf, app.clock.now()) <= maxAgeHours;
  function supported(): readonly string[] {
    return [
      ...new Set(
        current()
          .rates.filter(isFresh)
          .flatMap(({ base, currency }) => [base, currency]),
      ),
    ].sort();
  }
  function find(from: string, to: string): FoundRate {
    const found = current().find(from, to);
    if (found !== undefined && isFresh(found)) return found;
    const problem =
      found === undefined
        ? `No exchange rate from ${from} to ${to} is known`
        : `The newest exchange rate from ${from} to ${to} is of ${found.asOf.toISOString().slice(0, 10)}, too old to convert with`;
    throw new RateUnavailable(`${problem}. Ask for prices in ${from}.`, supported());
  }
  return {
    supports: (currency) => currencies.has(currency),
    supported,
    converts(from, to) {
      if (from === to) return true;
      const found = current().find(from, to);
      return found !== undefined && isFresh(found);
    },
    rate: (from, to) => (from === to ? 1 : find(from, to).rate),
    selling(from, to) {
      if (from === to) return { rate: 1 };
      const { rate, asOf, source } = find(from, to);
      return {
        rate: rate * (1 + spreadPercent / 100),
        conversion: { asOf: asOf.toISOString(), source, spreadPercent },
      };
    },
    async refresh() {
      tables.forget(TABLE);
      await refresh();
    },
  };
}

/** The sandbox's hand-written table, which is always there and never old. */
export function fixedRates(table: ExchangeRates): CurrentRates {
  return {
    ...table,
    converts: (from, to) => from === to || (table.supports(from) && table.supports(to)),
    selling: (from, to) => ({ rate: table.rate(from, to) }),
    refresh: () => Promise.resolve(),
  };
}
