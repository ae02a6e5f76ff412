-- Step by step: when a supplier is to be asked whether a sold flight was changed, found by an index (src/bookings/store-schedule-due.ts).

-- Real time. Null: never again (flown, given up, or sold before this column). A flight just sold is looked at by the next round,
-- which reckons when it is due.
alter table booking_item add column if not exists schedule_due_at timestamptz;
alter table booking_item alter column schedule_due_at set default '-infinity';
create index concurrently booking_item_schedule_due on booking_item (schedule_due_at)
  where kind = 'flight' and status = 'confirmed' and schedule_due_at is not null;

-- In batches: the flights still to be flown.
update booking_item set schedule_due_at = '-infinity' where (organization_id, booking_ref, item_id) in (
  select item.organization_id, item.booking_ref, item.item_id from booking
  join booking_item item on item.organization_id = booking.organization_id and item.booking_ref = booking.booking_ref
  where booking.status = 'confirmed' and booking.last_arrival_at > now() - interval '1 day'
    and item.kind = 'flight' and item.status = 'confirmed' and item.schedule_due_at is null
  limit 1000);

-- Nothing reads it any more.
drop index concurrently if exists booking_ahead;
