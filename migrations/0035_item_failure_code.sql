-- Step by step: why a supplier did not book an item, as a closed word: what travelers are told. `failure` stays its own
-- sentence, for the log.
-- Replaces ec085fc4ca705a3cb8c0ef99f0b896b7dbc5ffc801d0b42789077d7fee46b139

alter table booking_item add column if not exists failure_code text;
alter table booking_item drop constraint if exists booking_item_failure_code_check,
  add constraint booking_item_failure_code_check
  check (failure_code in ('sold_out', 'price_changed', 'refused', 'not_confirmed')) not valid;
alter table booking_item validate constraint booking_item_failure_code_check;
