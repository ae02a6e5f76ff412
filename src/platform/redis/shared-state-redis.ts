import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createChangedTexts } from './changed-text.ts';
import { createRedisScript } from './redis-script.ts';
import { createRedisPools, type RedisTrial } from './shared-pools-redis.ts';
import { createMemoryState } from '../shared-state/shared-state-memory.ts';
import type { BytesOwner, SharedState } from '../shared-state/shared-state.ts';
import { answerFor } from '../limits/token-bucket.ts';

/** After a failure this process counts for itself for so long before it asks again. */
const ALONE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** A server that answers now and then fills no log. */
const REPORTED_EVERY_MS = 60_000;
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
 * Stores bytes and counts them for their owner: KEYS are the entry, the owner's entries by the end of their life, and
 * their sizes with the sum of them under the empty name. Those that expire first go where the owner has too many.
 */
const SET_OWNED_BYTES = createRedisScript(`
local entry, ends, sizes = KEYS[1], KEYS[2], KEYS[3]
local ttl, max, size = tonumber(ARGV[2]), tonumber(ARGV[3]), string.len(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function forget(name)
  local known = tonumber(redis.call('HGET', sizes, name) or '0')
  redis.call('HDEL', sizes, name)
  redis.call('ZREM', ends, name)
  return redis.call('HINCRBY', sizes, '', 0 - known)
end
local total = forget(entry)
for _, name in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do total = forget(name) end
while total + size > max do
  local first = redis.call('ZRANGE', ends, 0, 0)[1]
  if not first then break end
  redis.call('DEL', first)
  total = forget(first)
end
redis.call('SET', entry, ARGV[1], 'PX', ttl)
redis.call('ZADD', ends, now + ttl, entry)
redis.call('HSET', sizes, entry, size)
redis.call('HINCRBY', sizes, '', size)
for _, index in ipairs({ends, sizes}) do
  if redis.call('PTTL', index) < ttl then redis.call('PEXPIRE', index, ttl) end
end`);

/** Reports that a server has stopped answering, and why, or that it answers again; at most once a minute. */
export type ReportAnswering = (state: { readonly host: string; readonly failure: unknown }) => void;

/**
 * Fast state in Redis, for several processes. While Redis does not answer, each process counts and caches for itself:
 * limits are then per process, and no request fails for it. A command that takes longer than `timeoutMs` counts as no
 * answer: a shared counter that is slow is worse than one of our own. Cached answers may lie on a server of their own
 * (`cacheUrl`), so that filling the cache pushes no counter of failed attempts out; every key lapses by itself.
 */
export function createRedisState(
  url: string,
  environment: string,
  timeoutMs: number,
  cacheUrl = url,
  report: ReportAnswering = () => undefined,
): SharedState {
  const counters = connectTo(url, environment, timeoutMs, report);
  const cache = cacheUrl === url ? counters : connectTo(cacheUrl, environment, timeoutMs, report);
  const { redis, trial, orOwn } = counters;
  const own = createMemoryState();
  const texts = createChangedTexts(redis);
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
    ...marks(counters),
    ...cachedBytes(cache, own),
    changeText: (key, ttlSeconds, change) =>
      counters.orOwn(
        () => texts.change(key, Math.ceil(ttlSeconds * 1_000), change),
        () => own.changeText(key, ttlSeconds, change),
      ),
    async drop(key) {
      await orOwn(
        async () => void (await redis.del(`counter:${key}`, `bucket:${key}`, `text:${key}`)),
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

function marks({ redis, orOwn, answersForMs }: Connection): Pick<SharedState, 'setMark' | 'hasMark'> {
  return {
    setMark: (key, ttlSeconds) =>
      orOwn(
        async () => {
          await redis.set(`mark:${key}`, 1, 'PX', Math.ceil(ttlSeconds * 1_000));
          return true;
        },
        async () => false,
      ),
    hasMark: (key, ttlSeconds) =>
      orOwn<boolean | undefined>(
        async () => {
          const isThere = (await redis.exists(`mark:${key}`)) === 1;
          return isThere || (answersForMs() >= ttlSeconds * 1_000 ? false : undefined);
        },
        async () => undefined,
      ),
  };
}

function cachedBytes(
  cache: Connection,
  own: SharedState,
): Pick<SharedState, 'getBytes' | 'getFirstBytes' | 'setBytes'> {
  return {
    getBytes: (key) =>
      cache.orOwn(
        async () => (await cache.redis.getBuffer(`bytes:${key}`)) ?? undefined,
        () => own.getBytes(key),
      ),
    getFirstBytes: (key, length) =>
      cache.orOwn(
        async () => {
          const first = await cache.redis.getrangeBuffer(`bytes:${key}`, 0, length - 1);
          return first.length === 0 ? undefined : first;
        },
        () => own.getFirstBytes(key, length),
      ),
    setBytes: (key, value, ttlSeconds, owner) =>
      cache.orOwn(
        () => setBytes(cache.redis, key, value, { lifeMs: Math.ceil(ttlSeconds * 1_000), owner }),
        () => own.setBytes(key, value, ttlSeconds, owner),
      ),
  };
}

async function setBytes(
  redis: Redis,
  key: string,
  value: Buffer,
  { lifeMs, owner }: { readonly lifeMs: number; readonly owner: BytesOwner | undefined },
): Promise<void> {
  if (value.length > BYTES_MAX) return;
  if (owner === undefined) await redis.set(`bytes:${key}`, value, 'PX', lifeMs);
  else
    await SET_OWNED_BYTES.run(
      redis,
      [`bytes:${key}`, `ends:${owner.name}`, `sizes:${owner.name}`],
      [value, lifeMs, owner.bytesMax],
    );
}

/** A server and what is done while it does not answer. */
interface Connection {
  readonly redis: Redis;
  readonly trial: RedisTrial;
  /** How long its connection has stood: a server that was started again has forgotten what it held before. */
  answersForMs(): number;
  /** Asks the server, or this process alone. */
  orOwn<T>(shared: () => Promise<T>, alone: () => Promise<T>): Promise<T>;
}

function connectTo(url: string, environment: string, timeoutMs: number, report: ReportAnswering): Connection {
  const redis = new Redis(url, {
    keyPrefix: `bly:${environment}:`,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    retryStrategy: (times) => Math.min(RECONNECT_MAX_MS, times * 100),
  });
  // A lost connection is answered by the fallback below; without a listener it would end the process.
  redis.on('error', () => undefined);
  let readyAtMs = Number.POSITIVE_INFINITY;
  redis.on('ready', () => {
    readyAtMs = performance.now();
  });
  const noteAnswer = createOutageReport(new URL(url).host, report);
  let aloneUntilMs = 0;
  const trial: RedisTrial = {
    isAnswering: () => Date.now() >= aloneUntilMs,
    async try(command) {
      if (!trial.isAnswering()) throw new Error('Redis does not answer');
      try {
        const answer = await command();
        noteAnswer(undefined);
        return answer;
      } catch (error) {
        noteAnswer(error);
        // Not every request in the meantime has to wait for the same time-out.
        aloneUntilMs = Date.now() + ALONE_MS;
        throw error;
      }
    },
  };
  return {
    redis,
    trial,
    answersForMs: () => performance.now() - readyAtMs,
    async orOwn(shared, alone) {
      try {
        return await trial.try(shared);
      } catch {
        return await alone();
      }
    },
  };
}

/** Takes each answer (`undefined`) and failure of a server; reports an outage once, and its end. */
function createOutageReport(host: string, report: ReportAnswering): (failure: unknown) => void {
  let isReported = false;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return (failure) => {
    const isAway = failure !== undefined;
    if (isAway === isReported || (isAway && performance.now() - reportedAtMs < REPORTED_EVERY_MS)) return;
    isReported = isAway;
    if (isAway) reportedAtMs = performance.now();
    report({ host, failure });
  };
}
