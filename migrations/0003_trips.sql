-- Trips (the cart). A checkout session needs no table: its payment knows trip, link life and amount (0004).

-- One row holds a whole trip, so that a write is one locked row and one statement.
create table trip (
  organization_id text not null,
  trip_id text not null,
  -- The statuses of src/trips/model/trip-states.ts.
  status text not null check (status in ('draft', 'quoting', 'quoted', 'fulfilling', 'fulfilled', 'cancelled', 'failed', 'expired')),
  currency text,
  is_currency_fixed boolean not null default false,
  items jsonb not null,
  travelers jsonb not null,
  contact jsonb,
  metadata jsonb not null,
  end_user_id text,
  quote jsonb,
  -- Counts updates: what was read without a lock is taken only if nobody has written since.
  version integer not null default 0,
  -- Counts every lease ever given; a checkout that comes back with an older number finds no row to update.
  lease_number integer not null default 0,
  lease_until timestamptz,
  payment_in_flight_until timestamptz,
  on_partial text not null check (on_partial in ('all_or_nothing', 'keep_confirmed')),
  fulfilment_status text check (fulfilment_status in
    ('pending', 'awaiting_payment', 'processing', 'confirming', 'completed', 'partial', 'failed', 'cancelled', 'expired_quote')),
  fulfilment_phase text,
  booking_ref text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  touched_at timestamptz not null,
  primary key (organization_id, trip_id),
  -- Only a trip that is being quoted is held by a checkout.
  check ((status = 'quoting') = (lease_until is not null)),
  check (status not in ('fulfilling', 'fulfilled', 'failed') or booking_ref is not null)
);
create index trip_newest on trip (organization_id, created_at desc, trip_id desc);
