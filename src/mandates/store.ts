import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asId, type MandateId, type OrganizationId } from '../platform/ids.ts';
import type { Agent, Decision, Mandate } from './model/mandate.ts';
import { TermsSchema } from './model/mandate.ts';
import { mandateLifecycle, type StoredMandateStatus } from './model/mandate-states.ts';

type MandateRow = {
  organization_id: string;
  mandate_id: string;
  status: StoredMandateStatus;
  agent_kind: Agent['kind'];
  agent_id: string;
  agent_name: string;
  name: string;
  reason: string | null;
  terms: unknown;
  valid_from: Date;
  valid_until: Date;
  budget: number;
  reserved: number;
  spent: number;
  trips_used: number;
  decided_by: string | null;
  decided_at: Date | null;
  decided_acr: string | null;
  decided_reason: string | null;
  ended_reason: string | null;
  created_at: Date;
  ended_at: Date | null;
};
const tables = (h: Handle) => h.q.withTables<{ mandate: MandateRow }>();

/** Identifies a mandate within its organization. */
export interface MandateKey {
  readonly organizationId: OrganizationId;
  readonly mandateId: string;
}

/**
 * Lets one request for a mandate of an organization through at a time, until the transaction ends; returns how many
 * mandates may still be used or granted.
 */
export async function countOpenMandatesForInsert(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mandate ${organizationId}`}, 0))`.execute(tx.q);
  const { open } = await tables(tx)
    .selectFrom('mandate')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', mandateLifecycle.open)
    .where('valid_until', '>', now)
    .executeTakeFirstOrThrow();
  return open;
}

/** Writes a new mandate, which nobody has granted yet. */
export async function insertMandate(tx: Tx, mandate: Mandate): Promise<void> {
  await sql`
    insert into mandate (organization_id, mandate_id, status, agent_kind, agent_id, agent_name, name, reason, terms, valid_from,
      valid_until, budget, created_at)
    values (${mandate.organizationId}, ${mandate.mandateId}, ${mandate.status}, ${mandate.agent.kind}, ${mandate.agent.id},
      ${mandate.agent.name}, ${mandate.name}, ${mandate.reason ?? null}, ${JSON.stringify(mandate.terms)}::jsonb, ${mandate.validFrom},
      ${mandate.validUntil}, ${mandate.terms.budget}, ${mandate.createdAt})`.execute(tx.q);
}

/** One mandate, unlocked. */
export async function findMandate(h: Handle, key: MandateKey): Promise<Mandate | undefined> {
  const row = await ofKey(h, key).executeTakeFirst();
  return row && toMandate(row);
}

/** One mandate, locked until the transaction ends: every movement of its budget holds this lock. */
export async function findMandateForUpdate(tx: Tx, key: MandateKey): Promise<Mandate | undefined> {
  const row = await ofKey(tx, key).forUpdate().executeTakeFirst();
  return row && toMandate(row);
}

/** One page of an organization's mandates. */
export interface MandatePage {
  readonly organizationId: OrganizationId;
  /** Only what this agent may use. */
  readonly agent: Pick<Agent, 'kind' | 'id'> | undefined;
  readonly limit: number;
  /** The id of the last mandate of the page before. */
  readonly after: string | undefined;
}

/** Mandates, newest first. */
export async function listMandateRows(h: Handle, page: MandatePage): Promise<readonly Mandate[]> {
  const { organizationId, agent, after, limit } = page;
  let query = tables(h).selectFrom('mandate').selectAll().where('organization_id', '=', organizationId);
  if (agent) query = query.where('agent_kind', '=', agent.kind).where('agent_id', '=', agent.id);
  if (after !== undefined) query = query.where('mandate_id', '<', after);
  const rows = await query.orderBy('mandate_id', 'desc').limit(limit).execute();
  return rows.map(toMandate);
}

/**
 * Mandates whose time has not ended: `proposed` wait for an owner, oldest first; `active` are bought with now or once
 * their time has come, the newest first.
 */
export async function listOpenMandates(
  h: Handle,
  {
    organizationId,
    status,
    now,
    limit,
  }: {
    readonly organizationId: OrganizationId;
    readonly status: 'proposed' | 'active';
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly Mandate[]> {
  const rows = await tables(h)
    .selectFrom('mandate')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', status)
    .where('valid_until', '>', now)
    .orderBy('mandate_id', status === 'proposed' ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return rows.map(toMandate);
}

/** Moves a mandate to a status, if it is in one that leads there; answers whether it was. */
export async function updateMandateStatus(
  tx: Tx,
  key: MandateKey,
  to: StoredMandateStatus,
  change: { readonly decision?: Decision; readonly endedReason?: string | undefined; readonly endedAt?: Date },
): Promise<boolean> {
  const { decision, endedReason, endedAt } = change;
  const result = await tables(tx)
    .updateTable('mandate')
    .set({
      status: to,
      ...(decision && {
        decided_by: decision.by,
        decided_at: decision.at,
        decided_acr: decision.acr,
        decided_reason: decision.reason ?? null,
      }),
      ...(endedReason !== undefined && { ended_reason: endedReason }),
      ...(endedAt && { ended_at: endedAt }),
    })
    .where('organization_id', '=', key.organizationId)
    .where('mandate_id', '=', key.mandateId)
    .where('status', 'in', mandateLifecycle.allowedFrom(to))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Adds to what is held, spent and used. The database refuses more than the budget. The caller holds the row lock. */
export async function addUsage(
  tx: Tx,
  key: MandateKey,
  { reserved, spent, trips }: { readonly reserved: number; readonly spent: number; readonly trips: number },
): Promise<void> {
  await sql`
    update mandate set reserved = reserved + ${reserved}::bigint, spent = spent + ${spent}::bigint, trips_used = trips_used + ${trips}::integer
    where organization_id = ${key.organizationId} and mandate_id = ${key.mandateId}`.execute(tx.q);
}

function ofKey(h: Handle, { organizationId, mandateId }: MandateKey) {
  return tables(h)
    .selectFrom('mandate')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('mandate_id', '=', mandateId);
}

function toMandate(row: MandateRow): Mandate {
  const { decided_by: by, decided_at: at, decided_acr: acr, decided_reason: reason } = row;
  const isDecided = by !== null && at !== null && acr !== null;
  return {
    organizationId: asId('organization', row.organization_id),
    mandateId: toMandateId(row.mandate_id),
    status: row.status,
    agent: { kind: row.agent_kind, id: row.agent_id, name: row.agent_name },
    name: row.name,
    reason: row.reason ?? undefined,
    terms: TermsSchema.parse(row.terms),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    reserved: row.reserved,
    spent: row.spent,
    tripsUsed: row.trips_used,
    decision: isDecided ? { by, at, acr, ...(reason === null ? {} : { reason }) } : undefined,
    endedReason: row.ended_reason ?? undefined,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
  };
}

function toMandateId(text: string): MandateId {
  return asId('mandate', text);
}
