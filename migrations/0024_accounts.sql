-- Signing in with a browser: src/accounts. Times are real time.

-- A signed-in browser, known by the hash of its cookie before its organization is: that index is the unscoped path to it.
create table web_session (
  organization_id text not null,
  session_hash text not null,
  user_id text not null,
  created_at timestamptz not null,
  -- To the minute: twelve hours without a request end a session.
  last_seen_at timestamptz not null,
  -- Thirty days after it began, whatever happens.
  expires_at timestamptz not null,
  primary key (organization_id, session_hash),
  foreign key (organization_id, user_id) references user_account (organization_id, user_id)
);
create unique index web_session_hash on web_session (session_hash);
create index web_session_user on web_session (organization_id, user_id);
create index web_session_expiry on web_session (expires_at);

-- An argon2id hash in its standard notation: its parameters are part of it. A user without a row cannot sign in with a password yet.
create table user_password (
  organization_id text not null,
  user_id text not null,
  password_hash text not null,
  changed_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references user_account (organization_id, user_id)
);

-- One-time links sent by mail. Only their hash is kept; what is used or over is deleted.
create table user_link (
  organization_id text not null,
  link_hash text not null,
  user_id text not null,
  -- Repeats src/accounts/model/link.ts. Welcome: an administrator has made the user, who sets a first password.
  kind text not null check (kind in ('verify', 'reset', 'welcome')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, link_hash),
  foreign key (organization_id, user_id) references user_account (organization_id, user_id)
);
create unique index user_link_hash on user_link (link_hash);
create index user_link_user on user_link (organization_id, user_id, kind);
create index user_link_expiry on user_link (expires_at);

-- Failed sign-ins by keyed hash of the address that was typed, whether or not somebody has it: of no organization.
create table sign_in_failure (
  address_hash text primary key,
  failures integer not null check (failures > 0),
  -- The count begins anew after this; with as many failures as there may be, nobody signs in with the address before it.
  counted_until timestamptz not null
);
create index sign_in_failure_age on sign_in_failure (counted_until);
