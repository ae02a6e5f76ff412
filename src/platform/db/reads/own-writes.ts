import { LRUCache } from 'lru-cache';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** Which organizations have written a moment ago. */
export interface OwnWrites {
  /** False where processes share their marks and this one could not be set: only this process knows of the write. */
  note(organizationId: string): Promise<boolean>;
  /** False only where no process has noted a write; true where that is not known. */
  mayHaveWritten(organizationId: string): Promise<boolean>;
}

const ORGANIZATIONS_MAX = 100_000;

/** Remembers writes for `forMs`, in this process and, with Redis, in all of them. */
export function createOwnWrites(shared: SharedState, forMs: number): OwnWrites {
  const own = new LRUCache<string, true>({ maxSize: ORGANIZATIONS_MAX, sizeCalculation: () => 1, ttl: forMs });
  const isShared = shared.kind === 'redis';
  const keyOf = (organizationId: string) => `wrote:${organizationId}`;
  return {
    async note(organizationId) {
      own.set(organizationId, true);
      return !isShared || (await shared.setMark(keyOf(organizationId), forMs / 1_000));
    },
    async mayHaveWritten(organizationId) {
      if (own.has(organizationId)) return true;
      return isShared && (await shared.hasMark(keyOf(organizationId), forMs / 1_000)) !== false;
    },
  };
}
