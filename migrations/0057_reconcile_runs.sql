-- Step by step: how far reconcile has come (src/bookings/reconcile), so that it goes on where it stopped, and what has changed since.

create table if not exists reconcile_run (
  kind text primary key check (kind in ('full', 'changed')),
  -- Real time. What has changed from `since` on is checked; the next run begins where this one was started.
  started_at timestamptz not null,
  since timestamptz not null,
  part text not null check (part in ('bookings', 'payments', 'trips', 'changed')),
  -- The last row that was checked.
  after_organization text not null,
  after_id text not null,
  bookings integer not null,
  payments integer not null,
  trips integer not null,
  -- {"problems", "unchecked", "drifted"}: [{organizationId, tripId, subject, problem}]
  findings jsonb not null,
  finished_at timestamptz
);
-- Which process goes on with it, until then (real time).
create table if not exists reconcile_claim (
  kind text primary key check (kind in ('full', 'changed')),
  claim text not null,
  claimed_until timestamptz not null
);
-- Rows are appended in time: blocks of pages are enough to find those of a day, and cost their writers next to nothing.
create index concurrently ledger_transfer_recent on ledger_transfer using brin (at) with (pages_per_range = 16);
create index concurrently payment_recent on payment using brin (created_at) with (pages_per_range = 16);
