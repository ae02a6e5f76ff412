-- Stays and rentals at the sandbox's own suppliers: they stand in the order book beside the flights, one row for each of our
-- references, and the rooms and cars they take are counted by the day.

alter table sandbox_order
  add column kind text not null default 'flight' check (kind in ('flight', 'stay', 'rental')),
  -- What the property or the rental desk collects, in the order's currency.
  add column due_later bigint not null default 0 check (due_later >= 0),
  -- Of a stay or a rental: {keys[], extras[{ancillary_key, quantity}], uses[{key, date, count}], cancellations[[{from, penalty, basis}]]}
  add column booked jsonb,
  alter column offer_key drop not null,
  alter column fare_key drop not null,
  alter column tickets drop not null,
  alter column seats drop not null,
  add constraint sandbox_order_has_what_its_kind_has check (
    case kind when 'flight' then booked is null and num_nulls(offer_key, fare_key, tickets, seats) = 0
    else booked is not null and num_nonnulls(offer_key, fare_key, tickets, seats) = 0 end
  );

-- Rooms and cars an organization has sold: they reduce what is left to it, never to another.
create table sandbox_sold_stock (
  organization_id text not null,
  kind text not null check (kind in ('stay', 'rental')),
  -- As the world counts: a kind of room of a hotel, or a vehicle class of a branch, on a day.
  stock_key text not null,
  -- That day, so that those gone by need not be read.
  date text not null,
  sold integer not null check (sold >= 0),
  -- Lets other processes read only what has changed since they last looked.
  changed_at timestamptz not null default now(),
  primary key (organization_id, kind, stock_key)
) with (fillfactor = 70);
create index sandbox_sold_stock_changed on sandbox_sold_stock (organization_id, kind, changed_at);
