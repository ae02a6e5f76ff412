-- Calls of organizations, for seven days: src/request-log. No body, no query string, no address, no key.
create table request_log (
  organization_id text not null,
  -- Real time, when the call was answered.
  at timestamptz not null,
  -- Distinguishes calls of one instant; of no meaning otherwise.
  entry bigint not null,
  request_id text not null,
  method text not null,
  -- With the ids of ours in it; whatever else stood there is its parameter's name.
  path text not null,
  operation_id text not null,
  status smallint not null,
  elapsed_ms integer not null,
  credential_kind text not null check (credential_kind in ('user', 'api_key')),
  credential_id text not null,
  program text,
  -- Why it was refused (src/platform/errors.ts).
  condition text,
  -- Which limit a 429 met, how large it is, what was left of it, and when it is free again.
  limit_name text,
  limit_max integer,
  limit_left integer,
  free_at timestamptz,
  primary key (organization_id, at, entry)
);
create index request_log_by_id on request_log (organization_id, request_id);
create index request_log_refused on request_log (organization_id, at, entry) where status >= 400;
create index request_log_age on request_log (at);

-- Calls that were not recorded, because more were under way to the database than may be: by the hour.
create table request_log_gap (
  organization_id text not null,
  hour timestamptz not null,
  calls bigint not null check (calls > 0),
  primary key (organization_id, hour)
);
create index request_log_gap_age on request_log_gap (hour);
