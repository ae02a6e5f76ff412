import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { TextChange } from '../shared-state/shared-state.ts';
import { createRedisScript } from './redis-script.ts';

/** Of several processes one succeeds each time; one without any for so long is not answered. */
const attemptsMsMax = 5_000;
/** From so many attempts on a process steps out of the others' rhythm. */
const attemptsAtOnce = 10;
const pauseMsMax = 3;

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
    const endsAt = performance.now() + attemptsMsMax;
    let read = await READ.run(redis, [name], []);
    for (let attempt = 1; performance.now() < endsAt; attempt += 1) {
      const [text, nowMs] = Array.isArray(read) ? read : [];
      const known = String(text ?? '');
      const changed = change(known === '' ? undefined : known, Number(nowMs));
      read = await REPLACE.run(redis, [name], [known, changed.text, lifeMs]);
      if (Array.isArray(read) && read.length === 0) return changed.answer;
      if (attempt % attemptsAtOnce === 0) {
        await wait(Math.random() * pauseMsMax);
        read = await READ.run(redis, [name], []);
      }
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
