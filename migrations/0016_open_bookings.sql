-- Bookings whose fulfilment has not ended: few, and counted at every look at /metrics.
create index booking_open on booking (created_at) where phase <> 'done';
