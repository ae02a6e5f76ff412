-- A cancellation of which nobody knows what comes back waits for people of the seller.
alter table booking_change drop constraint booking_change_status_check;
alter table booking_change add constraint booking_change_status_check
  -- Repeats src/servicing/model/change-states.ts.
  check (status in ('quoted', 'paying', 'deciding', 'requested', 'unknown', 'pending', 'settling', 'done', 'partial', 'failed'));
drop index booking_change_open;
create unique index booking_change_open on booking_change (organization_id, booking_ref, item_id)
  where status in ('deciding', 'requested', 'unknown', 'pending', 'settling');
