-- Step by step: a cancellation of which nobody knows what comes back waits for people of the seller.
-- Replaces 04038fcfde878fd6683280725e54ecd4b5b9d49b5e6094901c8690b91639c725

-- Repeats src/servicing/model/change-states.ts.
alter table booking_change drop constraint if exists booking_change_status_check,
  add constraint booking_change_status_check
  check (status in ('quoted', 'paying', 'deciding', 'requested', 'unknown', 'pending', 'settling', 'done', 'partial', 'failed')) not valid;
alter table booking_change validate constraint booking_change_status_check;
-- The narrower index before goes once the wider one is there: no moment is without.
create unique index concurrently booking_change_open_new on booking_change (organization_id, booking_ref, item_id)
  where status in ('deciding', 'requested', 'unknown', 'pending', 'settling');
drop index concurrently if exists booking_change_open;
alter index if exists booking_change_open_new rename to booking_change_open;
