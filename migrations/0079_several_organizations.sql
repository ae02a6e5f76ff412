-- Step by step: a person belongs to several organizations, with a role of its own in each (src/identity/members).

-- Of a person's rows one is their home: by it they are known when they sign in. The others are memberships.
alter table user_account add column if not exists is_home boolean not null default true;
create unique index concurrently user_account_home_subject on user_account (issuer, subject) where removed_at is null and is_home;
create unique index concurrently user_account_home_email on user_account (email_folded)
  where issuer = 'bly' and removed_at is null and is_home;
drop index concurrently if exists user_account_subject;
drop index concurrently if exists user_account_email;
create index concurrently user_account_person on user_account (user_id);
-- A password and sessions are a person's, whichever organization they look at.
create unique index concurrently user_password_person on user_password (user_id);
create index concurrently web_session_person on web_session (user_id);
