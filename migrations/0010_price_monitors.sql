-- Price monitors of src/flights.

create table price_monitor (
  organization_id text not null,
  -- Begins with its time, so that the primary key is also the order of the list.
  monitor_id text not null,
  -- What is searched for, as the caller worded it.
  question jsonb not null,
  currency text not null,
  -- Minor units for the whole party; null: no price was named, nothing is ever triggered.
  below bigint check (below > 0),
  has_webhook boolean not null,
  created_at timestamptz not null,
  -- Midnight after the day of departure, at the origin. Whether a monitor is active follows from it.
  ends_at timestamptz not null,
  -- A check that was begun at an older number than the row's is discarded: of two runs of one job only one counts.
  check_number integer not null default 0,
  checked_at timestamptz,
  check_status text check (check_status in ('ok', 'stale')),
  -- The last price the suppliers told, and when.
  price bigint,
  priced_at timestamptz,
  -- Set by a price under `below`, cleared by one that is not: while it is set nothing is triggered again.
  is_below boolean not null default false,
  triggered_at timestamptz[] not null default '{}',
  primary key (organization_id, monitor_id),
  check ((checked_at is null) = (check_status is null)),
  check (price is null or priced_at is not null),
  check (below is not null or not is_below)
);
