import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createRedisScript } from './redis-script.ts';
import { createRedisPools, type RedisTrial } from './shared-pools-redis.ts';
import { createMemoryState } from '../shared-state/shared-state-memory.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import { answerFor } from '../limits/token-bucket.ts';

/** After a failure this process counts for itself for so long before it asks again. */
const ALONE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * The rule of token-bucket.ts on Redis's own clock. Answers whether it was allowed and the level, as text to keep its
 * fraction.
 */
const TAKE_TOKEN = createRedisScript(`
local now = redis.call('TIME')
local at = now[1] * 1000 + now[2] / 1000
local level = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local tokens = burst
if level[1] then tokens = math.min(burst, tonumber(level[1]) + math.max(0, at - tonumber(level[2])) * rate / 1000) end
local allowed = 0
if tokens >= cost then tokens = tokens - cost; allowed = 1 end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', string.format('%.3f', at))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return {allowed, tostring(tokens)}`);

/** The life of a counter begins with its first addition. */
const ADD_TO_COUNTER = createRedisScript(`
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return value`);

/**
 * Fast state in Redis, for several processes. While Redis does not answer, each process counts and caches for itself:
 * limits are then per process, and no request fails for it. A command that takes longer than `timeoutMs` counts as no
 * answer: a shared counter that is slow is worse than one of our own. Cached answers may lie on a server of their own
 * (`cacheUrl`), so that filling the cache pushes no counter of failed attempts out; every key lapses by itself.
 */
export function createRedisState(url: string, environment: string, timeoutMs: number, cacheUrl = url): SharedState {
  const counters = connectTo(url, environment, timeoutMs);
  const cache = cacheUrl === url ? counters : connectTo(cacheUrl, environment, timeoutMs);
  const { redis, trial, orOwn } = counters;
  const own = createMemoryState();
  return {
    kind: 'redis',
    pools: createRedisPools(redis, randomUUID(), trial),
    takeToken: (key, limits, cost) =>
      orOwn(
        async () => {
          const answer = await TAKE_TOKEN.run(redis, [`bucket:${key}`], [limits.perSecond, limits.burst, cost]);
          const [allowed, tokens] = Array.isArray(answer) ? answer : [];
          return answerFor({ isAllowed: allowed === 1, tokens: Number(tokens), cost, limits });
        },
        () => own.takeToken(key, limits, cost),
      ),
    addToCounter: (key, amount, ttlSeconds) =>
      orOwn(
        async () =>
          Number(await ADD_TO_COUNTER.run(redis, [`counter:${key}`], [amount, Math.ceil(ttlSeconds * 1_000)])),
        () => own.addToCounter(key, amount, ttlSeconds),
      ),
    getCounter: (key) =>
      orOwn(
        async () => {
          const text = await redis.get(`counter:${key}`);
          return text === null ? undefined : Number(text);
        },
        () => own.getCounter(key),
      ),
    setCounter: (key, value, ttlSeconds) =>
      orOwn(
        async () => {
          await redis.set(`counter:${key}`, value, 'PX', Math.ceil(ttlSeconds * 1_000));
        },
        () => own.setCounter(key, value, ttlSeconds),
      ),
    getBytes: (key) =>
      cache.orOwn(
        async () => (await cache.redis.getBuffer(`bytes:${key}`)) ?? undefined,
        () => own.getBytes(key),
      ),
    setBytes: (key, value, ttlSeconds) =>
      cache.orOwn(
        async () => {
          if (value.length <= BYTES_MAX)
            await cache.redis.set(`bytes:${key}`, value, 'PX', Math.ceil(ttlSeconds * 1_000));
        },
        () => own.setBytes(key, value, ttlSeconds),
      ),
    async drop(key) {
      await orOwn(
        async () => void (await redis.del(`counter:${key}`, `bucket:${key}`)),
        () => own.drop(key),
      );
      await cache.orOwn(
        async () => void (await cache.redis.del(`bytes:${key}`)),
        () => own.drop(key),
      );
    },
    async close() {
      redis.disconnect();
      cache.redis.disconnect();
    },
  };
}

/** A server and what is done while it does not answer. */
interface Connection {
  readonly redis: Redis;
  readonly trial: RedisTrial;
  /** Asks the server, or this process alone. */
  orOwn<T>(shared: () => Promise<T>, alone: () => Promise<T>): Promise<T>;
}

function connectTo(url: string, environment: string, timeoutMs: number): Connection {
  const redis = new Redis(url, {
    keyPrefix: `bly:${environment}:`,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    retryStrategy: (times) => Math.min(RECONNECT_MAX_MS, times * 100),
  });
  // A lost connection is answered by the fallback below; without a listener it would end the process.
  redis.on('error', () => undefined);
  let aloneUntilMs = 0;
  const trial: RedisTrial = {
    isAnswering: () => Date.now() >= aloneUntilMs,
    async try(command) {
      if (!trial.isAnswering()) throw new Error('Redis does not answer');
      try {
        return await command();
      } catch (error) {
        // Not every request in the meantime has to wait for the same time-out.
        aloneUntilMs = Date.now() + ALONE_MS;
        throw error;
      }
    },
  };
  return {
    redis,
    trial,
    async orOwn(shared, alone) {
      try {
        return await trial.try(shared);
      } catch {
        return await alone();
      }
    },
  };
}
