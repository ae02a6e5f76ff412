-- Documents of trips whose bookings are long over lie apart, month by month (decision 43): src/trips/archive.

create table trip_archive (
  -- The first day of the month in which the booking was over. The trip's row names it, too.
  closed_month date not null check (extract(day from closed_month) = 1),
  organization_id text not null,
  trip_id text not null,
  items jsonb not null,
  quote jsonb,
  primary key (organization_id, trip_id, closed_month)
) partition by list (closed_month);

alter table trip add column archived_month date;
