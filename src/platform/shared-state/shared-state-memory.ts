import { LRUCache } from 'lru-cache';
import { createLazyLru } from '../cache/lazy-lru.ts';
import type { SharedState } from './shared-state.ts';
import { takeFromBucket } from '../limits/token-bucket.ts';
import type { BucketLevel } from '../limits/token-bucket.ts';

const BUCKETS_MAX = 200_000;
const COUNTERS_MAX = 200_000;
/** Cached answers: this many bytes, the least recently used go first. */
const CACHED_BYTES_MAX = 64 * 1024 * 1024;
const CACHED_ENTRY_BYTES_MAX = 4 * 1024 * 1024;

/** Fast state of a single process. Every part is bounded. `nowMs` is real time. */
export function createMemoryState(nowMs: () => number = () => Date.now()): SharedState {
  const buckets = createLazyLru<BucketLevel>(BUCKETS_MAX);
  const counters = createLazyLru<{ value: number; readonly expiresAtMs: number }>(COUNTERS_MAX);
  const bytes = new LRUCache<string, { readonly value: Buffer; readonly expiresAtMs: number }>({
    maxSize: CACHED_BYTES_MAX,
    maxEntrySize: CACHED_ENTRY_BYTES_MAX,
    sizeCalculation: ({ value }, key) => value.length + key.length + 1,
  });
  const liveCounter = (key: string) => {
    const counter = counters.get(key);
    return counter !== undefined && counter.expiresAtMs > nowMs() ? counter : undefined;
  };
  return {
    kind: 'memory',
    pools: undefined,
    async takeToken(key, limits, cost) {
      const { level, answer } = takeFromBucket(buckets.get(key), limits, cost, nowMs());
      buckets.set(key, level);
      return answer;
    },
    async addToCounter(key, amount, ttlSeconds) {
      const counter = liveCounter(key) ?? { value: 0, expiresAtMs: nowMs() + ttlSeconds * 1_000 };
      counter.value += amount;
      counters.set(key, counter);
      return counter.value;
    },
    getCounter: async (key) => liveCounter(key)?.value,
    async setCounter(key, value, ttlSeconds) {
      counters.set(key, { value, expiresAtMs: nowMs() + ttlSeconds * 1_000 });
    },
    async getBytes(key) {
      const entry = bytes.get(key);
      return entry !== undefined && entry.expiresAtMs > nowMs() ? entry.value : undefined;
    },
    async setBytes(key, value, ttlSeconds) {
      bytes.set(key, { value, expiresAtMs: nowMs() + ttlSeconds * 1_000 });
    },
    async drop(key) {
      counters.delete(key);
      bytes.delete(key);
      buckets.delete(key);
    },
    close: async () => undefined,
  };
}
