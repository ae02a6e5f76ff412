-- What a supplier took for an item where that was another sum than quoted, in its currency (origin_currency).
alter table booking_item add column supplier_total bigint;
