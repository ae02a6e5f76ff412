-- Step by step: when the personal data of a sold trip was erased (src/retention), and what is due, found by an index.
alter table booking add column if not exists personal_data_erased_at timestamptz;
alter table trip add column if not exists personal_data_erased_at timestamptz;
create index concurrently booking_to_erase on booking (organization_id, last_arrival_at, booking_ref)
  where personal_data_erased_at is null;
