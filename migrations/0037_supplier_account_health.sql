-- How accounts do at their suppliers, the installation's own included: src/supplier-accounts. One row for each account, written
-- when its status changes and once a minute while it does not.
create table supplier_account_health (
  supplier text not null,
  account_id text not null,
  status text not null check (status in ('ok', 'degraded', 'unauthorised', 'unreachable')),
  detail text,
  -- When the status began, and when it was seen last; real time.
  since timestamptz not null,
  reported_at timestamptz not null,
  primary key (supplier, account_id)
);
