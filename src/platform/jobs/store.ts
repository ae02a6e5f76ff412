import { type RawBuilder, sql } from 'kysely';
import { type Cte, cte } from '../db/cte.ts';
import type { Handle } from '../db/db.ts';
import { sqlStateOf } from '../db/driver.ts';
import { preparedSql } from '../db/prepared-sql.ts';
import { stateList } from '../db/state-list.ts';
import { asId } from '../ids.ts';
import type { JobId, OrganizationId } from '../ids.ts';
import type { EndCte, QueueCte } from './job.ts';
import { jobLifecycle, type JobState } from './model/job-states.ts';

/**
 * A lease is real time, renewed every LEASE_SECONDS / 3: a killed worker's jobs are back within 15 s (poll included).
 */
export const LEASE_SECONDS = 14;
const UNIQUE_VIOLATION = '23505';
const MAY_RUN = stateList(jobLifecycle.allowedFrom('running'));
const MAY_END = stateList(jobLifecycle.allowedFrom('done'));

type JobTables = {
  job: {
    organization_id: string;
    job_id: string;
    name: string;
    lane: string | null;
    key: string | null;
    payload: unknown;
    state: JobState;
    attempt: number;
    due_at: Date;
    claim: number;
    worker: string | null;
    leased_until: Date | null;
    last_error: string | null;
    created_at: Date;
  };
};

/** A job this worker holds. `claim` is its number: with another number in the row, somebody else holds it. */
export interface ClaimedJob {
  readonly organizationId: OrganizationId;
  readonly jobId: JobId;
  readonly name: string;
  readonly lane: string | undefined;
  readonly payload: unknown;
  readonly attempt: number;
  readonly claim: number;
  readonly dueAt: Date;
  /** How far its organization's clock runs ahead. */
  readonly offsetSeconds: number;
  /** How many due jobs of its kind the claim looked at. */
  readonly seenOfKind: number;
}

/** What a claim asks for of one kind. */
export interface WantedKind {
  readonly name: string;
  readonly free: number;
  readonly laneLimit: number | undefined;
  readonly organizationLimit: number | undefined;
  /** Older due jobs were looked at before and are all of full lanes. */
  readonly scanFrom: Date;
}
/** A lane known to hold jobs back, with room again. */
export interface WantedLane {
  readonly name: string;
  readonly lane: string;
  readonly free: number;
}
/** A lane with jobs of this worker running. */
export interface BusyLane {
  readonly name: string;
  readonly lane: string;
  readonly organizationId: OrganizationId;
  readonly running: number;
  readonly isFull: boolean;
}

/**
 * An organization with jobs of this worker running, of a kind that bounds them. `running` counts those that freed lanes
 * may add.
 */
export interface BusyOrganization {
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly running: number;
  readonly isFull: boolean;
}

const tables = (h: Handle) => h.q.withTables<JobTables>();

/** A job as it is put into the queue. */
export interface QueuedJob {
  readonly organizationId: string;
  readonly jobId: string;
  readonly name: string;
  readonly lane: string | undefined;
  readonly key: string | undefined;
  readonly payload: unknown;
  readonly dueAt: Date;
  readonly now: Date;
}

/** Names the queued job of a key. */
export interface QueuedKey {
  readonly organizationId: string;
  readonly name: string;
  readonly key: string;
}

/**
 * Puts a job into the queue. A queued job of the same key stays, locked until this transaction ends, so that it runs
 * after it.
 */
export async function insertJob(h: Handle, job: QueuedJob): Promise<void> {
  await sql`${queuing(job)}`.execute(h.q);
}

/** Puts a job into the queue as a part of another statement. */
export function queuedCte(job: QueuedJob): QueueCte {
  return (earlier) => cte('queue', sql<{ job_id: string }>`(${queuing(job, earlier)} returning job.job_id)`);
}

function queuing(job: QueuedJob, earlier?: Cte): RawBuilder<unknown> {
  return sql`insert into job (organization_id, job_id, name, lane, key, payload, due_at, created_at)
    select ${job.organizationId}::text, ${job.jobId}::text, ${job.name}::text, ${job.lane ?? null}::text, ${job.key ?? null}::text,
      ${JSON.stringify(job.payload)}::jsonb, ${job.dueAt}::timestamptz, ${job.now}::timestamptz
    ${earlier === undefined ? sql`` : sql`where ${earlier.exists}`}
    on conflict (organization_id, name, key) where state = 'queued' and key is not null
    do update set due_at = least(job.due_at, excluded.due_at)`;
}

/** Drops the queued job of a key. */
export async function deleteQueuedJob(h: Handle, { organizationId, name, key }: QueuedKey): Promise<void> {
  await tables(h)
    .deleteFrom('job')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .execute();
}

/** Drops the queued job of a key as a part of another statement. */
export function droppedCte({ organizationId, name, key }: QueuedKey): QueueCte {
  return ({ exists }) =>
    cte(
      'queue',
      sql<{ job_id: string }>`(
    delete from job where organization_id = ${organizationId} and name = ${name} and key = ${key} and state = 'queued'
      and ${exists} returning job.job_id
  )`,
    );
}

/** Ends a running job as a part of the statement that records what the job has done. */
export function endedCte({
  organizationId,
  jobId,
  claim,
}: Pick<ClaimedJob, 'organizationId' | 'jobId' | 'claim'>): EndCte {
  return ({ exists }) =>
    cte(
      'ended',
      sql<{ job_id: string }>`(
    delete from job where organization_id = ${organizationId} and job_id = ${jobId} and claim = ${claim}
      and state in ${sql.raw(MAY_END)} and ${exists} returning job.job_id
  )`,
    );
}

const claim = preparedSql<ClaimedRow>(`
  with near as materialized (
    select found.*, kind.lane_limit, kind.organization_limit
    from unnest($1::text[], $2::int[],
        $3::int[], $4::timestamptz[], $14::int[])
      as kind(name, free, lane_limit, scan_from, organization_limit)
    cross join lateral (
      select organization_id, job_id, name, lane, due_at from job
      where state in ${MAY_RUN} and name = kind.name and due_at >= kind.scan_from and due_at <= $5
        and (lane is null or (name || ' ' || lane) <> all($6::text[]))
        and (name || ' ' || organization_id) <> all($15::text[])
      order by due_at limit kind.free for update skip locked
    ) as found
  ), freed as materialized (
    select found.*
    from unnest($7::text[], $8::text[], $9::int[])
      as wanted(name, lane, free)
    cross join lateral (
      select organization_id, job_id from job
      where state in ${MAY_RUN} and name = wanted.name and lane = wanted.lane and due_at <= $5
      order by due_at limit wanted.free for update skip locked
    ) as found
  ), in_lane as (
    select placed.*, row_number() over (partition by placed.name, placed.organization_id order by placed.due_at) as place_of_organization
    from (select *, row_number() over (partition by name, lane order by due_at) as place from near) as placed
    left join unnest($10::text[], $11::int[]) as busy(lane_key, running)
      on busy.lane_key = placed.name || ' ' || placed.lane
    where placed.lane is null or placed.lane_limit is null or placed.place <= placed.lane_limit - coalesce(busy.running, 0)
  ), picked as (
    select in_lane.organization_id, in_lane.job_id
    from in_lane left join unnest($16::text[], $17::int[]) as busy(organization_key, running)
      on busy.organization_key = in_lane.name || ' ' || in_lane.organization_id
    where in_lane.organization_limit is null or in_lane.place_of_organization <= in_lane.organization_limit - coalesce(busy.running, 0)
    union all
    select organization_id, job_id from freed
  ), claimed as (
    update job set state = 'running', attempt = job.attempt + 1, claim = job.claim + 1, worker = $12,
      leased_until = now() + $13 * interval '1 second'
    from picked where job.organization_id = picked.organization_id and job.job_id = picked.job_id
    returning job.organization_id, job.job_id, job.name, job.lane, job.payload, job.attempt, job.claim, job.due_at
  )
  select claimed.*, coalesce(organization_clock.offset_seconds, 0) as offset_seconds,
    (select count(*) from near where near.name = claimed.name) as seen_of_kind
  from claimed left join organization_clock using (organization_id)
  order by claimed.due_at`);

/**
 * Claims due jobs, oldest first, in one statement: of each wanted kind as many as it has room for, of each lane no more
 * than its limit and of each organization no more than its own, and of freed lanes directly. Jobs that another worker
 * is claiming at this moment are passed over.
 */
export async function claimJobs(
  h: Handle,
  ask: {
    readonly kinds: readonly WantedKind[];
    readonly lanes: readonly WantedLane[];
    readonly busy: readonly BusyLane[];
    readonly organizations: readonly BusyOrganization[];
    readonly worker: string;
    readonly now: Date;
  },
): Promise<readonly ClaimedJob[]> {
  const laneKey = ({ name, lane }: { readonly name: string; readonly lane: string }) => `${name} ${lane}`;
  const organizationKey = ({ name, organizationId }: BusyOrganization) => `${name} ${organizationId}`;
  const skipped = [...ask.busy.filter(({ isFull }) => isFull), ...ask.lanes].map(laneKey);
  const rows = await claim(h, [
    ask.kinds.map(({ name }) => name),
    ask.kinds.map(({ free }) => free),
    ask.kinds.map(({ laneLimit }) => laneLimit ?? null),
    ask.kinds.map(({ scanFrom }) => scanFrom),
    ask.now,
    skipped,
    ask.lanes.map(({ name }) => name),
    ask.lanes.map(({ lane }) => lane),
    ask.lanes.map(({ free }) => free),
    ask.busy.map(laneKey),
    ask.busy.map(({ running }) => running),
    ask.worker,
    LEASE_SECONDS,
    ask.kinds.map(({ organizationLimit }) => organizationLimit ?? null),
    ask.organizations.filter(({ isFull }) => isFull).map(organizationKey),
    ask.organizations.map(organizationKey),
    ask.organizations.map(({ running }) => running),
  ]);
  return rows.map(toClaimedJob);
}

interface ClaimedRow {
  organization_id: string;
  job_id: string;
  name: string;
  lane: string | null;
  payload: unknown;
  attempt: number;
  claim: number;
  due_at: Date;
  offset_seconds: number;
  seen_of_kind: number;
}

function toClaimedJob(row: ClaimedRow): ClaimedJob {
  return {
    organizationId: asId('organization', row.organization_id),
    jobId: asId('job', row.job_id),
    name: row.name,
    lane: row.lane ?? undefined,
    payload: row.payload,
    attempt: row.attempt,
    claim: row.claim,
    dueAt: row.due_at,
    offsetSeconds: row.offset_seconds,
    seenOfKind: row.seen_of_kind,
  };
}

/**
 * Brings jobs that are due on an organization's clock, but not yet in real time, into real time: claims then need to
 * know one clock only, and only organizations that have moved their clock cost anything.
 */
export async function promoteDueJobs(h: Handle, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update job set due_at = job.due_at - organization_clock.offset_seconds * interval '1 second'
    from organization_clock
    where job.organization_id = organization_clock.organization_id and job.state = 'queued' and organization_clock.offset_seconds > 0
      and job.due_at > ${now} and job.due_at <= ${now}::timestamptz + organization_clock.offset_seconds * interval '1 second'`.execute(
    h.q,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes finished jobs in one statement. A job that was lost meanwhile is left to whoever has it now. */
export async function deleteFinishedJobs(h: Handle, jobs: readonly ClaimedJob[]): Promise<void> {
  await sql`delete from job
    using unnest(${jobs.map(({ organizationId }) => organizationId)}::text[], ${jobs.map(({ jobId }) => jobId)}::text[], ${jobs.map(({ claim }) => claim)}::bigint[])
      as finished(organization_id, job_id, claim)
    where job.organization_id = finished.organization_id and job.job_id = finished.job_id and job.claim = finished.claim and job.state in ${sql.raw(MAY_END)}`.execute(
    h.q,
  );
}

/** Queues a job again. When its key has been queued anew meanwhile, that one is the same job and this one ends. */
export async function requeueJob(
  h: Handle,
  job: ClaimedJob,
  change: { readonly dueAt: Date; readonly attempt: number; readonly lastError: string | null },
): Promise<void> {
  const held = heldBy(job);
  try {
    await tables(h)
      .updateTable('job')
      .set({
        state: 'queued',
        leased_until: null,
        worker: null,
        due_at: change.dueAt,
        attempt: change.attempt,
        last_error: change.lastError,
      })
      .where((row) => row.and(held))
      .where('state', 'in', jobLifecycle.allowedFrom('queued'))
      .execute();
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    await tables(h)
      .deleteFrom('job')
      .where((row) => row.and(held))
      .where('state', 'in', jobLifecycle.allowedFrom('done'))
      .execute();
  }
}

/** The row of a job while this worker's claim on it is the newest. */
function heldBy(job: ClaimedJob) {
  return { organization_id: job.organizationId, job_id: job.jobId, claim: job.claim };
}

/** Ends a job whose last attempt has failed. */
export async function buryJob(h: Handle, job: ClaimedJob, lastError: string): Promise<void> {
  await tables(h)
    .updateTable('job')
    .set({ state: 'dead', leased_until: null, worker: null, last_error: lastError })
    .where((row) => row.and(heldBy(job)))
    .where('state', 'in', jobLifecycle.allowedFrom('dead'))
    .execute();
}

/** Renews the leases of these jobs and answers the ids of those this worker still holds. */
export async function renewLeases(
  h: Handle,
  worker: string,
  jobs: readonly ClaimedJob[],
): Promise<ReadonlySet<string>> {
  const rows = await tables(h)
    .updateTable('job')
    .set({ leased_until: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'` })
    .where('state', '=', 'running')
    .where('worker', '=', worker)
    .where('job_id', '=', sql<string>`any(${jobs.map(({ jobId }) => jobId)}::text[])`)
    .returning('job_id')
    .execute();
  return new Set(rows.map(({ job_id }) => job_id));
}

/**
 * Queues jobs whose worker was lost: their lease has run out, or (`all`) they were running when the only process that
 * could run them ended. The lost run counts as an attempt. Of several jobs of one key one comes back, the others are
 * the same job.
 */
export async function reapLostJobs(h: Handle, all: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    with lost as materialized (
      select organization_id, job_id, name, key, row_number() over (partition by organization_id, name, coalesce(key, job_id) order by job_id) as place
      from (select * from job where state = 'running' and (${all} or leased_until < now()) for update skip locked) as running
    ), repeated as (
      delete from job using lost
      where job.organization_id = lost.organization_id and job.job_id = lost.job_id and lost.key is not null and (lost.place > 1 or exists (
        select 1 from job as twin where twin.organization_id = lost.organization_id and twin.name = lost.name and twin.key = lost.key and twin.state = 'queued'))
      returning job.organization_id, job.job_id
    )
    update job set state = 'queued', leased_until = null, worker = null, last_error = 'The worker that ran this job was lost.'
    from lost
    where job.organization_id = lost.organization_id and job.job_id = lost.job_id
      and not exists (select 1 from repeated where repeated.organization_id = lost.organization_id and repeated.job_id = lost.job_id)`.execute(
    h.q,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Hands back everything a stopping worker still holds; its runs do not count as attempts. */
export async function handBackJobs(h: Handle, jobs: readonly ClaimedJob[]): Promise<void> {
  for (const job of jobs) await requeueJob(h, job, { dueAt: job.dueAt, attempt: job.attempt - 1, lastError: null });
}
