-- Mandates: what people allow agents to buy, and what of it is used (src/mandates).

create table mandate (
  organization_id text not null references organization (organization_id),
  mandate_id text not null,
  status text not null check (status in ('proposed', 'active', 'exhausted', 'revoked', 'declined')),
  -- Who may use it.
  agent_kind text not null check (agent_kind in ('api_key', 'program', 'user')),
  agent_id text not null,
  agent_name text not null,
  name text not null,
  reason text,
  -- Limits and rules, as a person grants them.
  terms jsonb not null,
  -- The organization's clock, like every time here.
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  -- Minor units of the terms' currency.
  budget bigint not null check (budget > 0),
  reserved bigint not null default 0 check (reserved >= 0),
  spent bigint not null default 0 check (spent >= 0),
  trips_used integer not null default 0 check (trips_used >= 0),
  decided_by text,
  decided_at timestamptz,
  decided_acr text,
  decided_reason text,
  ended_reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, mandate_id),
  -- Whatever the code does: a budget is never overdrawn.
  check (reserved + spent <= budget)
);
create index mandate_of_agent on mandate (organization_id, agent_kind, agent_id);

-- One use of a budget: reserved in the transaction that begins the payment's attempt, settled once it is known what became of it.
create table mandate_execution (
  organization_id text not null references organization (organization_id),
  execution_id text not null,
  mandate_id text not null,
  proposal_id text,
  trip_id text not null,
  payment_id text not null,
  status text not null check (status in ('open', 'spent', 'released')),
  -- Minor units of the mandate's currency.
  reserved bigint not null check (reserved >= 0),
  spent bigint not null default 0 check (spent >= 0 and spent <= reserved),
  -- Units of the mandate's currency per unit of the payment's, as reserved with.
  rate double precision not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, execution_id)
);
create unique index mandate_execution_open on mandate_execution (organization_id, payment_id) where status = 'open';
create index mandate_execution_of_mandate on mandate_execution (organization_id, mandate_id, created_at);
create index mandate_execution_of_trip on mandate_execution (organization_id, trip_id);

-- The books of budgets: each row moves an amount from one account to another, so that every entry balances. The reference is the
-- execution; of the grant, the mandate. Writing an entry twice is refused.
create table mandate_transfer (
  organization_id text not null references organization (organization_id),
  mandate_id text not null,
  reference text not null,
  step text not null check (step in ('grant', 'reserve', 'spend', 'release')),
  sequence bigint generated always as identity,
  at timestamptz not null,
  debit text not null,
  credit text not null check (credit <> debit),
  amount bigint not null check (amount > 0),
  currency text not null,
  primary key (organization_id, mandate_id, reference, step)
);
create trigger mandate_transfer_append_only before update or delete on mandate_transfer
  for each row execute function ledger_refuse_change();
create trigger mandate_transfer_no_truncate before truncate on mandate_transfer
  for each statement execute function ledger_refuse_change();
