-- Step by step
-- Beyond their bound observed fares go caller by caller, of each those looked at least recently (decision 36).
create index concurrently observed_fare_caller on observed_fare (caller, looked_on);
drop index concurrently if exists observed_fare_use;
