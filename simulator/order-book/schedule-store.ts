import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { Segment, SegmentPoint } from '../../src/travel/flight.ts';
import type { FlownSlices } from '../../src/travel/schedule-change.ts';

/** Minutes later than sold, by segment. */
export type Shifts = Readonly<Record<string, number>>;
/** A change of the flights of an order. */
export interface SandboxScheduleChange {
  readonly number: number;
  readonly changeId: string;
  /** The flights of each direction, all changes before it in; changes of before that was stored have `shifts`. */
  readonly flights: FlownSlices | undefined;
  readonly shifts: Shifts;
  readonly isFreeToLeave: boolean;
  readonly madeAt: Date;
  readonly acceptedAt: Date | undefined;
}
type StoredPoint = Omit<SegmentPoint, 'instant'> & { readonly instant: string };
type StoredSegment = Omit<Segment, 'depart' | 'arrive'> & {
  readonly depart: StoredPoint;
  readonly arrive: StoredPoint;
};
type StoredFlights = readonly (readonly StoredSegment[])[];
interface ScheduleRow {
  organization_id: string;
  reference: string;
  number: number;
  change_id: string;
  flights: StoredFlights | null;
  shifts: Shifts;
  is_free_to_leave: boolean;
  made_at: Date;
  accepted_at: Date | null;
}
const db = (h: Handle) => h.q.withTables<{ sandbox_schedule_change: ScheduleRow }>();
/** More often no airline changes a flight. */
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
    flights: row.flights?.map((segments) => segments.map(toSegment)),
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
  change: Omit<SandboxScheduleChange, 'shifts'>,
): Promise<void> {
  await db(tx)
    .insertInto('sandbox_schedule_change')
    .values({
      organization_id: organizationId,
      reference,
      number: change.number,
      change_id: change.changeId,
      flights: json<StoredFlights | null>(change.flights),
      shifts: json<Shifts>({}),
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

function toSegment(stored: StoredSegment): Segment {
  return { ...stored, depart: toPoint(stored.depart), arrive: toPoint(stored.arrive) };
}

function toPoint(stored: StoredPoint): SegmentPoint {
  return { ...stored, terminal: stored.terminal ?? undefined, instant: new Date(stored.instant) };
}

/** jsonb parameters travel as text on both databases. */
function json<T>(value: unknown): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value ?? null)}::jsonb`;
}
