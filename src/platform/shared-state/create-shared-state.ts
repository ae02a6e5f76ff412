import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createMemoryState } from './shared-state-memory.ts';
import type { SharedState } from './shared-state.ts';

/** In memory, or Redis where REDIS_URL names one; who does not use Redis need not hold its client in memory. */
export async function createSharedState(
  config: Pick<Config, 'redisUrl' | 'redisCacheUrl' | 'redisTimeoutMs' | 'environment'>,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<SharedState> {
  if (config.redisUrl === undefined) return createMemoryState();
  const { createRedisState } = await import('../redis/shared-state-redis.ts');
  const { redisUrl, environment, redisTimeoutMs, redisCacheUrl } = config;
  return createRedisState(redisUrl, environment, redisTimeoutMs, redisCacheUrl, ({ host, failure }) => {
    if (failure === undefined) log.info({ host }, 'Redis answers again');
    else
      log.warn(
        { host, err: failure },
        'Redis does not answer: this process counts and caches for itself until it does',
      );
  });
}
