-- Step by step: archived bookings are found by the number of a ticket, too (src/bookings/search). Of each month by itself.
create index concurrently booking_item_archive_by_ticket on booking_item_archive using gin (tickets jsonb_path_ops);
