-- Flights that their airline moves after they were sold.

-- What a supplier said of an item of a booking: one row for each change, the newest counts.
create table schedule_change (
  organization_id text not null,
  booking_ref text not null,
  item_id text not null,
  number integer not null,
  -- The supplier's name for it.
  supplier_change_id text not null,
  -- Repeats src/travel/schedule-change.ts.
  severity text not null check (severity in ('minor', 'major', 'overnight', 'missed_connection')),
  -- Repeats src/bookings/model/schedule-change.ts. Superseded: the airline moved the flight again, or another item stands in its place.
  status text not null check (status in ('open', 'accepted', 'refunded', 'superseded')),
  -- The segments that move, before and after.
  moves jsonb not null,
  -- Items of the booking that no longer fit.
  affected jsonb not null,
  -- The organization's clock.
  found_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, booking_ref, item_id, number)
);
create unique index schedule_change_once on schedule_change (organization_id, booking_ref, item_id, supplier_change_id);

-- When its supplier was last asked whether a flight was moved, on the organization's clock.
alter table booking_item add column schedule_asked_at timestamptz;
-- Whoever asks looks at what is still to be flown: what was flown long ago must not be read again and again.
create index booking_ahead on booking (last_arrival_at) where status = 'confirmed';

-- The sandbox airline's own side of it.
create table sandbox_schedule_change (
  organization_id text not null,
  -- The order's.
  reference text not null,
  number integer not null,
  change_id text not null,
  -- Minutes later than sold, all changes together: {segment_id: minutes}
  shifts jsonb not null,
  -- Whether the travelers may give the tickets back free of charge for it.
  is_free_to_leave boolean not null,
  made_at timestamptz not null,
  accepted_at timestamptz,
  primary key (organization_id, reference, number)
);
create unique index sandbox_schedule_change_once on sandbox_schedule_change (organization_id, reference, change_id);
