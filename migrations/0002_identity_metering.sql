-- Organizations and their API keys, what they have used and may still use, and the answers kept for Idempotency-Key.

create table organization (
  organization_id text primary key,
  name text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  is_unlimited boolean not null default false,
  created_at timestamptz not null
);

-- A key is looked up by its hash before its organization is known: the unique index is the one unscoped path to a key.
create table api_key (
  organization_id text not null references organization (organization_id),
  key_id text not null,
  key_hash text not null,
  prefix text not null,
  name text not null,
  -- Null means every scope.
  scopes jsonb,
  quota_calls integer not null check (quota_calls >= 0),
  rate_per_second integer not null check (rate_per_second > 0),
  rate_burst integer not null check (rate_burst > 0),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, key_id)
);
create unique index api_key_hash on api_key (key_hash);

create table credit_balance (
  organization_id text primary key references organization (organization_id),
  balance bigint not null
);

-- Calls per key and minute of the organization's clock: the rolling quota window. A row per minute that had a call, so a key
-- never has more rows in its window than it has quota.
create table usage_minute (
  organization_id text not null,
  key_id text not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (organization_id, key_id, minute)
);

-- What GET /v1/usage shows: calls and credits per key, day and operation.
create table usage_day (
  organization_id text not null,
  key_id text not null,
  day text not null,
  operation_id text not null,
  calls integer not null,
  credits bigint not null,
  primary key (organization_id, key_id, day, operation_id)
);

-- One row per Idempotency-Key in use. `fingerprint` and `answer` are sealed; the key itself is kept as a hash.
create table idempotency_key (
  organization_id text not null,
  path text not null,
  key_hash text not null,
  state text not null check (state in ('running', 'done')),
  run_id text not null,
  fingerprint text not null,
  -- What the run recorded inside its own transaction, so that a crashed run is found before it is repeated.
  result jsonb,
  answer text,
  locked_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, path, key_hash),
  check ((state = 'done') = (answer is not null))
);
create index idempotency_key_expires on idempotency_key (expires_at);
