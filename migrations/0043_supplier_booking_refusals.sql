-- Step by step: a refusal before the order call is recorded as well, also where no account was left to call with.
-- Replaces 610fc8d2ed2dbd969c28d43616ff8fb62135153e9e4599fa9e67dc37780d1d40

alter table supplier_booking alter column account_id drop not null;
alter table supplier_booking drop constraint if exists supplier_booking_account,
  add constraint supplier_booking_account check (account_id is not null or (reason is not null and calls = 0)) not valid;
alter table supplier_booking validate constraint supplier_booking_account;
