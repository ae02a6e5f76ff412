-- What is known of each order call at a supplier with a key of ours (src/suppliers/common/supplier-bookings.ts), committed before the call.
create table supplier_booking (
  organization_id text not null,
  supplier text not null,
  -- Ours: a booking item's.
  reference text not null,
  account_id text not null,
  status text not null default 'intended' check (status in ('intended', 'called', 'known')),
  -- Counts the intents under this reference: a newer one makes the one before it void.
  intent integer not null default 1,
  offer_id text not null,
  search_id text,
  total bigint not null,
  currency text not null,
  -- What the adapter needs to read the order again; no name, birth date or document.
  ordered jsonb not null,
  order_id text,
  request_id text,
  proof text,
  reason text,
  failure_event_id text,
  called_at timestamptz,
  calls integer not null default 0,
  primary key (organization_id, supplier, reference),
  check (order_id is null or proof is null),
  check (status <> 'known' or order_id is not null or proof is not null)
);
-- Callbacks name the supplier's own ids.
create index supplier_booking_offer on supplier_booking (supplier, account_id, offer_id);
create index supplier_booking_order on supplier_booking (supplier, account_id, order_id) where order_id is not null;

-- Callbacks that were acted on, so that a repeated one is not. Forgotten after weeks: suppliers repeat for days.
create table supplier_event (
  supplier text not null,
  account_id text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (supplier, account_id, event_id)
);
create index supplier_event_age on supplier_event (received_at);
