-- What an order of flights was sold at, as the airline goes by it later. Null for stays and rentals, and for orders of before.
alter table sandbox_order add column fare jsonb;
-- The reference of the order that took its place: its own status is cancelled then, and its seats are free.
alter table sandbox_order add column exchanged_for text check (exchanged_for is null or status = 'cancelled');
