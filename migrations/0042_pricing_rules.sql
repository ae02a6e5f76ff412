-- The service fees that organizations add to what suppliers ask: src/pricing. Without a row there are none.
create table pricing_rules (
  organization_id text primary key references organization (organization_id),
  -- Counts the changes: part of the key of cached answers.
  version integer not null,
  rules jsonb not null,
  updated_at timestamptz not null
);
