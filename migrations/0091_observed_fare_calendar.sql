-- Step by step
-- The cheapest offer packed so small that it lies in an index: a calendar of sixty days reads a route's neighbouring index pages in place of sixty
-- pages of the table. Then `cheapest` is null. Null: an earlier version has written the row, or it is too long for an index; `cheapest` has it.
alter table observed_fare add column if not exists cheapest_small bytea;

-- Beside the key's own index, in its order, which stays small: "anywhere" reads it for hundreds of places and needs no offers.
create index concurrently observed_fare_calendar on observed_fare
  (origin, cabin_class, party, destination, stay_days, departure_date, supplier, account, caller)
  include (seen_at, looked_on, amount, cheapest_small);
