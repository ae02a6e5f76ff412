-- Step by step: bookings are found by the number of a ticket (src/bookings/search). An item without tickets has no entry in it.
create index concurrently booking_item_by_ticket on booking_item using gin (tickets jsonb_path_ops);
