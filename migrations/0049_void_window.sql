-- Until when giving an item up brings everything back, where its supplier said so with the order.
alter table booking_item add column void_until timestamptz;
