-- Metering by several processes (docs/decisions/0021-counters.md).

-- Grows by one with every change of the balance: tells shared counters which changes a figure they were given holds already.
alter table credit_balance add column version bigint not null default 0;

-- The last batch of counted calls each process has written: a batch whose commit was not heard of is not written twice.
create table usage_writer (
  writer_id text primary key,
  last_batch bigint not null,
  written_at timestamptz not null
);
