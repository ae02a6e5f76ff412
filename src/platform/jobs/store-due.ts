import { sql } from 'kysely';
import type { Handle } from '../db/db.ts';
import { preparedSql } from '../db/prepared-sql.ts';
import { stateList } from '../db/state-list.ts';
import { asId, type OrganizationId } from '../ids.ts';
import { jobLifecycle } from './model/job-states.ts';

const dueKinds = preparedSql<{ organization_id: string; name: string }>(`
  select organization_id, name from (
    select job.organization_id, job.name, min(job.due_at) as oldest,
      row_number() over (partition by job.name order by min(job.due_at)) as place
    from job left join organization_clock as clock on clock.organization_id = job.organization_id
    where job.state in ${stateList(jobLifecycle.allowedFrom('running'))} and job.name = any($1::text[])
      and job.due_at <= $2::timestamptz + coalesce(clock.offset_seconds, 0) * interval '1 second'
    group by job.organization_id, job.name
  ) as due
  where place <= $3 order by oldest`);

/** An organization with a due job of this kind. */
export interface DueKind {
  readonly organizationId: OrganizationId;
  readonly name: string;
}

/**
 * The organizations with due jobs, each on its own clock, whose oldest has waited longest first; of each kind at most
 * `limit`. On a distributed database all nodes are asked: once for all organizations, and nothing is locked.
 */
export async function listDueKinds(
  h: Handle,
  { names, now, limit }: { readonly names: readonly string[]; readonly now: Date; readonly limit: number },
): Promise<readonly DueKind[]> {
  const rows = await dueKinds(h, [names, now, limit]);
  return rows.map((row) => ({ organizationId: asId('organization', row.organization_id), name: row.name }));
}

/** The organizations with jobs whose worker was lost. */
export async function listOrganizationsWithLostJobs(h: Handle): Promise<readonly OrganizationId[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from job where state = 'running' and leased_until < now()`.execute(h.q);
  return rows.map((row) => asId('organization', row.organization_id));
}
