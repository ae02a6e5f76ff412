-- Why a supplier did not book an item, as a closed word: what travelers are told. `failure` stays its own sentence, for the log.
alter table booking_item add column failure_code text check (failure_code in ('sold_out', 'price_changed', 'refused', 'not_confirmed'));
