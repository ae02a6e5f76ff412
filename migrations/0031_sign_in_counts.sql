-- Failed sign-ins: src/accounts/failure-store.ts. Times are real time.

-- By keyed hash of the address that was typed, whether or not somebody has it, and by where it was tried from: a network, a browser that is
-- known to be the owner's, the account's own page, or anywhere. Takes the place of sign_in_failure, which only processes of before it use.
create table sign_in_count (
  address_hash text not null,
  -- Empty: from anywhere. Else a kind and a hash: `network:…`, `device:…`, `account`.
  scope text not null,
  failures integer not null check (failures > 0),
  -- The count begins anew after this; with as many failures as there may be, nobody signs in from there before it.
  counted_until timestamptz not null,
  primary key (address_hash, scope)
);
create index sign_in_count_age on sign_in_count (counted_until);

-- Moves on when the user signs out everywhere: cookies of browsers that were known before mean nothing from then on.
alter table user_password add column device_epoch integer not null default 0;
