import { createLazyLru } from './lazy-lru.ts';

/** How a brief memory reads and how long it believes. */
export interface BriefMemoryOptions<T extends object> {
  /** Asks the source. */
  read(key: string): Promise<T>;
  /** After this long a value must be read again before it is believed. */
  readonly ttlMs: number;
  /** From here on it is read again in the background, so that a busy key waits only when the source is slow. */
  readonly refreshedMs: number;
  /** Beyond this many the least used are forgotten. */
  readonly entriesMax: number;
  /** Told of a background read that failed; the next one that must wait gets the error itself. */
  onRefreshFailed(error: unknown): void;
}

/** Values of a slow source, believed for a moment. */
export interface RefreshingCache<T extends object> {
  /** The value, at most `ttlMs` old. One read per key at a time, however many wait for it. */
  get(key: string): Promise<T>;
  /** Drops a value that is known to have changed; a read under way that may have missed the change is not kept. */
  forget(key: string): void;
}

interface Entry<T> {
  readonly value: T;
  /** When it was asked for, not when it came: a change may happen while the answer is on its way. */
  readonly askedAt: number;
}

/** Builds a memory of its own; there is no global one. */
export function createRefreshingCache<T extends object>(options: BriefMemoryOptions<T>): RefreshingCache<T> {
  const entries = createLazyLru<Entry<T>>(options.entriesMax);
  const reads = new Map<string, Promise<T>>();

  function read(key: string): Promise<T> {
    const running = reads.get(key);
    if (running) return running;
    const askedAt = performance.now();
    const started: Promise<T> = options.read(key).then(
      (value) => {
        if (reads.get(key) === started) {
          entries.set(key, { value, askedAt });
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
      const age = known ? performance.now() - known.askedAt : Number.POSITIVE_INFINITY;
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
