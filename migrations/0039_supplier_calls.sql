-- Answers of suppliers for minutes, sealed, where several processes have no Redis. Unlogged: a crash of the server costs searches.
create unlogged table supplier_answer (
  organization_id text not null,
  name text not null,
  sealed bytea not null,
  bytes integer not null,
  expires_at timestamptz not null,
  primary key (organization_id, name)
);
-- Sealed bytes cannot be compressed again; stored so, their beginning is read without the rest.
alter table supplier_answer alter column sealed set storage external;
create index supplier_answer_expires on supplier_answer (expires_at);

-- Turn, budget and circuit breaker of each account at a supplier, where several processes have no Redis.
create table supplier_call_state (
  name text primary key,
  state text not null,
  changed_at timestamptz not null
) with (fillfactor = 50);
