-- Step by step: what is past its retention is found by its age, a batch at a time (src/platform/db/delete-oldest.ts).

-- In place of blocks of pages, which each batch reads again with what is already deleted.
create index concurrently webhook_event_oldest on webhook_event (occurred_at);
drop index concurrently if exists webhook_event_age;
create index concurrently usage_minute_oldest on usage_minute (minute);
