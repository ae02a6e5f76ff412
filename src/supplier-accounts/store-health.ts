import type { Handle } from '../platform/db/db.ts';
import type { HealthRecord } from './model/condition.ts';

interface HealthRow {
  supplier: string;
  account_id: string;
  status: HealthRecord['status'];
  detail: string | null;
  since: Date;
  reported_at: Date;
  failed_at: Date | null;
  failed_status: number | null;
  failed_request_id: string | null;
  failed_detail: string | null;
}

/** Which account a record is of, as its row names it. */
export interface RecordName {
  readonly supplier: string;
  readonly accountId: string;
}

const tables = (h: Handle) => h.q.withTables<{ supplier_account_health: HealthRow }>();

/** The last record of an account. */
export async function findHealth(h: Handle, { supplier, accountId }: RecordName): Promise<HealthRecord | undefined> {
  const row = await tables(h)
    .selectFrom('supplier_account_health')
    .selectAll()
    .where('supplier', '=', supplier)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toRecord(row);
}

function toRecord(row: HealthRow): HealthRecord {
  const { failed_at: at, failed_detail: detail } = row;
  return {
    status: row.status,
    detail: row.detail ?? undefined,
    since: row.since,
    reportedAt: row.reported_at,
    lastFailure:
      at === null
        ? undefined
        : {
            at,
            detail: detail ?? '',
            status: row.failed_status ?? undefined,
            requestId: row.failed_request_id ?? undefined,
          },
  };
}

/** Puts a record in the place of the one before it, unless that one is younger. */
export async function writeHealth(h: Handle, { supplier, accountId }: RecordName, record: HealthRecord): Promise<void> {
  const values = {
    status: record.status,
    detail: record.detail ?? null,
    since: record.since,
    reported_at: record.reportedAt,
    failed_at: record.lastFailure?.at ?? null,
    failed_status: record.lastFailure?.status ?? null,
    failed_request_id: record.lastFailure?.requestId ?? null,
    failed_detail: record.lastFailure?.detail ?? null,
  };
  await tables(h)
    .insertInto('supplier_account_health')
    .values({ supplier, account_id: accountId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['supplier', 'account_id'])
        .doUpdateSet(values)
        .where('supplier_account_health.reported_at', '<=', record.reportedAt),
    )
    .execute();
}

export async function deleteHealth(h: Handle, { supplier, accountId }: RecordName): Promise<void> {
  await tables(h)
    .deleteFrom('supplier_account_health')
    .where('supplier', '=', supplier)
    .where('account_id', '=', accountId)
    .execute();
}
