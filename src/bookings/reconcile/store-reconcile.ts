import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, ReadHandle } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../../platform/ids.ts';

/** A trip of the installation. */
export interface TripKey {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
}

/**
 * Trips whose money was moved, whose payments were opened, or whose bookings are not at their end, since an instant; in
 * the order of their keys, after one of them. Clocks of organizations never run behind: nothing is left out.
 */
export async function listChangedTrips(
  h: ReadHandle,
  {
    since,
    after,
  }: { readonly since: Date; readonly after: { readonly organizationId: string; readonly tripId: string } },
  limit: number,
): Promise<readonly TripKey[]> {
  const { rows } = await sql<{ organization_id: string; trip_id: string }>`
    select organization_id, trip_id from (
      select organization_id, trip_id from ledger_transfer where at >= ${since}
      union select organization_id, trip_id from payment where created_at >= ${since}
      union select organization_id, trip_id from booking where phase <> 'done'
    ) as changed
    where (organization_id, trip_id) > (${after.organizationId}, ${after.tripId})
    order by organization_id, trip_id limit ${limit}`.execute(h.q);
  return rows.map((row) => ({
    organizationId: asId('organization', row.organization_id),
    tripId: asId('trip', row.trip_id),
  }));
}

/** All bookings, or those that have changed. */
export type RunKind = 'full' | 'changed';

const Problems = z.array(
  z.object({ organizationId: z.string(), tripId: z.string(), subject: z.string(), problem: z.string() }),
);
const StoredFindings = z.object({ problems: Problems, unchecked: Problems, drifted: Problems });

/** How far a run has come, and what it has found. */
export interface ReconcileRun {
  readonly kind: RunKind;
  readonly startedAt: Date;
  /** What has changed from then on is checked. */
  readonly since: Date;
  readonly part: 'bookings' | 'payments' | 'trips' | 'changed';
  readonly afterOrganization: string;
  readonly afterId: string;
  readonly bookings: number;
  readonly payments: number;
  readonly trips: number;
  readonly findings: z.infer<typeof StoredFindings>;
  readonly finishedAt: Date | undefined;
}

type RunRow = {
  kind: RunKind;
  started_at: Date;
  since: Date;
  part: ReconcileRun['part'];
  after_organization: string;
  after_id: string;
  bookings: number;
  payments: number;
  trips: number;
  findings: unknown;
  finished_at: Date | null;
};

/** The latest run of a kind, as it stands. */
export async function findReconcileRun(h: Handle, kind: RunKind): Promise<ReconcileRun | undefined> {
  const { rows } = await sql<RunRow>`select * from reconcile_run where kind = ${kind}`.execute(h.q);
  return rows[0] && toRun(rows[0]);
}

/**
 * Lets this process go on with the run of a kind until then, real time; false while another one is at it. A run that
 * has never been begun is free.
 */
export async function claimReconcileRun(
  h: Handle,
  kind: RunKind,
  { now, until, claim }: { readonly now: Date; readonly until: Date; readonly claim: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reconcile_claim (kind, claim, claimed_until) values (${kind}, ${claim}, ${until})
    on conflict (kind) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
    where reconcile_claim.claimed_until <= ${now} or reconcile_claim.claim = excluded.claim returning 1`.execute(h.q);
  return rows.length > 0;
}

/** Lets others go on with it. */
export async function releaseReconcileRun(h: Handle, kind: RunKind, claim: string): Promise<void> {
  await sql`delete from reconcile_claim where kind = ${kind} and claim = ${claim}`.execute(h.q);
}

/** Stores how far a run has come; false where another process has taken it over. */
export async function saveReconcileRun(h: Handle, run: ReconcileRun, claim: string): Promise<boolean> {
  const { rows } = await sql`
    insert into reconcile_run (kind, started_at, since, part, after_organization, after_id, bookings, payments, trips, findings, finished_at)
    select ${run.kind}, ${run.startedAt}, ${run.since}, ${run.part}, ${run.afterOrganization}, ${run.afterId},
      ${run.bookings}::int, ${run.payments}::int, ${run.trips}::int, ${JSON.stringify(run.findings)}::text::jsonb,
      ${run.finishedAt ?? null}::timestamptz
    where exists (select 1 from reconcile_claim where kind = ${run.kind} and claim = ${claim})
    on conflict (kind) do update set started_at = excluded.started_at, since = excluded.since, part = excluded.part,
      after_organization = excluded.after_organization, after_id = excluded.after_id, bookings = excluded.bookings,
      payments = excluded.payments, trips = excluded.trips, findings = excluded.findings, finished_at = excluded.finished_at
    returning 1`.execute(h.q);
  return rows.length > 0;
}

function toRun(row: RunRow): ReconcileRun {
  return {
    kind: row.kind,
    startedAt: row.started_at,
    since: row.since,
    part: row.part,
    afterOrganization: row.after_organization,
    afterId: row.after_id,
    bookings: row.bookings,
    payments: row.payments,
    trips: row.trips,
    findings: StoredFindings.parse(row.findings),
    finishedAt: row.finished_at ?? undefined,
  };
}
