import type { Redis } from 'ioredis';
import { createRedisScript } from './redis-script.ts';
import type { PoolEntry, PoolFigures, ReserveAnswer, SharedPools } from '../shared-state/shared-pools.ts';

/**
 * A process that has said nothing of a pool for so long is dead: what it held is forgotten. It says so every second.
 */
const aliveMs = 5_000;
/** A pool nobody draws on is dropped; the next draw loads it. */
const idleMs = 600_000;

/**
 * Amounts are taken away as `0 - amount`: Lua's minus zero is no integer to Redis.
 *
 * A pool is a hash: `base` and `mark` as loaded; `l:<part>` the version of each part when loaded, `v:<part>` the newest
 * seen; for each process `h:<process>` what it holds and `t:<process>` when it last spoke. Times are Redis's own.
 */
const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local mine = ARGV[1]
`;

const RESERVE = createRedisScript(`${NOW}
local left = {}
for i, key in ipairs(KEYS) do
  local allowance, amount, mark = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1]), tonumber(ARGV[3 * i + 2])
  local fields = redis.call('HGETALL', key)
  local base, loaded, joined, held = 0, nil, false, 0
  for f = 1, #fields, 2 do
    local name, value = fields[f], tonumber(fields[f + 1])
    local kind, owner = string.sub(name, 1, 2), string.sub(name, 3)
    if name == 'base' then base = value
    elseif name == 'mark' then loaded = value
    elseif kind == 'h:' then held = held + value
    elseif kind == 't:' then
      if owner == mine then joined = true
      elseif now - value > tonumber(ARGV[2]) then return {'unknown', 0, 0} end
    end
  end
  if not joined or loaded == nil or (mark ~= loaded and mark ~= loaded - 1) then return {'unknown', 0, 0} end
  local available = allowance + base - held
  if available < amount then return {'short', i - 1, available} end
  left[i] = available - amount
end
for i, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, 'h:' .. mine, ARGV[3 * i + 1])
  redis.call('HSET', key, 't:' .. mine, now)
end
return {'reserved', 0, left}`);

const GIVE_BACK = createRedisScript(`local mine = ARGV[1]
for i, key in ipairs(KEYS) do
  if redis.call('HEXISTS', key, 't:' .. mine) == 1 then redis.call('HINCRBY', key, 'h:' .. mine, 0 - ARGV[i + 1]) end
end`);

const LOAD = createRedisScript(`${NOW}
local fields = redis.call('HGETALL', KEYS[1])
local known = {}
for f = 1, #fields, 2 do known[fields[f]] = tonumber(fields[f + 1]) end
for a = 7, #ARGV, 2 do
  local seen = known['v:' .. ARGV[a]]
  if seen and seen > tonumber(ARGV[a + 1]) then return 0 end
end
for name, value in pairs(known) do
  local kind, owner = string.sub(name, 1, 2), string.sub(name, 3)
  if kind == 'l:' or kind == 'v:' then redis.call('HDEL', KEYS[1], name)
  elseif kind == 't:' and now - value > tonumber(ARGV[2]) then redis.call('HDEL', KEYS[1], name, 'h:' .. owner) end
end
redis.call('HSET', KEYS[1], 'base', ARGV[3], 'mark', ARGV[4], 'h:' .. mine, ARGV[5], 't:' .. mine, now)
for a = 7, #ARGV, 2 do redis.call('HSET', KEYS[1], 'l:' .. ARGV[a], ARGV[a + 1], 'v:' .. ARGV[a], ARGV[a + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1`);

const POST = createRedisScript(`${NOW}
if redis.call('EXISTS', KEYS[1]) == 0 then return end
local total = 0
for a = 2, #ARGV, 3 do
  local name, amount, version = ARGV[a], tonumber(ARGV[a + 1]), tonumber(ARGV[a + 2])
  local loaded = tonumber(redis.call('HGET', KEYS[1], 'l:' .. name) or '0')
  local seen = tonumber(redis.call('HGET', KEYS[1], 'v:' .. name) or '0')
  if version > loaded then redis.call('HINCRBY', KEYS[1], 'base', 0 - amount) end
  if version > seen then redis.call('HSET', KEYS[1], 'v:' .. name, version) end
  total = total + amount
end
if redis.call('HEXISTS', KEYS[1], 't:' .. mine) == 1 then
  redis.call('HINCRBY', KEYS[1], 'h:' .. mine, 0 - total)
  redis.call('HSET', KEYS[1], 't:' .. mine, now)
end
redis.call('PEXPIRE', KEYS[1], ${idleMs})`);

/** How commands are tried. */
export interface RedisTrial {
  isAnswering(): boolean;
  /** Throws at once while Redis is known not to answer. */
  try<T>(command: () => Promise<T>): Promise<T>;
}

/** Pools in Redis, drawn on under this process's own name. */
export function createRedisPools(redis: Redis, processId: string, trial: RedisTrial): SharedPools {
  return {
    isAnswering: () => trial.isAnswering(),
    reserve: (draws) =>
      trial.try(async () => {
        const values = draws.flatMap(({ allowance, amount, mark }) => [allowance, amount, mark]);
        return readAnswer(
          await RESERVE.run(
            redis,
            draws.map(({ key }) => nameOf(key)),
            [processId, aliveMs, ...values],
          ),
        );
      }),
    giveBack: (draws) =>
      trial.try(async () => {
        await GIVE_BACK.run(
          redis,
          draws.map(({ key }) => nameOf(key)),
          [processId, ...draws.map(({ amount }) => amount)],
        );
      }),
    load: (key, figures) =>
      trial.try(async () => (await LOAD.run(redis, [nameOf(key)], [processId, aliveMs, ...loadValues(figures)])) === 1),
    post: (key, entries) =>
      trial.try(async () => {
        await POST.run(
          redis,
          [nameOf(key)],
          [processId, ...entries.flatMap((entry: PoolEntry) => [entry.name, entry.amount, entry.version])],
        );
      }),
    forget: (keys) =>
      trial.try(async () => {
        await Promise.all(keys.map((key) => redis.hdel(nameOf(key), 'mark')));
      }),
  };
}

const nameOf = (key: string): string => `pool:${key}`;

function loadValues({ base, mark, held, versions }: PoolFigures): readonly (string | number)[] {
  return [base, mark, held, idleMs, ...versions.flatMap(({ name, version }) => [name, version])];
}

function readAnswer(answer: unknown): ReserveAnswer {
  const [kind, index, available] = Array.isArray(answer) ? answer : [];
  if (kind === 'reserved') return { kind, available: Array.isArray(available) ? available.map(Number) : [] };
  return kind === 'short' ? { kind, index: Number(index), available: Number(available) } : { kind: 'unknown' };
}
