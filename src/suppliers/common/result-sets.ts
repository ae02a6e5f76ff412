import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type CallPurpose, SupplierFailure } from '../ports/supplier.ts';
import type { CacheScope, SealedCache } from './sealed-cache.ts';

/** No answer is used for longer than this, however long its offers live. */
const lifeMsMax = 15 * 60_000;
/** A question that nobody waits for any more goes on for so long: a late answer is there for the next page. */
const lingerMs = 10_000;

/** What a caller accepts. */
export interface ResultSetTerms {
  /** How old an answer may be, in real milliseconds: 60,000 for a search, Infinity for a page of one. */
  readonly maxAgeMs: number;
  /** Callers of different purposes do not wait for one question: each has a budget of its own. */
  readonly purpose?: CallPurpose;
  /** The caller's deadline and presence. When it fires the caller is refused with `timeout`; the others wait on. */
  readonly signal?: AbortSignal;
}

/** An answer, plain JSON data, and how long it can be used: as long as the offers in it live. */
export interface FreshAnswer<T> {
  readonly value: T;
  /** Real milliseconds; 15 minutes at most are used. Zero and less: not stored. */
  readonly lifeMs: number;
}

/** Answers to searches, asked once and read many times. */
export interface ResultSets {
  /**
   * The stored answer to `query` where it is young enough, else that of `ask`, stored before it is returned. `query` is
   * JSON data; the order of keys does not matter. It names the shape of the answer: an older release may have stored
   * another. Callers of this process that ask the same at the same time share one `ask`, whose failure they all get.
   * `ask` is given a signal that fires once every caller has left; it must use that and not a caller's own, and it runs
   * outside of any request. The value is shared with others: it is not to be changed.
   */
  findOrAsk<T>(
    scope: CacheScope,
    query: unknown,
    terms: ResultSetTerms,
    ask: (signal: AbortSignal) => Promise<FreshAnswer<T>>,
  ): Promise<T>;
  /** The stored answer to `query`, however old; undefined where there is none. Nobody is asked. */
  find<T>(scope: CacheScope, query: unknown): Promise<T | undefined>;
}

const StoredSet = z.object({ startedAtMs: z.number(), value: z.unknown() });

/** One question under way, and how many wait for it. */
interface Flight {
  readonly answer: Promise<unknown>;
  waiting: number;
  readonly abandoned: AbortController;
  lingering: NodeJS.Timeout | undefined;
  isOver: boolean;
}

/** Creates result sets over a cache. `clock` is real time. */
export function createResultSets(parts: { readonly cache: SealedCache; readonly clock: Clock }): ResultSets {
  const flights = new Map<string, Flight>();
  const detached = AsyncLocalStorage.snapshot();

  function start<T>(key: string, search: Search, ask: (signal: AbortSignal) => Promise<FreshAnswer<T>>): Flight {
    const abandoned = new AbortController();
    const answer = detached(() => findOrAskOnce(parts, search, () => ask(abandoned.signal)));
    const flight: Flight = { answer, waiting: 0, abandoned, lingering: undefined, isOver: false };
    flights.set(key, flight);
    const end = () => {
      flight.isOver = true;
      clearTimeout(flight.lingering);
      if (flights.get(key) === flight) flights.delete(key);
    };
    // Nobody is to join a question that is being given up.
    abandoned.signal.addEventListener('abort', end, { once: true });
    answer.then(end, end);
    return flight;
  }

  return {
    async findOrAsk<T>(
      scope: CacheScope,
      query: unknown,
      terms: ResultSetTerms,
      ask: (signal: AbortSignal) => Promise<FreshAnswer<T>>,
    ): Promise<T> {
      const name = nameOf(query);
      const search = { scope, name, maxAgeMs: terms.maxAgeMs };
      const { organizationId, accountId, supplier } = scope;
      const key = [organizationId, accountId, supplier, name, terms.maxAgeMs, terms.purpose ?? ''].join(' ');
      const flight = flights.get(key) ?? start(key, search, ask);
      // What was stored is what an `ask` of the same type answered: the name is made of the question alone.
      return (await waitFor(flight, terms.signal)) as T;
    },
    async find<T>(scope: CacheScope, query: unknown): Promise<T | undefined> {
      const stored = StoredSet.safeParse(await parts.cache.find(scope, nameOf(query)));
      return stored.success ? (stored.data.value as T) : undefined;
    },
  };
}

interface Search {
  readonly scope: CacheScope;
  readonly name: string;
  readonly maxAgeMs: number;
}

async function findOrAskOnce<T>(
  { cache, clock }: { readonly cache: SealedCache; readonly clock: Clock },
  { scope, name, maxAgeMs }: Search,
  ask: () => Promise<FreshAnswer<T>>,
): Promise<unknown> {
  const stored = StoredSet.safeParse(await cache.find(scope, name));
  const startedAtMs = clock.now().getTime();
  if (stored.success && startedAtMs - stored.data.startedAtMs <= maxAgeMs) return stored.data.value;
  const { value, lifeMs } = await ask();
  const expiresAt = new Date(clock.now().getTime() + Math.min(lifeMs, lifeMsMax));
  if (lifeMs > 0) await cache.store(scope, name, { startedAtMs, value }, expiresAt);
  return value;
}

/** The flight's answer, or a `timeout` once this caller's signal fires. */
async function waitFor(flight: Flight, signal: AbortSignal | undefined): Promise<unknown> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(new SupplierFailure('timeout', 'The caller stopped waiting.'));
  flight.waiting += 1;
  clearTimeout(flight.lingering);
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([flight.answer, left.promise]);
  } finally {
    signal?.removeEventListener('abort', leave);
    flight.waiting -= 1;
    if (flight.waiting === 0 && !flight.isOver)
      flight.lingering = setTimeout(() => flight.abandoned.abort(), lingerMs).unref();
  }
}

/** A name that every spelling of the question has in common. */
function nameOf(query: unknown): string {
  const sorted = JSON.stringify(query, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return `set ${createHash('sha256').update(sorted).digest('base64url')}`;
}
