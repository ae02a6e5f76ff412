-- What the sandbox's own suppliers keep: the flights they have sold, per organization. Searching writes nothing here.

-- One order at the sandbox airline system, found again by the reference we gave it.
create table sandbox_order (
  organization_id text not null,
  reference text not null,
  order_id text not null,
  status text not null check (status in ('booked', 'cancelled')),
  -- The scenario route it was bought on (contract, section 11), if any: later servicing acts on it.
  scenario text,
  offer_key text not null,
  fare_key text not null,
  confirmation_number text not null,
  -- [{traveler_id, number}]
  tickets jsonb not null,
  -- [{flight_number, departure_date, cabin, seats}]
  seats jsonb not null,
  total bigint not null,
  currency text not null,
  -- The organization's clock.
  booked_at timestamptz not null,
  -- From when the airline says it is confirmed; before that it answers what until_confirmed says.
  confirmed_at timestamptz not null,
  until_confirmed text check (until_confirmed in ('pending', 'unknown')),
  cancelled_at timestamptz,
  primary key (organization_id, reference),
  check ((status = 'cancelled') = (cancelled_at is not null))
);

-- Seats an organization has sold on a flight: they reduce what is left to it, never to another.
create table sandbox_sold_seats (
  organization_id text not null,
  flight_number text not null,
  departure_date text not null,
  cabin text not null check (cabin in ('economy', 'premium_economy', 'business', 'first')),
  sold integer not null check (sold >= 0),
  -- Lets other processes read only what has changed since they last looked.
  changed_at timestamptz not null default now(),
  primary key (organization_id, flight_number, departure_date, cabin)
) with (fillfactor = 70);
create index sandbox_sold_seats_changed on sandbox_sold_seats (organization_id, changed_at);
