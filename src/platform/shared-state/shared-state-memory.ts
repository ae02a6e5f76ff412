import { createLazyLru } from '../cache/lazy-lru.ts';
import { createCachedBytes } from './cached-bytes.ts';
import type { SharedState } from './shared-state.ts';
import { takeFromBucket } from '../limits/token-bucket.ts';
import type { BucketLevel } from '../limits/token-bucket.ts';

const BUCKETS_MAX = 200_000;
const COUNTERS_MAX = 200_000;
const TEXTS_MAX = 10_000;

/** Fast state of a single process. Every part is bounded. `nowMs` is real time. */
export function createMemoryState(nowMs: () => number = () => Date.now()): SharedState {
  const buckets = createLazyLru<BucketLevel>(BUCKETS_MAX);
  const counters = createLazyLru<{ value: number; readonly expiresAtMs: number }>(COUNTERS_MAX);
  const bytes = createCachedBytes(nowMs);
  const texts = createLazyLru<{ readonly text: string; readonly expiresAtMs: number }>(TEXTS_MAX);
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
    async setMark(key, ttlSeconds) {
      counters.set(`mark:${key}`, { value: 1, expiresAtMs: nowMs() + ttlSeconds * 1_000 });
      return true;
    },
    hasMark: async (key) => liveCounter(`mark:${key}`) !== undefined,
    getBytes: async (key) => bytes.get(key),
    getFirstBytes: async (key, length) => bytes.get(key)?.subarray(0, length),
    setBytes: async (key, value, ttlSeconds, owner) => bytes.set(key, value, ttlSeconds, owner),
    async changeText(key, ttlSeconds, change) {
      const known = texts.get(key);
      const isLive = known !== undefined && known.expiresAtMs > nowMs();
      const { text, answer } = change(isLive ? known.text : undefined, nowMs());
      texts.set(key, { text, expiresAtMs: nowMs() + ttlSeconds * 1_000 });
      return answer;
    },
    async drop(key) {
      texts.delete(key);
      counters.delete(key);
      bytes.delete(key);
      buckets.delete(key);
    },
    close: async () => undefined,
  };
}
