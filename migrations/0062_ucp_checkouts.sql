-- Trips that a platform buys over UCP (src/ucp): what its protocol says of them and the trip itself does not. Gone with the trip.
create table ucp_checkout (
  organization_id text not null,
  -- The trip's id.
  checkout_id text not null,
  -- Where the platform's profile is: it names the address for order events.
  platform_profile text not null,
  -- Tokens of offers, as the platform sent them, by the id of the trip's item.
  lines jsonb not null,
  -- Sent by the platform, told again with the order.
  attribution jsonb,
  -- The quote that the platform was shown last: what it completes is never another one.
  shown jsonb,
  -- Of the organization's clock.
  created_at timestamptz not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references trip (organization_id, trip_id) on delete cascade
);
