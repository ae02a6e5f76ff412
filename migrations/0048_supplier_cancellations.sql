-- What is known of one cancellation at a supplier that has no key of idempotency, committed before it is asked for.
create table supplier_cancellation (
  organization_id text not null,
  supplier text not null,
  -- Ours, of the change: asking twice under one is asking once.
  change_reference text not null,
  -- Ours, of the booking that is given up.
  reference text not null,
  -- Repeats src/suppliers/duffel/cancellations/model/cancellation-states.ts.
  status text not null check (status in ('intended', 'confirming', 'accepted', 'cancelled', 'refused')),
  -- The supplier's quote that was confirmed, or is being confirmed.
  quote_id text,
  -- Money that came back; null: the supplier does not say.
  refund bigint,
  currency text,
  credits jsonb not null default '[]',
  -- Why it was refused, and which answer said so; no proof: nothing was sent.
  reason text,
  proof text,
  called_at timestamptz,
  -- Counts what was begun anew: a process of before finds another number and sends nothing.
  attempt integer not null default 1,
  primary key (organization_id, supplier, change_reference)
);
-- A booking is given up once, by one change at a time.
create unique index supplier_cancellation_booking on supplier_cancellation (organization_id, supplier, reference) where status <> 'refused';
