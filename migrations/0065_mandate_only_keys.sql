-- Step by step: keys that pay by mandates alone, approvals as signed documents, and the language owners are written to in.
alter table api_key add column if not exists is_mandate_only boolean not null default false;
-- What a user last read the account's pages in.
alter table user_account add column if not exists language text;
-- An approval of a budget is about no trip.
alter table signed_document alter column trip_id drop not null;
alter table signed_document drop constraint if exists signed_document_kind_check,
  add constraint signed_document_kind_check check (kind in ('quote', 'receipt', 'approval')) not valid;
alter table signed_document validate constraint signed_document_kind_check;
