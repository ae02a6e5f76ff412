import { sql } from 'kysely';
import { cte } from '../db/cte.ts';
import type { Handle } from '../db/db.ts';
import { sqlStateOf } from '../db/database-failure.ts';
import { stateList } from '../db/state-list.ts';
import type { OrganizationId } from '../ids.ts';
import type { EndCte } from './job.ts';
import { jobLifecycle } from './model/job-states.ts';
import { type ClaimedJob, LEASE_SECONDS } from './store-claim.ts';
import { jobTables } from './store-rows.ts';

const UNIQUE_VIOLATION = '23505';

const MAY_END = stateList(jobLifecycle.allowedFrom('done'));

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

/**
 * Deletes finished jobs in one statement. A job that was lost meanwhile is left to anyone who has it now. Their
 * organizations are named once more: on a distributed database jobs of one are deleted on its node alone.
 */
export async function deleteFinishedJobs(h: Handle, jobs: readonly ClaimedJob[]): Promise<void> {
  await sql`delete from job
    using unnest(${jobs.map(({ organizationId }) => organizationId)}::text[], ${jobs.map(({ jobId }) => jobId)}::text[], ${jobs.map(({ claim }) => claim)}::bigint[])
      as finished(organization_id, job_id, claim)
    where job.organization_id = finished.organization_id and job.job_id = finished.job_id and job.claim = finished.claim and job.state in ${sql.raw(MAY_END)}
      and job.organization_id = any(${organizationsOf(jobs)}::text[])`.execute(h.q);
}

/** Queues a job again. When its key has been queued anew meanwhile, that one is the same job and this one ends. */
export async function requeueJob(
  h: Handle,
  job: ClaimedJob,
  change: { readonly dueAt: Date; readonly attempt: number; readonly lastError: string | null },
): Promise<void> {
  const held = heldBy(job);
  try {
    await jobTables(h)
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
    await jobTables(h)
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
  await jobTables(h)
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
  const rows = await jobTables(h)
    .updateTable('job')
    .set({ leased_until: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'` })
    .where('state', '=', 'running')
    .where('worker', '=', worker)
    .where('organization_id', '=', sql<string>`any(${organizationsOf(jobs)}::text[])`)
    .where('job_id', '=', sql<string>`any(${jobs.map(({ jobId }) => jobId)}::text[])`)
    .returning('job_id')
    .execute();
  return new Set(rows.map(({ job_id }) => job_id));
}

function organizationsOf(jobs: readonly ClaimedJob[]): readonly string[] {
  return [...new Set(jobs.map(({ organizationId }) => organizationId))];
}

/**
 * Queues jobs whose worker was lost: their lease has run out, or (`all`) they were running when the only process that
 * could run them ended. The lost run counts as an attempt. Of several jobs of one key one comes back, the others are
 * the same job. With `organizationId`, those of that organization alone.
 */
export async function reapLostJobs(h: Handle, all: boolean, organizationId?: OrganizationId): Promise<number> {
  const ofOne = organizationId === undefined ? sql`` : sql`and job.organization_id = ${organizationId}`;
  const { numAffectedRows } = await sql`
    with lost as materialized (
      select organization_id, job_id, name, key, row_number() over (partition by organization_id, name, coalesce(key, job_id) order by job_id) as place
      from (select * from job where state = 'running' and (${all} or leased_until < now()) ${ofOne} for update skip locked) as running
    ), repeated as (
      delete from job using lost
      where job.organization_id = lost.organization_id and job.job_id = lost.job_id ${ofOne} and lost.key is not null and (lost.place > 1 or exists (
        select 1 from job as twin where twin.organization_id = job.organization_id and twin.name = lost.name and twin.key = lost.key and twin.state = 'queued'))
      returning job.organization_id, job.job_id
    )
    update job set state = 'queued', leased_until = null, worker = null, last_error = 'The worker that ran this job was lost.'
    from lost
    where job.organization_id = lost.organization_id and job.job_id = lost.job_id ${ofOne}
      and not exists (select 1 from repeated where repeated.organization_id = lost.organization_id and repeated.job_id = lost.job_id)`.execute(
    h.q,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Hands back everything a stopping worker still holds; its runs do not count as attempts. */
export async function handBackJobs(h: Handle, jobs: readonly ClaimedJob[]): Promise<void> {
  for (const job of jobs) await requeueJob(h, job, { dueAt: job.dueAt, attempt: job.attempt - 1, lastError: null });
}
