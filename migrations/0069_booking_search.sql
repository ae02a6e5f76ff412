-- Step by step: bookings are found by what people know of one (src/bookings/search), its mails and acts by its reference.
create index concurrently booking_by_last_name on booking (organization_id, (last_name_folded collate "C"));
create index concurrently booking_by_email on booking (organization_id, (lower(contact ->> 'email') collate "C"));
create index concurrently booking_item_by_confirmation on booking_item (organization_id, upper(confirmation_number))
  where confirmation_number is not null;
create index concurrently booking_item_by_order on booking_item (organization_id, upper(supplier_order_id))
  where supplier_order_id is not null;
create index concurrently mail_message_of_booking on mail_message (organization_id, booking_ref, created_at);
create index concurrently mail_message_unsent on mail_message (organization_id, created_at)
  where status in ('rejected', 'failed');
create index concurrently audit_event_target on audit_event (organization_id, target, audit_id) where target is not null;
