import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, ReadHandle } from '../platform/db/db.ts';
import { deleteOldest } from '../platform/db/delete-oldest.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { AuditEvent } from './model/audit.ts';

interface AuditRow {
  organization_id: string;
  audit_id: string;
  at: Date;
  actor_kind: AuditEvent['actor']['kind'];
  actor_id: string | null;
  action: AuditEvent['action'];
  target: string | null;
  detail: unknown;
  request_id: string | null;
  remote_address: string | null;
}
type AuditTables = { audit_event: AuditRow };

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
const tables = (h: ReadHandle) => h.q.withTables<AuditTables>();

/** Appends one entry. */
export async function insertAuditEvent(h: Handle, event: AuditEvent): Promise<void> {
  await tables(h)
    .insertInto('audit_event')
    .values({
      organization_id: event.organizationId,
      audit_id: event.auditId,
      at: event.at,
      actor_kind: event.actor.kind,
      actor_id: event.actor.id ?? null,
      action: event.action,
      target: event.target ?? null,
      detail: sql`${JSON.stringify(event.detail)}::jsonb`,
      request_id: event.requestId ?? null,
      remote_address: event.remoteAddress ?? null,
    })
    .execute();
}

/** A page of the log, newest first; `after` is the id of the last entry of the page before. */
export async function listAuditEvents(
  h: ReadHandle,
  organizationId: OrganizationId,
  page: { readonly after: string | undefined; readonly limit: number; readonly action: string | undefined },
): Promise<readonly AuditEvent[]> {
  let query = tables(h).selectFrom('audit_event').selectAll().where('organization_id', '=', organizationId);
  if (page.after !== undefined) query = query.where('audit_id', '<', page.after);
  if (page.action !== undefined) query = query.where(sql<string>`action`, '=', page.action);
  const rows = await query.orderBy('audit_id', 'desc').limit(page.limit).execute();
  return rows.map((row) => toAuditEvent(organizationId, row));
}

/** What was done to one thing, oldest first. */
export async function listAuditEventsOf(
  h: Handle,
  organizationId: OrganizationId,
  target: string,
  limit: number,
): Promise<readonly AuditEvent[]> {
  const rows = await tables(h)
    .selectFrom('audit_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('target', '=', target)
    .orderBy('audit_id')
    .limit(limit)
    .execute();
  return rows.map((row) => toAuditEvent(organizationId, row));
}

/** The programs that did an act in a user's name, by what they did it to. */
export async function listProgramsBehind(
  h: Handle,
  organizationId: OrganizationId,
  { action, targets }: { readonly action: AuditEvent['action']; readonly targets: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (targets.length === 0) return new Map();
  const program = sql<string | null>`detail ->> 'program'`;
  const rows = await tables(h)
    .selectFrom('audit_event')
    .select(['target', program.as('program')])
    .where('organization_id', '=', organizationId)
    .where('action', '=', action)
    .where('target', 'in', [...targets])
    .where(program, 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ target, program: name }) => (target === null || name === null ? [] : [[target, name]])),
  );
}

/** Deletes up to `limit` entries of any organization that are older than an instant; answers how many. Housekeeping. */
export async function deleteAuditEventsBefore(h: Handle, before: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'audit_event', column: 'at', before, limit });
}

function toAuditEvent(organizationId: OrganizationId, row: AuditRow): AuditEvent {
  return {
    organizationId,
    auditId: row.audit_id,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined },
    action: row.action,
    target: row.target ?? undefined,
    detail: Detail.parse(row.detail),
    requestId: row.request_id ?? undefined,
    remoteAddress: row.remote_address ?? undefined,
  };
}
