-- What an organization shows of itself to those who buy from it: on its checkout, in its mails and on its invoices. Its name is the
-- organization's own. Rows of organizations that never said anything do not exist.
create table organization_profile (
  organization_id text primary key references organization,
  -- Each change of the row counts one up; a writer that read an older one is refused.
  version integer not null check (version > 0),
  -- Six hexadecimal digits behind a number sign.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  support jsonb not null,
  terms_url text,
  privacy_url text,
  -- Who issues invoices: legal name, address, country, VAT number. Null: no invoices, receipts only.
  legal jsonb,
  -- Hosts that a checkout may lead back to.
  return_hosts text[] not null,
  updated_at timestamptz not null
);
-- One logo per organization. Its bytes are served under their hash, so that a copy of them may be cached for good.
create table organization_logo (
  organization_id text primary key references organization,
  hash text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  updated_at timestamptz not null
);
