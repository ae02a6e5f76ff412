-- Booking sessions of the lodging draft are checkouts, too (src/ucp/lodging): what the draft says of them and the trip does not.
-- The stays as the platform sent them; null for a checkout of shopping.
alter table ucp_checkout add column stays jsonb;
-- Booker, guests and who sleeps where, as the platform named them; null once they are erased, and for a checkout of shopping.
alter table ucp_checkout add column party jsonb;
