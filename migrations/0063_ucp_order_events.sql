-- What happened to bookings that platforms made over UCP: told to them, and again with the order. Gone with the trip.
create table ucp_order_event (
  organization_id text not null,
  -- The event's id among those of webhooks.
  event_id text not null,
  checkout_id text not null,
  booking_ref text not null,
  type text not null,
  -- Of the booking's items; empty where the event concerns all of them.
  item_ids jsonb not null,
  -- Of the organization's clock.
  occurred_at timestamptz not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, checkout_id) references ucp_checkout (organization_id, checkout_id) on delete cascade
);
create index ucp_order_event_of_checkout on ucp_order_event (organization_id, checkout_id, occurred_at);
