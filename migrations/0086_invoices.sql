-- Invoices, numbered 1, 2, 3 … per organization without gaps: the number is given and the row is written in one transaction that
-- holds the organization, and rows are never deleted (a sandbox reset begins again). `seller`: who issued it, as they were then.
create table invoice (
  organization_id text not null,
  booking_ref text not null,
  number bigint not null check (number > 0),
  issued_at timestamptz not null,
  seller jsonb not null,
  primary key (organization_id, booking_ref),
  unique (organization_id, number)
);
