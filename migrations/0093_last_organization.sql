-- When a person last chose this organization to look at: their next sign-in lands there (src/accounts/sessions).
alter table user_account add column chosen_at timestamptz;
