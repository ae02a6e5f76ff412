import { sql } from 'kysely';
import type { Handle, ReadHandle } from '../platform/db/db.ts';
import { deleteOldest } from '../platform/db/delete-oldest.ts';
import type { CredentialId, OrganizationId } from '../platform/ids.ts';
import type { MinuteCalls } from './model/quota-window.ts';

interface CreditBalanceRow {
  organization_id: string;
  balance: number;
  version: number;
}
interface UsageMinuteRow {
  organization_id: string;
  key_id: string;
  minute: Date;
  calls: number;
}
interface UsageDayRow {
  organization_id: string;
  key_id: string;
  day: string;
  operation_id: string;
  calls: number;
  credits: number;
}
interface UsageWriterRow {
  writer_id: string;
  last_batch: number;
  written_at: Date;
}
type MeteringTables = {
  usage_writer: UsageWriterRow;
  credit_balance: CreditBalanceRow;
  usage_minute: UsageMinuteRow;
  usage_day: UsageDayRow;
};

/** Calls of one key in one minute. */
export interface CountedMinute {
  readonly organizationId: OrganizationId;
  readonly keyId: CredentialId;
  readonly minuteMs: number;
  readonly calls: number;
}
/** Calls of one key on one day to one operation. */
export interface CountedDay {
  readonly organizationId: OrganizationId;
  readonly keyId: CredentialId;
  readonly day: string;
  readonly operationId: string;
  readonly calls: number;
  readonly credits: number;
}

const tables = (h: ReadHandle) => h.q.withTables<MeteringTables>();

/** A balance, and how often it has been changed. */
export interface Balance {
  readonly balance: number;
  readonly version: number;
}

/** The balance of an organization; an organization seen for the first time is given `initial`. */
export async function readBalance(h: Handle, organizationId: OrganizationId, initial: number): Promise<number> {
  return (await readBalanceVersion(h, organizationId, initial)).balance;
}

/** The row with its version. */
export async function readBalanceVersion(h: Handle, organizationId: OrganizationId, initial: number): Promise<Balance> {
  const row = await selectBalance(h, organizationId);
  if (row) return row;
  await tables(h)
    .insertInto('credit_balance')
    .values({ organization_id: organizationId, balance: initial, version: 0 })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  return (await selectBalance(h, organizationId)) ?? { balance: initial, version: 0 };
}

/** Balances of organizations by id; those that have never called have none yet. */
export async function listBalances(
  h: ReadHandle,
  organizationIds: readonly OrganizationId[],
): Promise<ReadonlyMap<string, number>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await tables(h)
    .selectFrom('credit_balance')
    .select(['organization_id', 'balance'])
    .where('organization_id', 'in', organizationIds)
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row.balance]));
}

/** Adds to a balance (or takes from it); answers the new one. */
export async function addToBalance(h: Handle, organizationId: OrganizationId, amount: number): Promise<number> {
  return (await changeBalance(h, organizationId, amount)).balance;
}

/** The row with its version. */
export async function changeBalance(h: Handle, organizationId: OrganizationId, amount: number): Promise<Balance> {
  return await tables(h)
    .updateTable('credit_balance')
    .set((eb) => ({ balance: eb('balance', '+', amount), version: eb('version', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .returning(['balance', 'version'])
    .executeTakeFirstOrThrow();
}

export async function setBalance(h: Handle, organizationId: OrganizationId, balance: number): Promise<void> {
  await tables(h)
    .insertInto('credit_balance')
    .values({ organization_id: organizationId, balance, version: 0 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ balance, version: sql`credit_balance.version + 1` }),
    )
    .execute();
}

/**
 * Notes that a process writes this batch of its own, in the transaction that writes it; false when it has been written
 * before.
 */
export async function claimBatch(h: Handle, writerId: string, batch: number, at: Date): Promise<boolean> {
  const row = await tables(h)
    .insertInto('usage_writer')
    .values({ writer_id: writerId, last_batch: batch, written_at: at })
    .onConflict((conflict) =>
      conflict
        .column('writer_id')
        .doUpdateSet({ last_batch: batch, written_at: at })
        .where('usage_writer.last_batch', '<', batch),
    )
    .returning('writer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets processes that have written nothing since an instant; answers how many. */
export async function deleteWritersBefore(h: Handle, before: Date): Promise<number> {
  const deleted = await tables(h).deleteFrom('usage_writer').where('written_at', '<', before).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** The minutes of a key's window that had calls; at most one per call of its quota. */
export async function listMinutes(
  h: ReadHandle,
  key: { readonly organizationId: OrganizationId; readonly keyId: CredentialId },
  since: Date,
): Promise<readonly MinuteCalls[]> {
  const rows = await tables(h)
    .selectFrom('usage_minute')
    .select(['minute', 'calls'])
    .where('organization_id', '=', key.organizationId)
    .where('key_id', '=', key.keyId)
    .where('minute', '>', since)
    .orderBy('minute')
    .execute();
  return rows.map(({ minute, calls }) => ({ startMs: minute.getTime(), calls }));
}

/**
 * Calls counted for a key on the days after a day: all there is of a key without quota, whose minutes are not counted.
 */
export async function sumCallsAfter(
  h: ReadHandle,
  key: { readonly organizationId: OrganizationId; readonly keyId: CredentialId },
  day: string,
): Promise<number> {
  const row = await tables(h)
    .selectFrom('usage_day')
    .select((eb) => eb.fn.sum<string>('calls').as('calls'))
    .where('organization_id', '=', key.organizationId)
    .where('key_id', '=', key.keyId)
    .where('day', '>', day)
    .executeTakeFirst();
  return Number(row?.calls ?? 0);
}

/**
 * Ids that calls were counted under since an instant: keys that live or have ended, and users. Those without quota are
 * counted by the day only.
 */
export async function listUsedIds(
  h: ReadHandle,
  organizationId: OrganizationId,
  since: { readonly at: Date; readonly day: string },
  limit: number,
): Promise<readonly string[]> {
  const rows = await tables(h)
    .selectFrom('usage_minute')
    .select('key_id')
    .where('organization_id', '=', organizationId)
    .where('minute', '>', since.at)
    .union(
      tables(h)
        .selectFrom('usage_day')
        .select('key_id')
        .where('organization_id', '=', organizationId)
        .where('day', '>', since.day),
    )
    .orderBy('key_id')
    .limit(limit)
    .execute();
  return rows.map(({ key_id }) => key_id);
}

/** Adds counted minutes; answers what each stands at now, other processes included. */
export async function addMinutes(h: Handle, counted: readonly CountedMinute[]): Promise<readonly CountedMinute[]> {
  if (counted.length === 0) return [];
  const rows = await tables(h)
    .insertInto('usage_minute')
    .values(
      counted.map(({ organizationId, keyId, minuteMs, calls }) => ({
        organization_id: organizationId,
        key_id: keyId,
        minute: new Date(minuteMs),
        calls,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'key_id', 'minute'])
        .doUpdateSet({ calls: sql`usage_minute.calls + excluded.calls` }),
    )
    .returning(['key_id', 'minute', 'calls'])
    .execute();
  return counted.map((entry) => {
    const row = rows.find(({ key_id, minute }) => key_id === entry.keyId && minute.getTime() === entry.minuteMs);
    return { ...entry, calls: row?.calls ?? entry.calls };
  });
}

/** Adds counted days. */
export async function addDays(h: Handle, counted: readonly CountedDay[]): Promise<void> {
  if (counted.length === 0) return;
  await tables(h)
    .insertInto('usage_day')
    .values(
      counted.map((entry) => ({
        organization_id: entry.organizationId,
        key_id: entry.keyId,
        day: entry.day,
        operation_id: entry.operationId,
        calls: entry.calls,
        credits: entry.credits,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'key_id', 'day', 'operation_id']).doUpdateSet({
        calls: sql`usage_day.calls + excluded.calls`,
        credits: sql`usage_day.credits + excluded.credits`,
      }),
    )
    .execute();
}

/** What an organization has used since a day, newest first. */
export async function listDays(
  h: ReadHandle,
  organizationId: OrganizationId,
  since: string,
  limit: number,
): Promise<readonly Omit<CountedDay, 'organizationId' | 'keyId'>[]> {
  const rows = await tables(h)
    .selectFrom('usage_day')
    .select((eb) => [
      'day',
      'operation_id',
      eb.fn.sum<number>('calls').as('calls'),
      eb.fn.sum<number>('credits').as('credits'),
    ])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', since)
    .groupBy(['day', 'operation_id'])
    .orderBy('day', 'desc')
    .orderBy('operation_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    day: row.day,
    operationId: row.operation_id,
    calls: Number(row.calls),
    credits: Number(row.credits),
  }));
}

/** Deletes up to `limit` minutes that can no longer count in any window; answers how many. */
export async function deleteMinutesBefore(h: Handle, before: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'usage_minute', column: 'minute', before, limit });
}

function selectBalance(h: Handle, organizationId: OrganizationId) {
  return tables(h)
    .selectFrom('credit_balance')
    .select(['balance', 'version'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}
