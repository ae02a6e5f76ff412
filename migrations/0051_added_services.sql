-- Step by step: bags and seats that are added to a ticket after its sale.
-- Replaces a440025dc4610d693865979c05029abfa59b40c3caf010f850d6de61d770e5e0

-- Repeats src/payments/model/payment.ts.
alter table payment drop constraint if exists payment_purpose_kind_check,
  add constraint payment_purpose_kind_check
  check (purpose_kind in ('trip', 'flight_exchange', 'car_exchange', 'flight_services')) not valid;
alter table payment validate constraint payment_purpose_kind_check;
-- Repeats src/servicing/model/change.ts.
alter table booking_change drop constraint if exists booking_change_kind_check,
  add constraint booking_change_kind_check
  check (kind in ('flight_refund', 'hotel_cancel', 'car_cancel', 'flight_exchange', 'car_exchange', 'flight_services')) not valid;
alter table booking_change validate constraint booking_change_kind_check;

-- What the built-in airlines have added to their orders, once for each reference of a change.
create table if not exists sandbox_added_services (
  organization_id text not null,
  change_reference text not null,
  -- The order's.
  reference text not null,
  -- [{kind: bag, serviceKey, travelerId, quantity, price}, {kind: seat, segmentId, seatNumber, travelerId, price}]
  services jsonb not null,
  -- The organization's clock.
  added_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- What the airline answers until then; null: it confirmed at once.
  until_confirmed text check (until_confirmed in ('pending', 'unknown')),
  primary key (organization_id, change_reference)
);
create index concurrently sandbox_added_services_order on sandbox_added_services (organization_id, reference);
