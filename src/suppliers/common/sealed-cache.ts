import type { OrganizationId } from '../../platform/ids.ts';
import type { KeyedSupplier } from './account.ts';

/** What an entry belongs to. What is stored for one organization or account is never found by another. */
export interface CacheScope {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  readonly supplier: KeyedSupplier;
}

/**
 * Answers of suppliers stored for minutes, sealed and compressed: in Redis, else in PostgreSQL, else in memory. To lose
 * an entry costs a search, never a trip, so no method throws: where nothing answers, nothing was stored.
 */
export interface SealedCache {
  /** Stores a JSON value under a name until `expiresAt` (real time); leaves out an entry that is too large. */
  store(scope: CacheScope, name: string, value: unknown, expiresAt: Date): Promise<void>;
  /** The value as it was stored; its shape is for the caller to check. */
  find(scope: CacheScope, name: string): Promise<unknown>;
}
