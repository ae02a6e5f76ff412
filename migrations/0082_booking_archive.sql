-- Items of bookings that are long over lie apart, month by month (decision 43): src/bookings/archive.

create table booking_item_archive (
  -- The first day of the month in which the booking was over. Its row in booking names it, too.
  closed_month date not null check (extract(day from closed_month) = 1),
  -- The columns of booking_item, and none of its checks: what was good enough there is good enough here.
  like booking_item,
  primary key (organization_id, booking_ref, item_id, closed_month)
) partition by list (closed_month);
create index booking_item_archive_reference on booking_item_archive (organization_id, reference);
create index booking_item_archive_by_confirmation on booking_item_archive (organization_id, upper(confirmation_number))
  where confirmation_number is not null;
create index booking_item_archive_by_order on booking_item_archive (organization_id, upper(supplier_order_id))
  where supplier_order_id is not null;
