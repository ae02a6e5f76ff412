-- Seats the sandbox airline has given to travelers of an organization: one traveler a seat, and a seat to one only.
-- Which flight it is, is said as in sandbox_sold_seats; travelers who chose no seat have none here.
create table sandbox_assigned_seat (
  organization_id text not null,
  flight_number text not null,
  departure_date text not null,
  seat_number text not null,
  -- The order it was given with: cancelling that frees it.
  reference text not null,
  traveler_id text not null,
  primary key (organization_id, flight_number, departure_date, seat_number)
);
create index sandbox_assigned_seat_order on sandbox_assigned_seat (organization_id, reference);
