import { type RawBuilder, sql } from 'kysely';
import { type Cte, cte } from '../db/cte.ts';
import type { Handle } from '../db/db.ts';
import type { QueueCte } from './job.ts';
import { jobTables } from './store-rows.ts';

/** A job as it is put into the queue. */
export interface QueuedJob {
  readonly organizationId: string;
  readonly jobId: string;
  readonly name: string;
  readonly concurrencyKey: string | undefined;
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
  await queuing(job).execute(h.q);
}

/** Puts a job into the queue as a part of another statement. */
export function queuedCte(job: QueuedJob): QueueCte {
  return (earlier) =>
    cte('queue', sql<{ job_id: string }>`(${queuing(job, earlier)} returning job.job_id)`, queuing(job));
}

/** Values by themselves go to one node of a distributed database; a `select` would be run by its coordinator. */
function queuing(job: QueuedJob, earlier?: Cte): RawBuilder<unknown> {
  const values = sql`${job.organizationId}::text, ${job.jobId}::text, ${job.name}::text, ${job.concurrencyKey ?? null}::text,
      ${job.key ?? null}::text, ${JSON.stringify(job.payload)}::jsonb, ${job.dueAt}::timestamptz, ${job.now}::timestamptz`;
  return sql`insert into job (organization_id, job_id, name, lane, key, payload, due_at, created_at)
    ${earlier === undefined ? sql`values (${values})` : sql`select ${values} where ${earlier.exists}`}
    on conflict (organization_id, name, key) where state = 'queued' and key is not null
    do update set due_at = least(job.due_at, excluded.due_at)`;
}

/** Drops the queued job of a key. */
export async function deleteQueuedJob(h: Handle, { organizationId, name, key }: QueuedKey): Promise<void> {
  await jobTables(h)
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
