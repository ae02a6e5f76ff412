-- Accounts that organizations have at suppliers: src/supplier-accounts.

create table supplier_account (
  organization_id text not null references organization (organization_id),
  account_id text not null,
  supplier text not null check (supplier in ('duffel')),
  -- Sealed with the purpose supplier_credentials; answered to nobody.
  credentials_sealed text not null,
  -- The end of the token, by which its owner recognises it.
  last_four text not null,
  has_webhook_secret boolean not null,
  -- Whether the token sells real tickets. It never changes: another mode is another account.
  is_live boolean not null,
  settings jsonb not null,
  is_enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted by its owner: it sells nothing more, and goes once nothing open needs it.
  deleted_at timestamptz,
  primary key (organization_id, account_id),
  check (deleted_at is null or not is_enabled)
);
-- A booking names the account it was made with, whatever the organization.
create unique index supplier_account_id on supplier_account (account_id);
-- An organization sells a supplier through one account at a time.
create unique index supplier_account_for_sale on supplier_account (organization_id, supplier) where is_enabled;

-- Whether an organization without an account of its own sells through the installation's; without a row it does.
create table organization_supply (
  organization_id text primary key references organization (organization_id),
  use_installation_account boolean not null
);
