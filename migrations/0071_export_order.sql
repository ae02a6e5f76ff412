-- Step by step: what is exported next, found by its number (src/exports).
create index concurrently ledger_transfer_sequence on ledger_transfer (sequence);
create index concurrently webhook_event_sequence_index on webhook_event (sequence) where sequence is not null;
