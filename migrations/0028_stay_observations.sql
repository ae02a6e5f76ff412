-- What hotel nights were seen to cost, of src/demand: one row for each search of a city. Nobody's rows: no organization, no key,
-- no traveler, only the hash of the organization under the key of the month (demand_caller_key), so that callers can be counted (decision 28).

create table stay_observation (
  -- Real time: the month it falls in decides the partition, and thereby how long it is kept.
  observed_at timestamptz not null,
  -- The day it was for whoever asked: an organization's clock in the sandbox may run ahead.
  seen_on date not null,
  city_code text not null,
  check_in date not null,
  check_in_month date not null check (extract(day from check_in_month) = 1),
  nights smallint not null check (nights > 0),
  -- Of all rooms together; searches with children are not kept.
  adults smallint not null check (adults > 0),
  rooms smallint not null check (rooms > 0),
  -- One night in one room with everything that must be paid, minor units: of the cheapest hotel, and the median of the hotels' cheapest.
  lowest_price bigint not null check (lowest_price > 0),
  median_price bigint not null check (median_price >= lowest_price),
  currency text not null,
  -- How many hotels that was.
  hotels integer not null check (hotels > 0),
  -- Of the month observed_at falls in, by UTC; null counts as nobody.
  caller text
) partition by range (observed_at);

-- As with fare observations (0009): an insert never fails for want of a partition.
create table stay_observation_default partition of stay_observation default;

-- The nights of a city, month by month (price index).
create index stay_observation_city on stay_observation (city_code, check_in_month);

-- The same for fares seen. Rows of before have none and count as nobody; partitions made from now on have it (`like ... including all`).
alter table fare_observation add column caller text;
