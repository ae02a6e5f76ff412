-- Where a checkout leads back to: of the session, which its payments belong to. Old code leaves them empty.
alter table payment add column success_url text;
alter table payment add column cancel_url text;
