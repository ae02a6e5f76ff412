-- Step by step: which bookings have their items in the archive, and which may go there next, found by an index (decision 43).
alter table booking add column if not exists archived_month date;
create index concurrently booking_to_archive on booking (organization_id, last_arrival_at, booking_ref)
  where archived_month is null;
