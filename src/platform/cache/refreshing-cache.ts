import { createLazyLru } from './lazy-lru.ts';

/** How a refreshing cache reads its source, and how long its values are good. */
export interface RefreshingCacheOptions<T extends object> {
  /** Reads the source. */
  read(key: string): Promise<T>;
  /** A value older than this is never returned: `get` waits for a new read. */
  readonly ttlMs: number;
  /** A value older than this is returned and read again in the background, so that a busy key rarely waits. */
  readonly refreshedMs: number;
  /** Beyond this many the least recently used are dropped. */
  readonly entriesMax: number;
  /** Called with the error of a failed background read; a `get` that waits for a read rejects with its error. */
  onRefreshFailed(error: unknown): void;
}

/**
 * Values of a slow source, cached for a moment. `fetch` of lru-cache is not enough here: with `allowStale` it returns
 * values of any age while it refreshes, and a revoked key must be refused after `ttlMs`.
 */
export interface RefreshingCache<T extends object> {
  /** The value, at most `ttlMs` old. One read per key at a time, however many wait for it. */
  get(key: string): Promise<T>;
  /** Drops a value that is known to have changed; a read in progress may have missed the change and is not cached. */
  forget(key: string): void;
}

interface Entry<T> {
  readonly value: T;
  /** When the read began, not when it ended: the value may change meanwhile. */
  readonly readAt: number;
}

/** Creates an empty cache. */
export function createRefreshingCache<T extends object>(options: RefreshingCacheOptions<T>): RefreshingCache<T> {
  const entries = createLazyLru<Entry<T>>(options.entriesMax);
  const reads = new Map<string, Promise<T>>();

  function read(key: string): Promise<T> {
    const running = reads.get(key);
    if (running) return running;
    const readAt = performance.now();
    const started: Promise<T> = options.read(key).then(
      (value) => {
        if (reads.get(key) === started) {
          entries.set(key, { value, readAt });
          reads.delete(key);
        }
        return value;
      },
      (error: unknown) => {
        if (reads.get(key) === started) reads.delete(key);
        throw error;
      },
    );
    reads.set(key, started);
    return started;
  }

  return {
    async get(key) {
      const known = entries.get(key);
      const age = known ? performance.now() - known.readAt : Number.POSITIVE_INFINITY;
      if (!known || age > options.ttlMs) return await read(key);
      if (age > options.refreshedMs) read(key).catch(options.onRefreshFailed);
      return known.value;
    },
    forget(key) {
      entries.delete(key);
      reads.delete(key);
    },
  };
}
