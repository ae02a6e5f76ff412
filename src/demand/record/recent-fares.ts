import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/db.ts';
import { type FareMarket, marketKey } from '../model/fare-market.ts';
import { FareBlock, FareRing } from '../model/fare-rings.ts';
import type { Rising } from '../model/counts/quantile.ts';
import { listMarketFares, type NamedMarket } from '../store.ts';

/** Markets remembered at once. */
const MARKETS_MAX = 5_000;
/** Fares remembered of a market: the newest. */
const FARES_PER_MARKET = 400;
/** What other processes have seen since is read again when a market is asked about after so long. */
const REFRESHED_MS = 60_000;
/** Markets asked about within this are read together. */
const GATHER_MS = 100;
/**
 * Markets waiting to be read; while the database does not keep up, further ones are not noted: the next that asks notes
 * them again.
 */
const WANTED_MAX = 1_000;
/** Markets read in one statement; the rest in the next. */
const MARKETS_PER_READ = 64;

interface Market {
  readonly fares: FareRing;
  /** On `performance.now()`; 0: never. */
  readAtMs: number;
}

/**
 * The newest fares of the markets asked about, in memory. Asking never waits: the first answer holds what this process
 * has seen itself, and meanwhile the table is read in the background.
 */
export class RecentFares {
  readonly #db: Db;
  readonly #log: Logger;
  /** Fares seen here that may not be in the table yet. */
  readonly #unwritten: () => ReadonlyMap<string, readonly number[]>;
  readonly #block = new FareBlock({ rings: MARKETS_MAX, faresMax: FARES_PER_MARKET });
  readonly #markets = new LRUCache<string, Market>({ max: MARKETS_MAX, dispose: ({ fares }) => fares.clear() });
  readonly #wanted = new Map<string, NamedMarket>();
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly db: Db;
    readonly log: Logger;
    readonly unwritten: () => ReadonlyMap<string, readonly number[]>;
  }) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#unwritten = parts.unwritten;
  }

  /** What is known of a market: prices for one adult in rising order, valid until more is seen of it. */
  find(market: FareMarket): Rising {
    const key = marketKey(market);
    const known = this.#marketOf(key);
    if (known.readAtMs === 0 || performance.now() - known.readAtMs > REFRESHED_MS) this.#want(key, market);
    return known.fares.rising();
  }

  /** Adds what this process has just seen. */
  add(market: FareMarket, fares: readonly number[]): void {
    this.#marketOf(marketKey(market)).fares.add(fares);
  }

  /** Reads what is wanted now. Never throws: without it, advice falls back to published fares. */
  async readWanted(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading = this.#reading.then(() => this.#readAll());
    await this.#reading;
  }

  /** Reads nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted.clear();
  }

  #marketOf(key: string): Market {
    const known = this.#markets.get(key);
    if (known !== undefined) return known;
    const made: Market = { fares: new FareRing(this.#block), readAtMs: 0 };
    this.#markets.set(key, made);
    return made;
  }

  #want(key: string, market: FareMarket): void {
    if (this.#wanted.size < WANTED_MAX) this.#wanted.set(key, { key, market });
    this.#timer ??= setTimeout(() => void this.readWanted(), GATHER_MS).unref();
  }

  async #readAll(): Promise<void> {
    while (this.#wanted.size > 0) {
      const batch = [...this.#wanted.values()].slice(0, MARKETS_PER_READ);
      for (const { key } of batch) this.#wanted.delete(key);
      try {
        const found = await listMarketFares(this.#db, batch, FARES_PER_MARKET);
        const unwritten = this.#unwritten();
        for (const { key } of batch) this.#take(key, [...(found.get(key) ?? []), ...(unwritten.get(key) ?? [])]);
      } catch (err) {
        this.#log.warn({ err }, 'Observed fares could not be read; advice uses published ones.');
        return;
      }
    }
  }

  #take(key: string, fares: readonly number[]): void {
    const known = this.#marketOf(key);
    known.fares.clear();
    known.fares.add(fares);
    known.readAtMs = performance.now();
  }
}
