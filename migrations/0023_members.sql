-- Invitations of members, who made a key, and how long the audit log is kept: src/identity.

-- The user who made the key; null for one that was made on the command line or by the process itself.
alter table api_key add column created_by text;

-- One invitation to one address. The token in its link is known by its hash: the third unscoped path, beside the key's and the user's.
create table member_invitation (
  organization_id text not null references organization (organization_id),
  invitation_id text not null,
  role text not null check (role in ('owner', 'member')),
  email text not null,
  email_folded text not null,
  -- A language tag: what the mail is written in.
  language text not null,
  token_hash text not null,
  -- The token, sealed, for as long as its mail has not gone out.
  token_sealed text,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (organization_id, invitation_id),
  check (accepted_at is null or withdrawn_at is null)
);
create unique index member_invitation_token on member_invitation (token_hash);
-- An address has one open invitation to an organization: a second one takes the place of the first.
create unique index member_invitation_open on member_invitation (organization_id, email_folded) where accepted_at is null and withdrawn_at is null;
create index member_invitation_expires on member_invitation (expires_at);

-- Entries are kept for 400 days (src/identity/model/audit.ts): nobody can delete a younger one, whatever they set or claim.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  raise exception 'audit_event is append-only';
end $$;
create index audit_event_at on audit_event (at);
create index audit_event_action on audit_event (organization_id, action, audit_id);
