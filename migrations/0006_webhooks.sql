-- Endpoints, events and deliveries of src/webhooks.

create table webhook_endpoint (
  organization_id text not null,
  -- Webhook ids are integers on the wire (spec.md); one sequence serves all organizations.
  endpoint_id bigint generated always as identity,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
  -- Sealed with the purpose webhook_secret; plain only in the answer that creates or rotates it.
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- The first failed attempt since the last success; five days of it disable the endpoint.
  failing_since timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, endpoint_id),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);

create table webhook_event (
  organization_id text not null,
  -- Begins with its time, so that the primary key is also the order of the feed.
  event_id text not null,
  type text not null,
  booking_ref text,
  -- A sample sent by POST /v1/webhooks/{id}/test: never in the feed.
  is_test boolean not null default false,
  occurred_at timestamptz not null,
  -- The exact bytes of every attempt's body.
  payload text not null,
  primary key (organization_id, event_id)
);
-- What is past its retention is found without reading the rest.
create index webhook_event_age on webhook_event using brin (occurred_at);
create index webhook_event_booking on webhook_event (organization_id, booking_ref, event_id) where booking_ref is not null;

create table webhook_delivery (
  organization_id text not null,
  delivery_id text not null,
  event_id text not null,
  endpoint_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'failed', 'cancelled')),
  attempt_count integer not null default 0,
  -- At most eight, read and written with their delivery: a table of their own would cost a row per POST.
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, delivery_id)
) with (fillfactor = 70);
create index webhook_delivery_event on webhook_delivery (organization_id, event_id);
create index webhook_delivery_endpoint on webhook_delivery (organization_id, endpoint_id, delivery_id);
