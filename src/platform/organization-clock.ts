import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import type { Handle, Tx } from './db/db.ts';
import type { OrganizationId } from './ids.ts';

type ClockTables = {
  organization_clock: { organization_id: string; offset_seconds: number };
};

/** A cached offset is dropped at the commit that moves it; other processes see the move within this. */
const CACHE_LIFE_MS = 1_000;
const CACHED_OFFSETS_MAX = 10_000;

type OffsetCache = LRUCache<string, Promise<number>>;
const caches = new WeakMap<object, OffsetCache>();

/** The organization's clock: real time plus its sandbox offset; always real time in production. At most 1 s behind a move made elsewhere. */
export async function organizationNow(app: Pick<App, 'clock' | 'config' | 'db'>, organizationId: OrganizationId): Promise<Date> {
  const now = app.clock.now();
  if (app.config.environment === 'production') return now;
  const offsetSeconds = await cachedOffsetSeconds(app.db, organizationId);
  return offsetSeconds === 0 ? now : new Date(now.getTime() + offsetSeconds * 1_000);
}

/** How far the organization's clock runs ahead of real time, as it stands in the database. */
export async function getClockOffsetSeconds(h: Handle, organizationId: OrganizationId): Promise<number> {
  const row = await tables(h).selectFrom('organization_clock').select('offset_seconds').where('organization_id', '=', organizationId).executeTakeFirst();
  return row?.offset_seconds ?? 0;
}

/** Moves the organization's clock forward and answers its new offset in seconds. */
export async function advanceOrganizationClock(tx: Tx, organizationId: OrganizationId, seconds: number): Promise<number> {
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RangeError(`A clock only moves forward by whole seconds, not ${seconds}.`);
  const row = await tables(tx).insertInto('organization_clock')
    .values({ organization_id: organizationId, offset_seconds: seconds })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ offset_seconds: sql`organization_clock.offset_seconds + excluded.offset_seconds` }))
    .returning('offset_seconds').executeTakeFirstOrThrow();
  tx.afterCommit(() => cacheOf(tx).delete(organizationId));
  return row.offset_seconds;
}

/** Sets the organization's clock back to real time (`POST /v1/sandbox/reset`). */
export async function resetOrganizationClock(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tables(tx).deleteFrom('organization_clock').where('organization_id', '=', organizationId).execute();
  tx.afterCommit(() => cacheOf(tx).delete(organizationId));
}

function cachedOffsetSeconds(h: Handle, organizationId: OrganizationId): Promise<number> {
  const cache = cacheOf(h);
  const known = cache.get(organizationId);
  if (known !== undefined) return known;
  // The promise is kept, so that many requests at once ask the database once.
  const reading = getClockOffsetSeconds(h, organizationId);
  cache.set(organizationId, reading);
  reading.catch(() => {
    if (cache.peek(organizationId) === reading) cache.delete(organizationId);
  });
  return reading;
}

function cacheOf(h: Handle): OffsetCache {
  const known = caches.get(h.scope);
  if (known !== undefined) return known;
  const cache: OffsetCache = new LRUCache({ max: CACHED_OFFSETS_MAX, ttl: CACHE_LIFE_MS });
  caches.set(h.scope, cache);
  return cache;
}

function tables(h: Handle) {
  return h.q.withTables<ClockTables>();
}
