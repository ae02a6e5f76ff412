-- The built-in OAuth provider: src/oauth, docs/decisions/0020-oauth.md. Times are real time.

-- What the provider's library keeps: registered clients, interactions, codes, refresh tokens, grants. Not a tenant's: a client
-- belongs to nobody, and an interaction or a code names no account before somebody has signed in. Whom a grant belongs to is
-- in oauth_grant. Ids are secrets and kept as hashes; payloads are sealed.
create table oauth_payload (
  -- Which of the two issuers: they share nothing.
  issuer text not null check (issuer in ('mcp', 'cli')),
  model text not null,
  id_hash text not null,
  sealed text not null,
  -- Of codes and tokens: the grant they come from; a grant that is revoked takes them with it.
  grant_hash text,
  user_code_hash text,
  expires_at timestamptz not null,
  -- A code or a refresh token that was used: it stays until it would have expired, so that a second use is seen.
  consumed_at timestamptz,
  created_at timestamptz not null,
  primary key (issuer, model, id_hash)
);
create index oauth_payload_grant on oauth_payload (grant_hash) where grant_hash is not null;
create unique index oauth_payload_user_code on oauth_payload (issuer, user_code_hash) where user_code_hash is not null;
create index oauth_payload_expiry on oauth_payload (expires_at);

-- What a user has allowed an application. Access tokens name it by its hash, which is looked up before the organization is known.
create table oauth_grant (
  organization_id text not null,
  grant_hash text not null,
  user_id text not null,
  issuer text not null check (issuer in ('mcp', 'cli')),
  -- The client's row in oauth_payload; undefined for the command line, which is no registered client.
  client_hash text,
  client_name text not null,
  -- Where the user was sent back to, as they were shown it.
  client_host text,
  -- Separated by spaces.
  scopes text not null,
  created_at timestamptz not null,
  -- When a token was last given out for it.
  last_used_at timestamptz not null,
  -- Slides with every refresh.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, grant_hash),
  foreign key (organization_id, user_id) references user_account (organization_id, user_id)
);
create unique index oauth_grant_hash on oauth_grant (grant_hash);
create index oauth_grant_user on oauth_grant (organization_id, user_id);
create index oauth_grant_expiry on oauth_grant (expires_at);

-- Keys that tokens are signed with, shared by all processes. The generation settles who of two processes makes the next one.
create table oauth_signing_key (
  generation integer primary key,
  kid text not null unique,
  sealed_private text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  -- Published from the start, used from here on.
  signs_from timestamptz not null,
  -- Every token it has signed is over then; undefined while it is the newest.
  retires_at timestamptz
);
