import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { WAITING } from './model/change-states.ts';

/**
 * Who has the next word: the supplier's system, people at the supplier, the payment processor, or people here
 * (`partial`, `deciding`, and what a supplier has charged for).
 */
export const WAITS = ['supplier', 'people', 'money', 'us'] as const;

const WAIT_OF = sql<string>`case when status = 'partial' or status = 'deciding' then 'us' when status = 'settling' then 'money'
  when status = 'pending' and terms ->> 'isCharged' = 'true' and terms ->> 'decidedBy' is null then 'us'
  when status = 'pending' and terms ->> 'support' = 'manual' then 'people' else 'supplier' end`;

/**
 * Committed changes of the whole installation that have not ended, by what they wait for; one without any is left out.
 */
export async function countWaitingChanges(h: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ wait: string; count: number }>`
    select ${WAIT_OF} as wait, count(*)::int as count from booking_change
    where status in (${sql.join(WAITING)}) group by 1`.execute(h.q);
  return new Map(rows.map((row) => [row.wait, row.count]));
}

/** Committed changes of one organization that have not ended, by what they wait for. */
export async function countWaitingChangesOf(
  h: Handle,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ wait: string; count: number }>`
    select ${WAIT_OF} as wait, count(*)::int as count from booking_change
    where organization_id = ${organizationId} and status in (${sql.join(WAITING)}) group by 1`.execute(h.q);
  return new Map(rows.map((row) => [row.wait, row.count]));
}

/** One change that people have to see to. */
export interface ManualChange {
  readonly organizationId: string;
  readonly bookingRef: string;
  readonly changeId: string;
  readonly kind: string;
  readonly wait: string;
  readonly committedAt: Date;
  readonly why: string | null;
}

/** Changes that wait for people, there or here, oldest first. */
export async function listManualChanges(h: Handle, limit: number): Promise<readonly ManualChange[]> {
  const { rows } = await sql<ManualChange>`
    select organization_id as "organizationId", booking_ref as "bookingRef", change_id as "changeId", kind, ${WAIT_OF} as wait, committed_at as "committedAt",
      coalesce(failure, terms ->> 'manualReason') as why
    from booking_change where status = 'partial' or status = 'deciding' or (status = 'pending' and terms ->> 'support' = 'manual')
    order by committed_at, change_id limit ${limit}`.execute(h.q);
  return rows;
}
