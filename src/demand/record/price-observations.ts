import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type BatchWriter, createBatchWriter } from '../../platform/scheduling/batch-writer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/security/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { createCallerKeys } from './caller-key.ts';
import { RecentFares } from './recent-fares.ts';
import { type FareMarket, marketKey } from '../model/fare-market.ts';
import type { Rising } from '../model/counts/quantile.ts';
import { type HeldFare, newsKey, type ObservedSearch, toObservations } from '../model/observed-search.ts';
import { pseudonymizeOrganizations } from '../read/pseudonymize-organizations.ts';
import { insertObservations } from '../store.ts';

/**
 * A repeated search with an unchanged lowest price is no news within this time: a hot route must not drown its market's
 * sample.
 */
const REPEATED_WITHIN_MS = 10 * 60_000;
const SEARCHES_REMEMBERED_MAX = 10_000;

/**
 * What fares have been seen, by this installation. Recording and asking are memory; the table is written and read
 * behind them.
 */
export interface PriceObservations {
  /** Takes what a search saw. Never throws and never waits. */
  record(search: ObservedSearch): void;
  /**
   * The newest fares of a market for one adult, minor units of USD, in rising order; empty while nothing is known here
   * yet. Valid until more is seen of it.
   */
  findMarket(market: FareMarket): Rising;
  /** Writes what is held and reads what is wanted, now. */
  settle(): Promise<void>;
  /**
   * Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more.
   */
  stop(): Promise<void>;
}

/** What the recorder is made of. */
export interface PriceObservationsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
}

/** Builds the recorder of a process. */
export function createPriceObservations(parts: PriceObservationsParts): PriceObservations {
  return new BufferedObservations(parts);
}

/** Owner of the rows not written yet and of the markets asked about. */
class BufferedObservations implements PriceObservations {
  readonly #clock: Clock;
  readonly #markets: RecentFares;
  readonly #recent = new LRUCache<string, true>({ max: SEARCHES_REMEMBERED_MAX, ttl: REPEATED_WITHIN_MS });
  readonly #rows: BatchWriter<HeldFare>;

  constructor({ db, clock, log, metrics, sealer }: PriceObservationsParts) {
    const keys = createCallerKeys(sealer);
    this.#clock = clock;
    this.#markets = new RecentFares({ db, log, unwritten: () => this.#unwritten() });
    this.#rows = createBatchWriter({
      log,
      name: 'Fare observations',
      written: metrics.counter('bly_price_observations_written_total', 'Fare observations written to the database.'),
      dropped: metrics.counter(
        'bly_price_observations_dropped_total',
        'Fare observations lost: too many were held, or they could not be written.',
      ),
      write: (rows) =>
        pseudonymizeOrganizations({ db, keys, log, now: clock.now() }, rows, (tx, callerOf) =>
          insertObservations(
            tx,
            rows.map(({ organizationId, ...row }) => ({
              ...row,
              caller: callerOf({ organizationId, observedAt: row.observedAt }),
            })),
          ),
        ),
    });
  }

  record(search: ObservedSearch): void {
    if (search.fares.length === 0) return;
    const key = newsKey(search);
    if (this.#recent.has(key)) return;
    this.#recent.set(key, true);
    this.#markets.add(
      search.market,
      search.fares.map((fare) => fare.adultPrice),
    );
    this.#rows.add(toObservations(search, this.#clock.now()));
  }

  findMarket(market: FareMarket): Rising {
    return this.#markets.find(market);
  }

  async settle(): Promise<void> {
    await this.#rows.settle();
    await this.#markets.readWanted();
  }

  async stop(): Promise<void> {
    this.#markets.stop();
    await this.#rows.stop();
  }

  /** Prices that the table may not hold yet, by market. */
  #unwritten(): ReadonlyMap<string, readonly number[]> {
    const fares = new Map<string, number[]>();
    for (const row of this.#rows.unwritten()) {
      const key = marketKey(row.market);
      const known = fares.get(key);
      if (known === undefined) fares.set(key, [row.adultPrice]);
      else known.push(row.adultPrice);
    }
    return fares;
  }
}
