-- Fares that the installation searches for by itself (decision 36): a list of journeys and how far it is. Nobody's rows: no organization.
-- `next_journey` and `begun` are committed before suppliers are called, so that what a killed process had begun is never asked again.
create table fare_warming (
  name text primary key,
  created_at timestamptz not null,
  -- [origin, destination, day of departure, days until the way back or -1], in the order they are searched.
  journeys jsonb not null,
  journey_count integer not null check (journey_count >= 0),
  -- The first journey of the list that has not been looked at.
  next_journey integer not null default 0,
  -- Searches that were begun; those with an outcome are answered or failed, the others were under way when a process ended.
  begun integer not null default 0 check (begun >= 0),
  answered integer not null default 0,
  failed integer not null default 0,
  -- Known already, or departed meanwhile: not searched.
  skipped integer not null default 0,
  -- No more searches than this; null: one for each journey.
  searches_max integer,
  -- The step under way, and until when it may be; a process that ended loses it then.
  lease text,
  leased_until timestamptz,
  -- Null: there is more to do.
  ended_at timestamptz
);
create index fare_warming_age on fare_warming (created_at);
