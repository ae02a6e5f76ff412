-- What has been exported (src/exports), and the order in which it is.

-- Each file that was written to a sink, or is about to be: its row is committed first.
create table export_file (
  -- Where to and as what: another sink begins from the first row.
  sink text not null,
  stream text not null,
  number integer not null check (number > 0),
  -- Rows behind `after_key`, up to `through_key`.
  after_key text not null,
  through_key text not null,
  name text not null,
  created_at timestamptz not null,
  -- Null: it may not be there.
  written_at timestamptz,
  rows integer check (rows >= 0),
  primary key (sink, stream, number)
);

-- Events recorded from here on are numbered; those before are null, so that no row is rewritten.
create sequence webhook_event_sequence;
alter table webhook_event add column sequence bigint;
alter table webhook_event alter column sequence set default nextval('webhook_event_sequence');
