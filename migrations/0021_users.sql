-- People who sign in, and what was done by whom: src/identity.

-- A user belongs to one organization. Who signs in is known by issuer and subject before the organization is: that index and the
-- one over addresses are the unscoped paths to a user, as the hash is to a key.
create table user_account (
  organization_id text not null references organization (organization_id),
  user_id text not null,
  role text not null check (role in ('owner', 'member')),
  -- `bly` for users of the built-in sign-in, whose subject is their id; else the issuer's URL and its subject.
  issuer text not null,
  subject text not null,
  -- Undefined where an external issuer tells none.
  email text,
  -- Case and composition folded: two spellings of one address are one user.
  email_folded text,
  email_verified_at timestamptz,
  name text,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (organization_id, user_id),
  check ((email is null) = (email_folded is null))
);
create unique index user_account_subject on user_account (issuer, subject) where removed_at is null;
create unique index user_account_email on user_account (email_folded) where issuer = 'bly' and removed_at is null;

-- Every security-relevant act. Appended only.
create table audit_event (
  organization_id text not null,
  -- Begins with its time: the primary key is the order of the log.
  audit_id text not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'admin', 'system')),
  actor_id text,
  action text not null,
  -- The id of what was acted upon.
  target text,
  detail jsonb not null default '{}',
  request_id text,
  remote_address text,
  primary key (organization_id, audit_id)
);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end $$;
create trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_audit_change();
create trigger audit_event_no_truncate before truncate on audit_event for each statement execute function refuse_audit_change();
