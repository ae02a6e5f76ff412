import type { Config } from '../config.ts';
import { createMemoryState } from './shared-state-memory.ts';
import type { SharedState } from './shared-state.ts';

/** In memory, or Redis where REDIS_URL names one; who does not use Redis need not hold its client in memory. */
export async function createSharedState(
  config: Pick<Config, 'redisUrl' | 'redisCacheUrl' | 'redisTimeoutMs' | 'environment'>,
): Promise<SharedState> {
  if (config.redisUrl === undefined) return createMemoryState();
  const { createRedisState } = await import('../redis/shared-state-redis.ts');
  return createRedisState(config.redisUrl, config.environment, config.redisTimeoutMs, config.redisCacheUrl);
}
