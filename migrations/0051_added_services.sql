-- Bags and seats that are added to a ticket after its sale.

alter table payment drop constraint payment_purpose_kind_check;
-- Repeats src/payments/model/payment.ts.
alter table payment add constraint payment_purpose_kind_check
  check (purpose_kind in ('trip', 'flight_exchange', 'car_exchange', 'flight_services'));
alter table booking_change drop constraint booking_change_kind_check;
-- Repeats src/servicing/model/change.ts.
alter table booking_change add constraint booking_change_kind_check
  check (kind in ('flight_refund', 'hotel_cancel', 'car_cancel', 'flight_exchange', 'car_exchange', 'flight_services'));

-- What the built-in airlines have added to their orders, once for each reference of a change.
create table sandbox_added_services (
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
create index sandbox_added_services_order on sandbox_added_services (organization_id, reference);
