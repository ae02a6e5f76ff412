import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * A script that Redis runs as one step. Sent by its hash; its text only where Redis does not know it (yet, or any
 * more).
 */
export interface RedisScript {
  run(redis: Redis, keys: readonly string[], values: readonly (string | number | Buffer)[]): Promise<unknown>;
}

/** Prepares a script. */
export function createRedisScript(text: string): RedisScript {
  const hash = createHash('sha1').update(text).digest('hex');
  return {
    async run(redis, keys, values) {
      try {
        return await redis.evalsha(hash, keys.length, ...keys, ...values);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return await redis.eval(text, keys.length, ...keys, ...values);
      }
    },
  };
}
