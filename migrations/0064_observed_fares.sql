-- What live searches of suppliers that publish no fares have found, of src/flights/observed: one row for each journey, day, party, cabin,
-- supplier and caller. Nobody's rows: no organization, no key, no traveler. The caller is a keyed hash of the organization, held for as
-- long as the row is (30 days), so that it finds its own fares again and five callers can be told from one (decision 36).

create table observed_fare (
  -- A city, or '@' and the airports of it that were asked for: '@CDG', '@CDG,ORY'.
  origin text not null,
  destination text not null,
  cabin_class text not null,
  -- Numbers of adults, children and so on as they were asked for, and the ages that were named.
  party text not null,
  departure_date date not null,
  -- Days until the way back; -1: one way.
  stay_days smallint not null check (stay_days >= -1),
  supplier text not null,
  -- With whose key it was asked: fares of an organization's own account are seen by nobody else.
  account text not null,
  -- '': asked by the installation itself, which anybody may see.
  caller text not null,
  -- The lowest total, minor units of the currency it is sold in; null: nothing flies.
  amount bigint check (amount > 0),
  currency text,
  -- Real time.
  seen_at timestamptz not null,
  -- The last day it was part of an answer, or was seen. What was looked at least recently goes first.
  looked_on date not null,
  -- The first day it is of no use any more.
  expires_on date not null,
  -- The cheapest offers as compressed JSON.
  offers bytea not null,
  primary key (origin, cabin_class, party, destination, departure_date, stay_days, supplier, account, caller),
  check ((amount is null) = (currency is null))
);

-- Already compressed: compressing it again would only cost time.
alter table observed_fare alter column offers set storage external;

create index observed_fare_expiry on observed_fare (expires_on);
create index observed_fare_use on observed_fare (looked_on);
