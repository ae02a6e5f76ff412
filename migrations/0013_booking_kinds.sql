-- Bookings hold hotels and cars beside flights.
alter table booking_item drop constraint booking_item_kind_check;
alter table booking_item add constraint booking_item_kind_check check (kind in ('flight', 'hotel', 'car'));
