import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, ReadHandle, Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { PLACE_TYPES } from '../model/flight-search.ts';
import type { PriceMonitor, PriceQuery, PriceStatus } from '../model/prices/price-monitor.ts';

type MonitorRow = {
  organization_id: string;
  monitor_id: string;
  question: unknown;
  currency: string;
  below: number | null;
  has_webhook: boolean;
  created_at: Date;
  ends_at: Date;
  check_number: number;
  checked_at: Date | null;
  check_status: PriceStatus | null;
  price: number | null;
  priced_at: Date | null;
  is_below: boolean;
  triggered_at: Date[];
};
const tables = (h: ReadHandle) => h.q.withTables<{ price_monitor: MonitorRow }>();

const StoredQuery = z.object({
  origin: z.string(),
  originType: z.enum(PLACE_TYPES).optional(),
  destination: z.string(),
  destinationType: z.enum(PLACE_TYPES).optional(),
  departureDate: z.string(),
  returnDate: z.string().optional(),
  cabinClass: z.enum(CABIN_CLASSES).optional(),
  priceMax: z.number().optional(),
  includeCarriers: z.array(z.string()),
  excludeCarriers: z.array(z.string()),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  ages: z.array(z.int()).optional(),
  currency: z.string().optional(),
});

/** Identifies a monitor within its organization. */
export interface MonitorKey {
  readonly organizationId: OrganizationId;
  readonly monitorId: string;
}

/**
 * Locks the creation of monitors for an organization until the transaction ends, so that two concurrent requests cannot
 * exceed the limit; returns how many monitors are active.
 */
export async function countLiveMonitorsForInsert(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`price_monitor ${organizationId}`}, 0))`.execute(tx.q);
  const { live } = await tables(tx)
    .selectFrom('price_monitor')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('organization_id', '=', organizationId)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return live;
}

/** Writes a new monitor with what its first check found. */
export async function insertMonitor(tx: Tx, organizationId: OrganizationId, monitor: PriceMonitor): Promise<void> {
  await sql`
    insert into price_monitor (organization_id, monitor_id, question, currency, below, has_webhook, created_at, ends_at, check_number,
      checked_at, check_status, price, priced_at, is_below, triggered_at)
    values (${organizationId}, ${monitor.monitorId}, ${JSON.stringify(monitor.priceQuery)}::jsonb, ${monitor.currency}, ${monitor.below ?? null},
      ${monitor.hasWebhook}, ${monitor.createdAt}, ${monitor.endsAt}, ${monitor.checkNumber}, ${monitor.checkedAt ?? null},
      ${monitor.checkStatus ?? null}, ${monitor.price ?? null}, ${monitor.pricedAt ?? null}, ${monitor.isBelow},
      ${[...monitor.triggeredAt]}::timestamptz[])`.execute(tx.q);
}

/** Writes the result of a check. The caller holds the row lock. */
export async function updateCheckedMonitor(
  tx: Tx,
  organizationId: OrganizationId,
  monitor: PriceMonitor,
): Promise<void> {
  await sql`
    update price_monitor set check_number = ${monitor.checkNumber}, checked_at = ${monitor.checkedAt ?? null},
      check_status = ${monitor.checkStatus ?? null}, price = ${monitor.price ?? null}, priced_at = ${monitor.pricedAt ?? null},
      is_below = ${monitor.isBelow}, triggered_at = ${[...monitor.triggeredAt]}::timestamptz[]
    where organization_id = ${organizationId} and monitor_id = ${monitor.monitorId}`.execute(tx.q);
}

/** One monitor, unlocked. */
export async function findMonitor(
  h: Handle,
  { organizationId, monitorId }: MonitorKey,
): Promise<PriceMonitor | undefined> {
  const row = await tables(h)
    .selectFrom('price_monitor')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('monitor_id', '=', monitorId)
    .executeTakeFirst();
  return row && toMonitor(row);
}

/** One monitor, locked until the transaction ends. */
export async function findMonitorForUpdate(
  tx: Tx,
  { organizationId, monitorId }: MonitorKey,
): Promise<PriceMonitor | undefined> {
  const row = await tables(tx)
    .selectFrom('price_monitor')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('monitor_id', '=', monitorId)
    .forUpdate()
    .executeTakeFirst();
  return row && toMonitor(row);
}

/** One page of an organization's monitors. */
export interface MonitorPageFilter {
  readonly organizationId: OrganizationId;
  readonly limit: number;
  /** The id of the last monitor of the page before. */
  readonly after: string | undefined;
  readonly offset: number;
}

/** Monitors of an organization, newest first, ended ones included while they are retained. */
export async function listMonitorRows(h: ReadHandle, filter: MonitorPageFilter): Promise<readonly PriceMonitor[]> {
  const all = tables(h).selectFrom('price_monitor').selectAll().where('organization_id', '=', filter.organizationId);
  const rows = await (filter.after === undefined ? all : all.where('monitor_id', '<', filter.after))
    .orderBy('monitor_id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return rows.map(toMonitor);
}

/** Deletes a monitor; answers whether there was one. */
export async function deleteMonitorRow(tx: Tx, { organizationId, monitorId }: MonitorKey): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom('price_monitor')
    .where('organization_id', '=', organizationId)
    .where('monitor_id', '=', monitorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function toMonitor(row: MonitorRow): PriceMonitor {
  return {
    monitorId: row.monitor_id,
    priceQuery: toQuery(row.question),
    currency: row.currency,
    below: row.below ?? undefined,
    hasWebhook: row.has_webhook,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    checkNumber: row.check_number,
    checkedAt: row.checked_at ?? undefined,
    checkStatus: row.check_status ?? undefined,
    price: row.price ?? undefined,
    pricedAt: row.priced_at ?? undefined,
    isBelow: row.is_below,
    triggeredAt: row.triggered_at,
  };
}

function toQuery(stored: unknown): PriceQuery {
  const query = StoredQuery.parse(stored);
  return {
    ...query,
    originType: query.originType,
    destinationType: query.destinationType,
    returnDate: query.returnDate,
    cabinClass: query.cabinClass,
    priceMax: query.priceMax,
    ages: query.ages,
    currency: query.currency,
  };
}
