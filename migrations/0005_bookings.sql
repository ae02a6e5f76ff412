-- Bookings, their items, and the directory that finds the organization of a guest's reference.

create table guest_directory (
  kind text not null check (kind in ('session', 'booking')),
  ref text not null,
  organization_id text not null,
  primary key (kind, ref)
);

create table booking (
  organization_id text not null,
  booking_ref text not null,
  trip_id text not null,
  payment_id text not null,
  -- Repeats src/bookings/model/booking-states.ts; `completed` (travelled) is derived from last_arrival_at, never stored.
  status text not null check (status in ('pending', 'confirmed', 'cancelled', 'failed')),
  -- Repeats src/bookings/model/fulfilment-states.ts.
  phase text not null check (phase in ('repricing', 'booking', 'undoing', 'capturing', 'releasing', 'done')),
  failure text check (failure in ('refused', 'expired_quote', 'unpaid')),
  on_partial text not null check (on_partial in ('all_or_nothing', 'keep_confirmed')),
  last_name_folded text not null,
  travelers jsonb not null,
  contact jsonb not null,
  currency text not null,
  total_quoted bigint not null check (total_quoted >= 0),
  total_paid bigint not null default 0 check (total_paid between 0 and total_quoted),
  end_user_id text,
  last_arrival_at timestamptz not null,
  -- Items still open then are cancelled at the supplier (contract, section 7).
  open_until timestamptz not null,
  -- Counts steps: a run that has been overtaken finds another number and stops.
  version integer not null default 0,
  created_at timestamptz not null,
  primary key (organization_id, booking_ref)
);
create unique index booking_trip on booking (organization_id, trip_id);
create index booking_listed on booking (organization_id, created_at desc, booking_ref);

create table booking_item (
  organization_id text not null,
  booking_ref text not null,
  item_id text not null,
  -- The order items are booked in: free to cancel first, non-refundable last.
  position integer not null,
  kind text not null check (kind in ('flight')),
  -- Repeats src/bookings/model/booking-item-states.ts.
  status text not null check (status in (
    'pending', 'booking', 'awaiting', 'unknown', 'confirmed', 'failed', 'cancelling', 'cancelled')),
  supplier_id text not null,
  -- Ours, sent to the supplier, and the key by which a booking with an unknown outcome is looked up.
  reference text not null,
  total bigint not null check (total >= 0),
  currency text not null,
  origin_total bigint not null,
  origin_currency text not null,
  rate double precision not null,
  description text not null,
  details jsonb not null,
  supplier_order_id text,
  confirmation_number text,
  tickets jsonb not null default '[]',
  failure text,
  -- True once the supplier has refused to undo a confirmed item free of charge.
  is_kept boolean not null default false,
  calls integer not null default 0,
  look_ups integer not null default 0,
  -- Real time: until then a booking call of a crashed process may still be under way at the supplier.
  call_until timestamptz,
  booked_at timestamptz,
  primary key (organization_id, booking_ref, item_id)
);
create unique index booking_item_reference on booking_item (organization_id, reference);
