import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Metrics } from '../platform/metrics.ts';
import { MarketMemory } from './market-memory.ts';
import { type FareMarket, marketKey } from './model/fare-market.ts';
import { type FareObservation, newsKey, type ObservedSearch, toObservations } from './model/observed-search.ts';
import { insertObservations } from './store.ts';

/** Rows written in one statement. */
const ROWS_PER_WRITE = 500;
/** What is seen is written within this. */
const WRITE_WITHIN_MS = 1_000;
/** Rows held while the database does not keep up; the oldest make room. About 5 MB. */
const ROWS_HELD_MAX = 10_000;
/** Longest wait at a stop for the database to take what is held: well inside the 10 s a process has to end. */
const STOP_WAIT_MS = 2_000;
/** The same search finding the same lowest price within this is no news: a hot route must not drown its market's sample. */
const REPEATED_WITHIN_MS = 10 * 60_000;
const SEARCHES_REMEMBERED_MAX = 10_000;

/** What fares have been seen, by this installation. Recording and asking are memory; the table is written and read behind them. */
export interface FareObservations {
  /** Takes what a search saw. Never throws and never waits. */
  record(search: ObservedSearch): void;
  /** The newest fares of a market for one adult, minor units of USD, oldest first; empty while nothing is known here yet. */
  findMarket(market: FareMarket): readonly number[];
  /** Writes what is held and reads what is wanted, now. */
  settle(): Promise<void>;
  /** Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more. */
  stop(): Promise<void>;
}

/** What the recorder is made of. */
export interface FareObservationsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Builds the recorder of a process. It starts its timer with the first row, and the timer keeps no process alive. */
export function createFareObservations(parts: FareObservationsParts): FareObservations {
  return new BufferedObservations(parts);
}

/** Owner of the rows not written yet and of the timer that writes them. */
class BufferedObservations implements FareObservations {
  readonly #parts: FareObservationsParts;
  readonly #markets: MarketMemory;
  readonly #recent = new LRUCache<string, true>({ max: SEARCHES_REMEMBERED_MAX, ttl: REPEATED_WITHIN_MS });
  readonly #written: { inc(count: number): void };
  readonly #dropped: { inc(count: number): void };
  #held: FareObservation[] = [];
  #underWay: readonly FareObservation[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #hasGivenUp = false;

  constructor(parts: FareObservationsParts) {
    this.#parts = parts;
    this.#markets = new MarketMemory({ db: parts.db, log: parts.log, unwritten: () => this.#unwritten() });
    this.#written = parts.metrics.counter('bly_price_observations_written_total', 'Fare observations written to the database.');
    this.#dropped = parts.metrics.counter('bly_price_observations_dropped_total', 'Fare observations lost: too many were held, or they could not be written.');
  }

  record(search: ObservedSearch): void {
    if (this.#isStopped || search.fares.length === 0) return;
    const key = newsKey(search);
    if (this.#recent.has(key)) return;
    this.#recent.set(key, true);
    this.#markets.add(search.market, search.fares.map((fare) => fare.adultPrice));
    this.#held.push(...toObservations(search, this.#parts.clock.now()));
    const excess = this.#held.length - ROWS_HELD_MAX;
    if (excess > 0) {
      this.#held.splice(0, excess);
      this.#dropped.inc(excess);
    }
    if (this.#held.length >= ROWS_PER_WRITE && this.#underWay.length === 0) void this.#write();
    else this.#timer ??= setTimeout(() => void this.#write(), WRITE_WITHIN_MS).unref();
  }

  findMarket(market: FareMarket): readonly number[] {
    return this.#markets.find(market);
  }

  async settle(): Promise<void> {
    await this.#write();
    await this.#markets.readWanted();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#markets.stop();
    const patience = new AbortController();
    await Promise.race([this.#write(), wait(STOP_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    this.#giveUp();
  }

  /** Counts what is not written as dropped; whether the write under way ends well is not waited for. */
  #giveUp(): void {
    const rows = this.#underWay.length + this.#held.length;
    if (rows === 0 || this.#hasGivenUp) return;
    this.#hasGivenUp = true;
    this.#held = [];
    this.#dropped.inc(rows);
    this.#parts.log.warn({ rows }, 'Fare observations were not written before the stop.');
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Never throws: a batch that cannot be written is counted and gone, so that one bad row cannot hold up all others. */
  async #writeAll(): Promise<void> {
    while (this.#held.length > 0) {
      this.#underWay = this.#held.splice(0, ROWS_PER_WRITE);
      try {
        await insertObservations(this.#parts.db, this.#underWay);
        if (!this.#hasGivenUp) this.#written.inc(this.#underWay.length);
      } catch (err) {
        if (!this.#hasGivenUp) this.#dropped.inc(this.#underWay.length);
        this.#parts.log.warn({ err, rows: this.#underWay.length }, 'Fare observations could not be written.');
      }
      this.#underWay = [];
    }
  }

  /** Prices that the table may not hold yet, by market. */
  #unwritten(): ReadonlyMap<string, readonly number[]> {
    const fares = new Map<string, number[]>();
    for (const row of [...this.#underWay, ...this.#held]) {
      const key = marketKey(row.market);
      const known = fares.get(key);
      if (known === undefined) fares.set(key, [row.adultPrice]);
      else known.push(row.adultPrice);
    }
    return fares;
  }
}
