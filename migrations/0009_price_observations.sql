-- What fares were seen, of src/demand. Nobody's rows: no organization, no key, no traveler (design, section 6).

create table fare_observation (
  -- Real time: the month it falls in decides the partition, and thereby how long it is kept.
  observed_at timestamptz not null,
  -- The day it was for whoever asked: an organization's clock in the sandbox may run ahead.
  seen_on date not null,
  origin_city text not null,
  destination_city text not null,
  origin_airport text not null,
  destination_airport text not null,
  departure_date date not null,
  departure_month date not null check (extract(day from departure_month) = 1),
  return_date date,
  trip_kind text not null check (trip_kind in ('oneway', 'roundtrip')),
  -- Upper end of the bucket of lead time, in days.
  lead_days smallint not null,
  cabin_class text not null,
  -- The cheapest fare of the flights for one adult, minor units.
  adult_price bigint not null check (adult_price > 0),
  currency text not null,
  -- Who sells the flights.
  carriers text[] not null,
  stops smallint not null,
  -- The supplier that answered it.
  source text not null,
  check ((trip_kind = 'roundtrip') = (return_date is not null))
) partition by range (observed_at);

-- Months are made ahead by the job demand.keep_partitions. Until it has run, or should it ever fail, rows land here: an
-- insert never fails for want of a partition, and the job moves them when it makes their month.
create table fare_observation_default partition of fare_observation default;

-- A market's newest fares (price advice).
create index fare_observation_market on fare_observation
  (origin_city, destination_city, departure_month, cabin_class, trip_kind, lead_days, observed_at);
-- The lowest of each day for one pair of dates (price history).
create index fare_observation_dates on fare_observation
  (origin_city, destination_city, departure_date, return_date, seen_on);
