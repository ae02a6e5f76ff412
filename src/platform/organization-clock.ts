import { sql } from 'kysely';
import type { Platform } from './platform.ts';
import { type RefreshingCache, createRefreshingCache } from './cache/refreshing-cache.ts';
import type { Handle, Tx } from './db/db.ts';
import { asId, type OrganizationId } from './ids.ts';

type ClockTables = {
  organization_clock: { organization_id: string; offset_seconds: number };
};

/** The process that moves a clock drops the cached offset at its commit; other processes see the move within this. */
const CACHE_LIFE_MS = 1_000;
/** A busy organization's offset is read again before anyone must wait for it. */
const CACHE_REFRESH_MS = 250;
const CACHED_OFFSETS_MAX = 10_000;

type OffsetCache = RefreshingCache<{ readonly seconds: number }>;
/** One cache for each database, found by its identity: a transaction's handle leads to the same one. */
const caches = new WeakMap<object, OffsetCache>();

/**
 * The organization's clock: real time plus its sandbox offset; always real time in production. At most 1 s behind a
 * move made elsewhere.
 */
export async function organizationNow(
  app: Pick<Platform, 'clock' | 'config' | 'db' | 'log'>,
  organizationId: OrganizationId,
): Promise<Date> {
  const now = app.clock.now();
  if (app.config.environment === 'production') return now;
  const { seconds } = await cacheOf(app.db, app.log).get(organizationId);
  return seconds === 0 ? now : new Date(now.getTime() + seconds * 1_000);
}

/** How far the organization's clock runs ahead of real time, as it stands in the database. */
export async function getClockOffsetSeconds(h: Handle, organizationId: OrganizationId): Promise<number> {
  const row = await tables(h)
    .selectFrom('organization_clock')
    .select('offset_seconds')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.offset_seconds ?? 0;
}

/** Moves the organization's clock forward and answers its new offset in seconds. */
export async function advanceOrganizationClock(
  tx: Tx,
  organizationId: OrganizationId,
  seconds: number,
): Promise<number> {
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new RangeError(`A clock only moves forward by whole seconds, not ${seconds}.`);
  const row = await tables(tx)
    .insertInto('organization_clock')
    .values({ organization_id: organizationId, offset_seconds: seconds })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ offset_seconds: sql`organization_clock.offset_seconds + excluded.offset_seconds` }),
    )
    .returning('offset_seconds')
    .executeTakeFirstOrThrow();
  tx.afterCommit(() => caches.get(tx.scope)?.forget(organizationId));
  return row.offset_seconds;
}

/** Sets the organization's clock back to real time (`POST /v1/sandbox/reset`). */
export async function resetOrganizationClock(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tables(tx).deleteFrom('organization_clock').where('organization_id', '=', organizationId).execute();
  tx.afterCommit(() => caches.get(tx.scope)?.forget(organizationId));
}

function cacheOf(db: Handle, log: Platform['log']): OffsetCache {
  const known = caches.get(db.scope);
  if (known !== undefined) return known;
  const cache: OffsetCache = createRefreshingCache({
    read: async (organizationId) => ({
      seconds: await getClockOffsetSeconds(db, asId('organization', organizationId)),
    }),
    ttlMs: CACHE_LIFE_MS,
    refreshedMs: CACHE_REFRESH_MS,
    entriesMax: CACHED_OFFSETS_MAX,
    onRefreshFailed: (err) => log.warn({ err }, "an organization's clock could not be read again"),
  });
  caches.set(db.scope, cache);
  return cache;
}

function tables(h: Handle) {
  return h.q.withTables<ClockTables>();
}
