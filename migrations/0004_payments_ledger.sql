-- Payments, their refunds, the ledger, and the built-in processor's own rows. Money is whole minor units.

create table payment (
  organization_id text not null,
  payment_id text not null,
  purpose_kind text not null check (purpose_kind in ('trip')),
  purpose_id text not null,
  session_id text not null,
  processor_id text,
  processor_ref text,
  -- Repeats src/payments/model/payment-states.ts.
  status text not null check (status in (
    'created', 'submitted', 'requires_action', 'processing', 'declined', 'authorised', 'capturing', 'captured',
    'voided', 'releasing', 'released')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  amount_to_capture bigint check (amount_to_capture between 0 and amount),
  amount_captured bigint not null default 0 check (amount_captured between 0 and amount),
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount_captured),
  attempt integer not null default 0,
  in_flight_until timestamptz,
  decline_reason text,
  capture_before timestamptz,
  description text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, payment_id),
  -- An amount is captured only by the status that says so, and exactly as intended.
  check (amount_captured = 0 or (status = 'captured' and amount_captured = amount_to_capture))
);
create index payment_session on payment (organization_id, session_id);
create index payment_purpose on payment (organization_id, purpose_kind, purpose_id);
create unique index payment_processor_ref on payment (organization_id, processor_id, processor_ref);

-- One row is one refund we mean to make: written before the processor is called, settled after.
create table payment_refund (
  organization_id text not null,
  payment_id text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('intended', 'refunded', 'refused')),
  created_at timestamptz not null,
  primary key (organization_id, payment_id, reference)
);

-- A row moves an amount from one account to another, so that every entry balances by construction. Rows of one entry share
-- (step, reference); writing an entry twice changes nothing.
create table ledger_transfer (
  organization_id text not null,
  trip_id text not null,
  step text not null check (step in ('quote', 'authorise', 'book', 'capture', 'release', 'refund', 'penalty')),
  reference text not null,
  line integer not null,
  sequence bigint generated always as identity,
  entry_id text not null,
  at timestamptz not null,
  debit text not null,
  credit text not null check (credit <> debit),
  amount bigint not null check (amount > 0),
  currency text not null,
  primary key (organization_id, trip_id, step, reference, line)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  -- A sandbox reset names its organization for the length of its own transaction; nothing else may delete.
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.organization_id = nullif(current_setting('bly.reset_organization', true), '') then
      return old;
    end if;
  end if;
  raise exception 'The ledger is append-only: correct an entry with another entry.';
end
$$;
create trigger ledger_transfer_append_only before update or delete on ledger_transfer
  for each row execute function ledger_refuse_change();
create trigger ledger_transfer_no_truncate before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();

-- What the built-in processor keeps: the other side of the port, never read by the payments folder.
create table sandbox_payment (
  organization_id text not null,
  processor_ref text not null,
  status text not null check (status in ('open', 'requires_action', 'processing', 'authorised', 'captured', 'released', 'declined')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  captured bigint not null default 0 check (captured between 0 and amount),
  refunded bigint not null default 0 check (refunded between 0 and captured),
  refunds jsonb not null default '{}',
  decline_reason text,
  -- What the bank says once the payer has passed its challenge, or once a slow card has been processed.
  verdict_after text check (verdict_after in ('authorised', 'card_declined')),
  ready_at timestamptz,
  capture_before timestamptz,
  primary key (organization_id, processor_ref)
);
