-- Suppliers that are switched off for sale: src/supplier-accounts/sale. A row is there while it is off.

create table sale_switch (
  organization_id text not null references organization (organization_id),
  -- `provider` of what it sells.
  supplier text not null,
  reason text not null,
  -- Real time.
  since timestamptz not null,
  primary key (organization_id, supplier)
);
-- By the operator, for every organization.
create table installation_sale_switch (
  supplier text primary key,
  reason text not null,
  since timestamptz not null
);

-- The last call of an account that failed, beside how the account does: what the supplier's support asks for.
alter table supplier_account_health
  add column failed_at timestamptz,
  add column failed_status integer,
  add column failed_request_id text,
  add column failed_detail text;
