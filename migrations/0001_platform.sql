-- What the platform keeps for everyone: which environment this database belongs to, each organization's clock, the job queue.

-- One row: a database serves one environment for ever (contract, section 1).
create table installation (
  is_only boolean primary key default true check (is_only),
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);

-- How far an organization's sandbox clock runs ahead of real time. No row: not at all.
create table organization_clock (
  organization_id text primary key,
  offset_seconds bigint not null check (offset_seconds >= 0)
);

-- The queue. A finished job is deleted, a dead one (its last attempt failed) stays for people to look at.
-- due_at is on the organization's clock, leased_until in real time (the database's own clock).
create table job (
  organization_id text not null,
  job_id text not null,
  name text not null,
  lane text,
  key text,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'dead')),
  attempt integer not null default 0 check (attempt >= 0),
  due_at timestamptz not null,
  -- Rises with every claim: a run whose number is not the row's any more has lost the job.
  claim bigint not null default 0,
  worker text,
  leased_until timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null,
  primary key (organization_id, job_id),
  check ((state = 'running') = (leased_until is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index job_queued on job (name, due_at) where state = 'queued';
create index job_lane on job (name, lane, due_at) where state = 'queued' and lane is not null;
create index job_running on job (leased_until) where state = 'running';
create unique index job_key on job (organization_id, name, key) where state = 'queued' and key is not null;
