import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { TextChange } from '../shared-state/shared-state.ts';
import { createRedisScript } from './redis-script.ts';

/** Of several processes one succeeds each time, so that many failures in a row are no matter of bad luck. */
const attemptsMax = 50;
/** From so many attempts on processes step out of each other's rhythm. */
const attemptsAtOnce = 3;
const pauseMsMax = 5;

const READ = createRedisScript(`
local time = redis.call('TIME')
return {redis.call('GET', KEYS[1]) or '', time[1] * 1000 + math.floor(time[2] / 1000)}`);

/**
 * Writes the text where it is still the one that was read; none is the empty one. Where it is another it is returned:
 * who came too late is one round trip ahead of everybody else the next time.
 */
const REPLACE = createRedisScript(`
local text = redis.call('GET', KEYS[1]) or ''
if text == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return {}
end
local time = redis.call('TIME')
return {text, time[1] * 1000 + math.floor(time[2] / 1000)}`);

/** Changes texts in Redis. The changes of this process queue up for each key, so that it never competes with itself. */
export interface ChangedTexts {
  change<T>(
    key: string,
    lifeMs: number,
    change: (text: string | undefined, nowMs: number) => TextChange<T>,
  ): Promise<T>;
}

/** Reads, computes and writes only where nobody has written meanwhile. */
export function createChangedTexts(redis: Redis): ChangedTexts {
  const last = new Map<string, Promise<unknown>>();

  async function changeNow<T>(
    name: string,
    lifeMs: number,
    change: (text: string | undefined, nowMs: number) => TextChange<T>,
  ): Promise<T> {
    let read = await READ.run(redis, [name], []);
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const [text, nowMs] = Array.isArray(read) ? read : [];
      const known = String(text ?? '');
      const changed = change(known === '' ? undefined : known, Number(nowMs));
      read = await REPLACE.run(redis, [name], [known, changed.text, lifeMs]);
      if (Array.isArray(read) && read.length === 0) return changed.answer;
      if (attempt >= attemptsAtOnce) await wait(Math.random() * pauseMsMax);
    }
    throw new Error('Other processes changed this text each time.');
  }

  return {
    async change(key, lifeMs, change) {
      const before = last.get(key) ?? Promise.resolve();
      const own = before.catch(() => undefined).then(() => changeNow(`text:${key}`, lifeMs, change));
      last.set(key, own);
      try {
        return await own;
      } finally {
        if (last.get(key) === own) last.delete(key);
      }
    },
  };
}
