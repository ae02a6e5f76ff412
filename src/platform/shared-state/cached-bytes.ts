import { LRUCache } from 'lru-cache';
import type { BytesOwner } from './shared-state.ts';

/** Cached answers: this many bytes, the least recently used go first. */
const CACHED_BYTES_MAX = 64 * 1024 * 1024;
/** One owner has at most this share of them, so that it cannot push everybody else's out. */
const OWNER_SHARE = 1 / 4;
const ENTRY_BYTES_MAX = 4 * 1024 * 1024;

interface CachedEntry {
  readonly value: Buffer;
  readonly expiresAtMs: number;
  readonly owner: string | undefined;
}

/** Byte values of this process that expire, bounded in all and by owner. */
export interface CachedBytes {
  get(key: string): Buffer | undefined;
  set(key: string, value: Buffer, ttlSeconds: number, owner: BytesOwner | undefined): void;
  delete(key: string): void;
}

/** Creates an empty cache; `nowMs` is real time. */
export function createCachedBytes(nowMs: () => number): CachedBytes {
  /** By owner, its keys in the order in which they were stored, and their bytes. */
  const owners = new Map<string, Map<string, number>>();
  const entries = new LRUCache<string, CachedEntry>({
    maxSize: CACHED_BYTES_MAX,
    maxEntrySize: ENTRY_BYTES_MAX + 1_024,
    sizeCalculation: sizeOf,
    dispose(entry, key) {
      if (entry.owner === undefined) return;
      const owned = owners.get(entry.owner);
      owned?.delete(key);
      if (owned?.size === 0) owners.delete(entry.owner);
    },
  });
  return {
    get(key) {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAtMs > nowMs() ? entry.value : undefined;
    },
    set(key, value, ttlSeconds, owner) {
      entries.delete(key);
      if (value.length > ENTRY_BYTES_MAX) return;
      entries.set(key, { value, expiresAtMs: nowMs() + ttlSeconds * 1_000, owner: owner?.name });
      if (owner === undefined) return;
      const owned = owners.get(owner.name) ?? new Map<string, number>();
      owners.set(owner.name, owned.set(key, value.length));
      let total = [...owned.values()].reduce((sum, size) => sum + size, 0);
      const max = Math.min(owner.bytesMax, CACHED_BYTES_MAX * OWNER_SHARE);
      for (const [oldest, size] of [...owned]) {
        if (total <= max) return;
        total -= size;
        entries.delete(oldest);
      }
    },
    delete: (key) => void entries.delete(key),
  };
}

function sizeOf({ value }: CachedEntry, key: string): number {
  return value.length + key.length + 1;
}
