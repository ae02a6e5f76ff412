-- Signs of demand and what is counted of them, of src/demand (contract, section 10). Nobody's rows: no organization, no key, no traveler.

create table demand_event (
  -- Real time: the month it falls in decides the partition, and thereby how long it is kept.
  occurred_at timestamptz not null,
  -- The UTC day it is counted on: its own, or the first that was still open when it was written.
  day date not null,
  kind text not null check (kind in ('search', 'trip', 'booking')),
  product text not null check (product in ('flight', 'hotel', 'car')),
  destination text not null,
  -- '??': the search does not tell where its travelers come from.
  market_country text not null,
  market_city text not null,
  audience text not null check (audience in ('solo', 'couple', 'family', 'group', 'business')),
  lead_days smallint not null check (lead_days >= 0),
  stay_days smallint check (stay_days >= 0),
  cabin text,
  -- Lowest seen for one adult, night or day, minor units of USD.
  price_usd bigint check (price_usd > 0),
  -- The organization under the month's key: counts distinct callers, and no more.
  caller text not null
) partition by range (occurred_at);

-- As with fare observations (0009): an insert never fails for want of a partition.
create table demand_event_default partition of demand_event default;
create index demand_event_day on demand_event (day);

-- The key of a month's callers, sealed. It goes when the month is closed: no caller can be followed from month to month.
create table demand_caller_key (
  month date primary key check (extract(day from month) = 1),
  sealed text not null
);

-- One row. No event is counted on a day up to `closed_through` any more; what was is in the roll-up up to `counted_through`.
create table demand_progress (
  only_row boolean primary key default true check (only_row),
  closed_through date not null,
  counted_through date not null check (counted_through <= closed_through)
);
insert into demand_progress (closed_through, counted_through) values ('2000-01-01', '2000-01-01');

-- What was counted, a month of days in a row: day x destination x market x audience x kind. '*' stands for all that are too few
-- to be told apart (decision 28); every event is in exactly one row, or in none.
create table demand_rollup (
  month date not null check (extract(day from month) = 1),
  kind text not null,
  destination text not null,
  market_country text not null,
  market_city text not null,
  audience text not null,
  -- Days of the month with a count, and the counts; day 0 holds what could be shown only for the month as a whole.
  days smallint[] not null,
  volumes integer[] not null,
  lead_bins integer[] not null,
  stay_bins integer[] not null,
  lowest_fare bigint,
  primary key (month, kind, destination, market_country, market_city, audience)
);

-- The same counts packed by the question they answer, so that two years of every destination are a few dozen rows.
create table demand_slice (
  -- destination: every destination, for one market and audience. market: every market, for one destination and audience.
  axis text not null check (axis in ('destination', 'market')),
  kind text not null,
  -- The market or destination held fast; '*': all.
  place text not null,
  -- '*': all.
  audience text not null,
  month date not null check (extract(day from month) = 1),
  -- See model/packed-cells.ts. All names together.
  head bytea not null,
  -- Names, the volume of each, and where its parts of the next two end.
  index bytea not null,
  -- Lead times, stays and fares by name.
  shapes bytea not null,
  -- Volumes by name and day.
  daily bytea not null,
  -- Volume of each day over all names; the first is what belongs to the month as a whole.
  day_totals integer[] not null,
  primary key (kind, axis, place, audience, month)
);
-- Numbers of 7 bits a byte hardly compress; a read then takes what it needs of a long value without unpacking it.
alter table demand_slice alter column index set storage external, alter column shapes set storage external, alter column daily set storage external;

-- Whether a trip has ever held an item: the first one is a sign of demand, and one that comes after it was emptied is none.
alter table trip add column has_had_item boolean not null default false;
update trip set has_had_item = true where items <> '[]'::jsonb;
