-- The part of an item's total that is the organization's service fee (null: none), and whether it went back to the payer.
alter table booking_item add column service_fee bigint;
alter table booking_item add column is_service_fee_returned boolean;
