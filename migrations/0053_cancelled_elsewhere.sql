-- When the order of a sold item was found cancelled at its supplier, by nobody here; what comes back is for people to decide.
alter table booking_item add column gone_at timestamptz;
