import { sql } from 'kysely';
import type { Handle, ReadHandle } from '../platform/db/db.ts';
import { deleteOldest } from '../platform/db/delete-oldest.ts';
import { isDistributed } from '../platform/db/distribution/is-distributed.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { LoggedRequest, RequestGap } from './model/logged-request.ts';

/** Entries that one look goes through where nothing but their order is indexed: some tens of milliseconds. */
export const SCANNED_MAX = 20_000;

/** Rows of one insert of values: a statement takes 65,535 of them. */
const VALUES_ROWS_MAX = 500;

/**
 * Writes a batch in one statement, and answers how many entries were not there yet. Its text is the same for every
 * size, so that it stays prepared. On a distributed database they are of one organization and go to its node as values:
 * a `select` would commit on every node in two phases.
 */
export async function insertRequests(h: Handle, requests: readonly LoggedRequest[]): Promise<number> {
  if (await isDistributed(h)) return await insertValues(h, requests);
  const { numAffectedRows } = await sql`
    insert into request_log (organization_id, at, entry, request_id, method, path, operation_id, status, elapsed_ms, credential_kind,
      credential_id, program, condition, limit_name, limit_max, limit_left, free_at)
    select organization_id, at, entry, request_id, method, path, operation_id, status, elapsed_ms, credential_kind,
      credential_id, program, condition, limit_name, limit_max, limit_left, free_at
    from json_to_recordset(${JSON.stringify(requests.map(toRow))}::json) as answered(organization_id text, at timestamptz, entry bigint,
      request_id text, method text, path text, operation_id text, status smallint, elapsed_ms integer, credential_kind text,
      credential_id text, program text, condition text, limit_name text, limit_max integer, limit_left integer, free_at timestamptz)
    on conflict do nothing`.execute(h.q);
  return Number(numAffectedRows);
}

async function insertValues(h: Handle, requests: readonly LoggedRequest[]): Promise<number> {
  let inserted = 0;
  for (let start = 0; start < requests.length; start += VALUES_ROWS_MAX) {
    const { numInsertedOrUpdatedRows } = await h.q
      .withTables<{ request_log: ReturnType<typeof toRow> }>()
      .insertInto('request_log')
      .values(requests.slice(start, start + VALUES_ROWS_MAX).map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    inserted += Number(numInsertedOrUpdatedRows);
  }
  return inserted;
}

/** Adds calls that were not recorded to those of their hours; on a distributed database as entries are written. */
export async function addGaps(h: Handle, gaps: readonly RequestGap[]): Promise<void> {
  if (await isDistributed(h)) return await addGapValues(h, gaps);
  await sql`
    insert into request_log_gap as gap (organization_id, hour, calls)
    select organization_id, hour, calls
    from json_to_recordset(${JSON.stringify(gaps.map(toGapRow))}::json) as lost(organization_id text, hour timestamptz, calls bigint)
    on conflict (organization_id, hour) do update set calls = gap.calls + excluded.calls`.execute(h.q);
}

async function addGapValues(h: Handle, gaps: readonly RequestGap[]): Promise<void> {
  for (let start = 0; start < gaps.length; start += VALUES_ROWS_MAX)
    await h.q
      .withTables<{ request_log_gap: ReturnType<typeof toGapRow> }>()
      .insertInto('request_log_gap')
      .values(gaps.slice(start, start + VALUES_ROWS_MAX).map(toGapRow))
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'hour'])
          .doUpdateSet(({ ref, eb }) => ({ calls: eb(ref('request_log_gap.calls'), '+', ref('excluded.calls')) })),
      )
      .execute();
}

function toGapRow({ organizationId, hour, calls }: RequestGap) {
  return { organization_id: organizationId, hour, calls };
}

/** Which calls, newest first. */
export interface RequestFilter {
  readonly requestId: string | undefined;
  /** 2 for 2xx, 4 for 4xx, 5 for 5xx; `refused`: 4xx and 5xx. */
  readonly statusClass: 2 | 4 | 5 | 'refused' | undefined;
  readonly credentialId: string | undefined;
  /** What the path begins with. */
  readonly path: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Behind this one. */
  readonly after: { readonly at: Date; readonly entry: string } | undefined;
  readonly limit: number;
}

/** A part of the log. */
export interface RequestRows {
  readonly requests: readonly LoggedRequest[];
  /** The last entry that was looked at, where looking ended before the page was full. */
  readonly scannedTo: { readonly at: Date; readonly entry: string } | undefined;
}

interface RequestRow {
  at: Date;
  entry: string | number;
  request_id: string;
  method: string;
  path: string;
  operation_id: string;
  status: number;
  elapsed_ms: number;
  credential_kind: LoggedRequest['credential']['kind'];
  credential_id: string;
  program: string | null;
  condition: string | null;
  limit_name: string | null;
  limit_max: number | null;
  limit_left: number | null;
  free_at: Date | null;
}

/**
 * The calls of an organization, newest first. At most `SCANNED_MAX` entries are looked at: what no index finds (a
 * credential, a path) may then end before the page is full.
 */
export async function listRequests(
  h: ReadHandle,
  organizationId: OrganizationId,
  filter: RequestFilter,
): Promise<RequestRows> {
  const scanned = scannedEntries(organizationId, filter);
  const { rows } = await sql<RequestRow>`
    select * from (${scanned} limit ${SCANNED_MAX}) as scanned where ${matches(filter)}
    order by at desc, entry desc limit ${filter.limit}`.execute(h.q);
  const requests = rows.map((row) => toRequest(organizationId, row));
  if (rows.length === filter.limit) return { requests, scannedTo: undefined };
  const end = await sql<Pick<RequestRow, 'at' | 'entry'>>`
    select at, entry from (${scanned} offset ${SCANNED_MAX - 1} limit 1) as last`.execute(h.q);
  const last = end.rows[0];
  return { requests, scannedTo: last && { at: last.at, entry: String(last.entry) } };
}

/** Calls of an organization that were not recorded, in hours that touch the time asked for. */
export async function countGaps(
  h: ReadHandle,
  organizationId: OrganizationId,
  { from, to }: Pick<RequestFilter, 'from' | 'to'>,
): Promise<number> {
  const { rows } = await sql<{ calls: string | number }>`
    select coalesce(sum(calls), 0) as calls from request_log_gap where organization_id = ${organizationId}
      and ${from === undefined ? sql`true` : sql`hour > ${from}::timestamptz - interval '1 hour'`}
      and ${to === undefined ? sql`true` : sql`hour < ${to}`}`.execute(h.q);
  return Number(rows[0]?.calls ?? 0);
}

/** Deletes up to `limit` entries of any organization from before an instant; answers how many. Housekeeping. */
export async function deleteRequestsBefore(h: Handle, before: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'request_log', column: 'at', before, limit });
}

/** Deletes up to `limit` counts of what was not recorded. */
export async function deleteGapsBefore(h: Handle, before: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'request_log_gap', column: 'hour', before, limit });
}

/** What an index finds in order: by id, those refused, all. */
function scannedEntries(organizationId: OrganizationId, { requestId, statusClass, from, to, after }: RequestFilter) {
  return sql`
    select at, entry, request_id, method, path, operation_id, status, elapsed_ms, credential_kind, credential_id, program, condition,
      limit_name, limit_max, limit_left, free_at
    from request_log where organization_id = ${organizationId}
      and ${requestId === undefined ? sql`true` : sql`request_id = ${requestId}`}
      and ${statusClass === undefined || statusClass === 2 ? sql`true` : sql`status >= 400`}
      and ${from === undefined ? sql`true` : sql`at >= ${from}`}
      and ${to === undefined ? sql`true` : sql`at < ${to}`}
      and ${after === undefined ? sql`true` : sql`(at, entry) < (${after.at}::timestamptz, ${after.entry}::bigint)`}
    order by at desc, entry desc`;
}

function matches({ statusClass, credentialId, path }: RequestFilter) {
  const lowest = statusClass === 2 ? 100 : statusClass === 5 ? 500 : 400;
  const highest = statusClass === 2 ? 399 : statusClass === 4 ? 499 : 599;
  return sql`${statusClass === undefined ? sql`true` : sql`status between ${lowest} and ${highest}`}
    and ${credentialId === undefined ? sql`true` : sql`credential_id = ${credentialId}`}
    and ${path === undefined ? sql`true` : sql`starts_with(path, ${path})`}`;
}

function toRow({ credential, limit, ...request }: LoggedRequest) {
  return {
    organization_id: request.organizationId,
    at: request.at,
    entry: request.entry,
    request_id: request.requestId,
    method: request.method,
    path: request.path,
    operation_id: request.operationId,
    status: request.status,
    elapsed_ms: request.elapsedMs,
    credential_kind: credential.kind,
    credential_id: credential.id,
    program: credential.program ?? null,
    condition: request.condition ?? null,
    limit_name: limit?.name ?? null,
    limit_max: limit?.max ?? null,
    limit_left: limit?.left ?? null,
    free_at: limit?.freeAt ?? null,
  };
}

function toRequest(organizationId: OrganizationId, row: RequestRow): LoggedRequest {
  return {
    organizationId,
    at: row.at,
    entry: String(row.entry),
    requestId: row.request_id,
    method: row.method,
    path: row.path,
    operationId: row.operation_id,
    status: row.status,
    elapsedMs: row.elapsed_ms,
    credential: { kind: row.credential_kind, id: row.credential_id, program: row.program ?? undefined },
    condition: row.condition ?? undefined,
    limit:
      row.limit_name === null
        ? undefined
        : {
            name: row.limit_name,
            max: row.limit_max ?? undefined,
            left: row.limit_left ?? undefined,
            freeAt: row.free_at ?? undefined,
          },
  };
}
