-- Where somebody goes on to after a mailed link (src/accounts/onward.ts): sealed, because an authorization request holds the
-- state of its client. Null for a link of somebody who came for nothing in particular.
alter table user_link add column return_sealed text;
