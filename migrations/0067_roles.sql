-- People may be more than owners and members of an organization.

alter table user_account drop constraint user_account_role_check;
-- Repeats src/platform/security/roles.ts.
alter table user_account add constraint user_account_role_check
  check (role in ('owner', 'admin', 'member', 'support', 'read_only')) not valid;
alter table user_account validate constraint user_account_role_check;
alter table member_invitation drop constraint member_invitation_role_check;
alter table member_invitation add constraint member_invitation_role_check
  check (role in ('owner', 'admin', 'member', 'support', 'read_only')) not valid;
alter table member_invitation validate constraint member_invitation_role_check;
