-- The index of the migration before takes the primary key's place: nothing is read or built under the lock.
alter table observed_fare drop constraint observed_fare_pkey,
  add constraint observed_fare_key primary key using index observed_fare_key;

-- An index answers alone only for pages that a vacuum has seen: it comes after 200,000 of ten million rows, not after two million.
alter table observed_fare set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The cheapest offer of a sight, and what is within one per cent of it: all that a calendar shows. Then `offers` holds the others, which the cheapest
-- are the dictionary of. Null: written by an earlier version, `offers` holds all of them.
alter table observed_fare add column cheapest bytea;
alter table observed_fare alter column cheapest set storage external;
