-- What fulfilment made of each item, and what was charged: a trip tells its own end without reading a booking.

-- {"charged": {"value", "currency"}, "items": [{"itemId", "status"}]}, written once, by the update that ends the trip.
alter table trip add column outcome jsonb;

update trip set outcome = jsonb_build_object(
  'charged', jsonb_build_object('value', booking.total_paid, 'currency', booking.currency),
  'items', (
    select jsonb_agg(jsonb_build_object('itemId', item.item_id, 'status', case
      when item.status in ('confirmed', 'failed', 'cancelled') then item.status
      when item.status = 'pending' then 'cancelled'
      else 'pending' end) order by item.position)
    from booking_item item where item.organization_id = booking.organization_id and item.booking_ref = booking.booking_ref
  ))
from booking
where booking.organization_id = trip.organization_id and booking.trip_id = trip.trip_id and trip.status in ('fulfilled', 'failed');

alter table trip add constraint trip_outcome_at_end check ((status in ('fulfilled', 'failed')) = (outcome is not null));
