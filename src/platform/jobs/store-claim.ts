import type { Handle } from '../db/db.ts';
import { preparedSql } from '../db/prepared-sql.ts';
import { stateList } from '../db/state-list.ts';
import { asId } from '../ids.ts';
import type { JobId, OrganizationId } from '../ids.ts';
import { jobLifecycle } from './model/job-states.ts';

const MAY_RUN = stateList(jobLifecycle.allowedFrom('running'));

/**
 * A lease is real time, renewed every LEASE_SECONDS / 3: a killed worker's jobs are back within 15 s (poll included).
 */
export const LEASE_SECONDS = 14;

/** A job this worker holds. `claim` is its number: with another number in the row, somebody else holds it. */
export interface ClaimedJob {
  readonly organizationId: OrganizationId;
  readonly jobId: JobId;
  readonly name: string;
  readonly concurrencyKey: string | undefined;
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
  readonly limitPerKey: number | undefined;
  readonly organizationLimit: number | undefined;
  /** Older due jobs were looked at before and all have full concurrency keys. */
  readonly scanFrom: Date;
}

/** A concurrency key known to hold jobs back, with room again. */
export interface WantedKey {
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly concurrencyKey: string;
  readonly free: number;
}

/** A concurrency key with jobs of this worker running. */
export interface BusyKey {
  readonly name: string;
  readonly concurrencyKey: string;
  readonly organizationId: OrganizationId;
  readonly running: number;
  readonly isFull: boolean;
}

/**
 * An organization with jobs of this worker running, of a kind that bounds them. `running` counts those that freed keys
 * may add.
 */
export interface BusyOrganization {
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly running: number;
  readonly isFull: boolean;
}

/** `$18`, in each part of a statement that is about one organization: on a distributed database its node runs it. */
const OF_ONE = 'and job.organization_id = $18';
/** Jobs of one organization are due on its own clock; those of all on the clock of claims (see `promoteDueJobs`). */
const DUE_AT_ONE = `$5::timestamptz + coalesce((
  select offset_seconds from organization_clock where organization_id = $18), 0) * interval '1 second'`;

const claimText = (scope: string, dueAt: string): string => `
  with near as materialized (
    select found.*, kind.lane_limit, kind.organization_limit
    from unnest($1::text[], $2::int[],
        $3::int[], $4::timestamptz[], $14::int[])
      as kind(name, free, lane_limit, scan_from, organization_limit)
    cross join lateral (
      select organization_id, job_id, name, lane, due_at from job
      where state in ${MAY_RUN} and name = kind.name and due_at >= kind.scan_from and due_at <= ${dueAt} ${scope}
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
      where state in ${MAY_RUN} and name = wanted.name and lane = wanted.lane and due_at <= ${dueAt} ${scope}
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
    from picked where job.organization_id = picked.organization_id and job.job_id = picked.job_id ${scope}
    returning job.organization_id, job.job_id, job.name, job.lane, job.payload, job.attempt, job.claim, job.due_at
  )
  select claimed.*, coalesce(organization_clock.offset_seconds, 0) as offset_seconds,
    (select count(*) from near where near.name = claimed.name) as seen_of_kind
  from claimed left join organization_clock using (organization_id)
  order by claimed.due_at`;
const claimOfAll = preparedSql<ClaimedRow>(claimText('', '$5'));
const claimOfOne = preparedSql<ClaimedRow>(claimText(OF_ONE, DUE_AT_ONE));

/**
 * Claims due jobs, oldest first, in one statement: of each wanted kind as many as it has room for, of each concurrency
 * key no more than its limit and of each organization no more than its own, and of freed keys directly. Skips jobs that
 * another worker is claiming at this moment. With `organizationId`, jobs of that organization alone, due on its clock.
 */
export async function claimJobs(
  h: Handle,
  ask: {
    readonly kinds: readonly WantedKind[];
    readonly keys: readonly WantedKey[];
    readonly busy: readonly BusyKey[];
    readonly organizations: readonly BusyOrganization[];
    readonly worker: string;
    readonly now: Date;
    readonly organizationId?: OrganizationId;
  },
): Promise<readonly ClaimedJob[]> {
  const nameOf = ({ name, concurrencyKey }: Pick<BusyKey, 'name' | 'concurrencyKey'>) => `${name} ${concurrencyKey}`;
  const organizationKey = ({ name, organizationId }: BusyOrganization) => `${name} ${organizationId}`;
  const skipped = [...ask.busy.filter(({ isFull }) => isFull), ...ask.keys].map(nameOf);
  const values = [
    ask.kinds.map(({ name }) => name),
    ask.kinds.map(({ free }) => free),
    ask.kinds.map(({ limitPerKey }) => limitPerKey ?? null),
    ask.kinds.map(({ scanFrom }) => scanFrom),
    ask.now,
    skipped,
    ask.keys.map(({ name }) => name),
    ask.keys.map(({ concurrencyKey }) => concurrencyKey),
    ask.keys.map(({ free }) => free),
    ask.busy.map(nameOf),
    ask.busy.map(({ running }) => running),
    ask.worker,
    LEASE_SECONDS,
    ask.kinds.map(({ organizationLimit }) => organizationLimit ?? null),
    ask.organizations.filter(({ isFull }) => isFull).map(organizationKey),
    ask.organizations.map(organizationKey),
    ask.organizations.map(({ running }) => running),
  ];
  const { organizationId } = ask;
  const rows = await (organizationId === undefined
    ? claimOfAll(h, values)
    : claimOfOne(h, [...values, organizationId]));
  return rows.map((row) => toClaimedJob(row, ask.now));
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

function toClaimedJob(row: ClaimedRow, now: Date): ClaimedJob {
  return {
    organizationId: asId('organization', row.organization_id),
    jobId: asId('job', row.job_id),
    name: row.name,
    concurrencyKey: row.lane ?? undefined,
    payload: row.payload,
    attempt: row.attempt,
    claim: row.claim,
    // Due on a clock that runs ahead, it is due now in real time.
    dueAt: row.due_at < now ? row.due_at : now,
    offsetSeconds: row.offset_seconds,
    seenOfKind: row.seen_of_kind,
  };
}
