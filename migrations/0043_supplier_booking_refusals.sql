-- A refusal before the order call is recorded as well, also where no account was left to call with.
alter table supplier_booking alter column account_id drop not null;
alter table supplier_booking add constraint supplier_booking_account check (account_id is not null or (reason is not null and calls = 0));
