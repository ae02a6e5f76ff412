-- Mandates of AP2 by which agents buy over UCP: src/ap2 (decision 44).
-- Whose signatures an organization takes for a person's word. Without a row: nobody's.
create table mandate_issuers (
  organization_id text primary key references organization (organization_id),
  -- Counts the changes.
  version integer not null,
  -- [{name, jwk}]: public keys.
  issuers jsonb not null,
  updated_at timestamptz not null
);
-- The mandate that a checkout is completed with: evidence of what was agreed to. Gone with the checkout.
create table ap2_mandate (
  organization_id text not null,
  checkout_id text not null,
  -- The hash by which receipts name the mandate.
  reference text not null,
  -- The hash of what the person signed: it buys once.
  open_reference text not null,
  issuer text not null,
  -- Which presentation this was: what became of an earlier one says nothing of a later one.
  presentation_id text not null,
  -- The chain as it was presented.
  mandate text not null,
  -- Of the organization's clock.
  presented_at timestamptz not null,
  -- The signed receipt, once it is known what became of the purchase.
  receipt text,
  -- Null while it is not known, and where it was bought.
  error text,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references ucp_checkout (organization_id, checkout_id) on delete cascade
);
-- A person's word buys once, unless it was refused.
create unique index ap2_mandate_used on ap2_mandate (organization_id, open_reference) where error is null;
-- A checkout whose platform and seller agreed on mandates is not completed without one.
alter table ucp_checkout add column is_secured boolean not null default false;
