import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';

/** Minutes later than sold, by segment. */
export type Shifts = Readonly<Record<string, number>>;
/** A change of the times of an order's flights. `shifts` holds those of all changes before it, too. */
export interface SandboxScheduleChange {
  readonly number: number;
  readonly changeId: string;
  readonly shifts: Shifts;
  readonly isFreeToLeave: boolean;
  readonly madeAt: Date;
  readonly acceptedAt: Date | undefined;
}
interface ScheduleRow {
  organization_id: string;
  reference: string;
  number: number;
  change_id: string;
  shifts: Shifts;
  is_free_to_leave: boolean;
  made_at: Date;
  accepted_at: Date | null;
}
const db = (h: Handle) => h.q.withTables<{ sandbox_schedule_change: ScheduleRow }>();
/** More often no airline moves a flight. */
const CHANGES_MAX = 1_000;

/** Changes of an order, in the order they were made. */
export async function listScheduleChanges(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<readonly SandboxScheduleChange[]> {
  const rows = await db(h)
    .selectFrom('sandbox_schedule_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .orderBy('number')
    .limit(CHANGES_MAX)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    changeId: row.change_id,
    shifts: row.shifts,
    isFreeToLeave: row.is_free_to_leave,
    madeAt: row.made_at,
    acceptedAt: row.accepted_at ?? undefined,
  }));
}

/** Keeps a change; one that is known stays as it is. */
export async function insertScheduleChange(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  change: SandboxScheduleChange,
): Promise<void> {
  await db(tx)
    .insertInto('sandbox_schedule_change')
    .values({
      organization_id: organizationId,
      reference,
      number: change.number,
      change_id: change.changeId,
      shifts: json(change.shifts),
      is_free_to_leave: change.isFreeToLeave,
      made_at: change.madeAt,
      accepted_at: change.acceptedAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes that the travelers take a change. */
export async function acceptScheduleChange(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  { number, at }: { readonly number: number; readonly at: Date },
): Promise<void> {
  await db(tx)
    .updateTable('sandbox_schedule_change')
    .set({ accepted_at: at })
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('number', '=', number)
    .where('accepted_at', 'is', null)
    .execute();
}

/** jsonb parameters travel as text on both databases. */
function json(value: Shifts): RawBuilder<Shifts> {
  return sql<Shifts>`${JSON.stringify(value)}::jsonb`;
}
