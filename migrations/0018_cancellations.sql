-- Giving up what the sandbox's own suppliers have sold.

-- One cancellation somebody asked a sandbox supplier for, found again by the reference it was given.
create table sandbox_cancellation (
  organization_id text not null,
  change_reference text not null,
  -- The order's.
  reference text not null,
  -- Repeats src/suppliers/sandbox/cancellations-store.ts. Pending: accepted, and decided at decided_at.
  status text not null check (status in ('pending', 'cancelled', 'refused')),
  -- What comes back by the terms of the moment it was asked for.
  refund bigint not null check (refund >= 0),
  currency text not null,
  -- The organization's clock.
  asked_at timestamptz not null,
  decided_at timestamptz not null,
  primary key (organization_id, change_reference)
);
create unique index sandbox_cancellation_standing on sandbox_cancellation (organization_id, reference) where status in ('pending', 'cancelled');

-- The change of the booking that a mail about a refund or a change tells.
alter table mail_message add column change_id text;
