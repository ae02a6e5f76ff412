-- A second factor beside the password, what a person knows of their sessions, and organizations that ask it of everybody.

-- Of a person, not of an organization: a time-based one-time password (RFC 6238). The secret is sealed.
create table user_second_factor (
  user_id text primary key,
  secret_sealed text not null,
  created_at timestamptz not null,
  -- Null until a first code has shown that the person's program has the secret.
  confirmed_at timestamptz,
  -- The time step of the newest code that was used: no code is taken twice.
  last_step bigint
);
-- What lets in a person who has lost the program: a keyed hash of each code, deleted when it is used.
create table user_recovery_code (
  user_id text not null,
  code_hash text not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
-- Since when it is asked for; the same on every row of a person.
alter table user_account add column second_factor_at timestamptz;
alter table organization add column requires_second_factor boolean not null default false;
-- Where a session was begun: the browser's own words, and the address it came from. Null for sessions of before.
alter table web_session add column user_agent text;
alter table web_session add column remote_address text;
