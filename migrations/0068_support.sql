-- What people who look after bookings write down about one: src/support.
create table booking_note (
  organization_id text not null,
  -- Begins with its time: the primary key is the order of the notes.
  note_id text not null,
  booking_ref text not null,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text not null,
  text text not null check (length(text) between 1 and 4000),
  -- On the organization's clock.
  created_at timestamptz not null,
  primary key (organization_id, note_id)
);
create index booking_note_of on booking_note (organization_id, booking_ref, note_id);
