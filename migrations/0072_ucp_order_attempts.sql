-- Attempts to send a platform its order because of an event (src/ucp): what was answered, and when. Gone with the event.
create table ucp_order_attempt (
  organization_id text not null,
  event_id text not null,
  -- 1 for the first.
  attempt integer not null,
  -- Of the organization's clock.
  at timestamptz not null,
  -- Null where no answer came.
  http_status integer,
  -- Why no answer came, or nothing was sent.
  failure text,
  elapsed_ms integer not null,
  primary key (organization_id, event_id, attempt),
  foreign key (organization_id, event_id) references ucp_order_event (organization_id, event_id) on delete cascade
);
