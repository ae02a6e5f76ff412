-- Step by step: people may be more than owners and members (src/platform/security/roles.ts).
alter table user_account drop constraint if exists user_account_role_check;
alter table user_account drop constraint if exists user_account_role;
alter table user_account add constraint user_account_role check (role in ('owner', 'admin', 'member', 'support', 'read_only')) not valid;
alter table user_account validate constraint user_account_role;
alter table member_invitation drop constraint if exists member_invitation_role_check;
alter table member_invitation drop constraint if exists member_invitation_role;
alter table member_invitation add constraint member_invitation_role check (role in ('owner', 'admin', 'member', 'support', 'read_only')) not valid;
alter table member_invitation validate constraint member_invitation_role;
