-- Step by step: a list reads what it shows by an index, whatever it is filtered by.

-- src/trips/store-list.ts: by status, and those still open by how long they have been idle.
create index concurrently trip_by_status on trip (organization_id, status, created_at desc, trip_id desc);
create index concurrently trip_open on trip (organization_id, status, touched_at) include (created_at, trip_id)
  where status in ('draft', 'quoting', 'quoted');

-- src/bookings/store-list.ts: all, by status, by end user, and those still to be travelled.
create index concurrently booking_newest on booking (organization_id, created_at desc, booking_ref desc);
drop index concurrently if exists booking_listed;
create index concurrently booking_by_status on booking (organization_id, status, created_at desc, booking_ref desc)
  include (last_arrival_at);
create index concurrently booking_of_end_user on booking (organization_id, end_user_id, status, created_at desc, booking_ref desc)
  include (last_arrival_at) where end_user_id is not null;
create index concurrently booking_travelling on booking (organization_id, last_arrival_at)
  include (created_at, booking_ref, end_user_id) where status = 'confirmed';

-- src/webhooks: events by type, deliveries of an endpoint by status; what decides without the row stands beside it.
create index concurrently webhook_event_listed on webhook_event (organization_id, event_id) include (occurred_at, is_test);
create index concurrently webhook_event_type on webhook_event (organization_id, type, event_id) include (occurred_at, is_test);
create index concurrently webhook_delivery_status on webhook_delivery (organization_id, endpoint_id, status, delivery_id);
