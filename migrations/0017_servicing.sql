-- Changes of what was sold: refunds, cancellations, exchanges. A payment belongs to a trip, whatever it is for.

alter table payment add column trip_id text;
update payment set trip_id = purpose_id;
alter table payment alter column trip_id set not null;
alter table payment drop constraint payment_purpose_kind_check;
alter table payment add constraint payment_purpose_kind_check check (purpose_kind in ('trip', 'flight_exchange', 'car_exchange'));
create index payment_trip on payment (organization_id, trip_id);
drop index payment_purpose;

-- Beside total_paid, which is what the trip's own payment came to: collected for exchanges since, and given back since.
alter table booking add column total_collected bigint not null default 0 check (total_collected >= 0);
alter table booking add column total_refunded bigint not null default 0 check (total_refunded between 0 and total_paid + total_collected);

alter table booking_item drop constraint booking_item_status_check;
-- Repeats src/bookings/model/booking-item-states.ts.
alter table booking_item add constraint booking_item_status_check check (status in (
  'pending', 'booking', 'awaiting', 'unknown', 'confirmed', 'failed', 'cancelling', 'cancelled', 'refunded', 'exchanged'));
-- What was given back of it, or is being given back, since it was sold; null while it was never given up.
alter table booking_item add column refunded bigint check (refunded between 0 and total);
-- The part of the total that earlier changes have used up and no refund brings back.
alter table booking_item add column sunk bigint not null default 0 check (sunk between 0 and total);
-- The item it was exchanged for.
alter table booking_item add column replaced_by text;

create table booking_change (
  organization_id text not null,
  change_id text not null,
  booking_ref text not null,
  trip_id text not null,
  item_id text not null,
  kind text not null check (kind in ('flight_refund', 'hotel_cancel', 'car_cancel', 'flight_exchange', 'car_exchange')),
  -- Repeats src/servicing/model/change-states.ts.
  status text not null check (status in ('quoted', 'paying', 'requested', 'unknown', 'pending', 'settling', 'done', 'partial', 'failed')),
  terms jsonb not null,
  -- Ours, sent to the supplier, and the key by which a change with an unknown outcome is looked up.
  reference text not null,
  payment_id text,
  session_id text,
  -- What the supplier made of it, once it has.
  result jsonb,
  failure text,
  calls integer not null default 0,
  look_ups integer not null default 0,
  call_until timestamptz,
  -- Counts steps: a run that has been overtaken finds another number and stops.
  version integer not null default 0,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  committed_at timestamptz,
  ended_at timestamptz,
  primary key (organization_id, change_id)
);
create unique index booking_change_reference on booking_change (organization_id, reference);
create index booking_change_item on booking_change (organization_id, booking_ref, item_id, quoted_at desc);
create index booking_change_session on booking_change (organization_id, session_id) where session_id is not null;
-- Of two servicing calls at once on one booking one wins; what waits for people or a supplier for days closes its own item only.
create unique index booking_change_running on booking_change (organization_id, booking_ref) where status in ('requested', 'unknown', 'settling');
create unique index booking_change_open on booking_change (organization_id, booking_ref, item_id)
  where status in ('requested', 'unknown', 'pending', 'settling');
