import { LRUCache } from 'lru-cache';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** Which organizations have written a moment ago. */
export interface OwnWrites {
  note(organizationId: string): Promise<void>;
  hasWritten(organizationId: string): Promise<boolean>;
}

const ORGANIZATIONS_MAX = 100_000;

/**
 * Remembers writes for `forMs`, in this process and, with Redis, in all of them. While Redis is away each process knows
 * its own.
 */
export function createOwnWrites(shared: SharedState, forMs: number): OwnWrites {
  const own = new LRUCache<string, true>({ maxSize: ORGANIZATIONS_MAX, sizeCalculation: () => 1, ttl: forMs });
  const isShared = shared.kind === 'redis';
  const keyOf = (organizationId: string) => `wrote:${organizationId}`;
  return {
    async note(organizationId) {
      own.set(organizationId, true);
      if (isShared) await shared.setCounter(keyOf(organizationId), 1, forMs / 1_000);
    },
    async hasWritten(organizationId) {
      if (own.has(organizationId)) return true;
      return isShared && (await shared.getCounter(keyOf(organizationId))) !== undefined;
    },
  };
}
