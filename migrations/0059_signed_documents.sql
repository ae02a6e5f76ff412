-- Signed quotes and receipts: src/signatures, docs/decisions/0033-signed-quotes.md.

-- Keys that quotes and receipts are signed with, shared by all processes; never those of OAuth. The generation settles who of two
-- processes makes the next one. Times are real time.
create table document_signing_key (
  generation integer primary key,
  kid text not null unique,
  -- Empty once the key signs no longer: the public half stays.
  sealed_private text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  -- Published from the start, used from here on.
  signs_from timestamptz not null,
  -- Published until then: 24 months after its last signature. Undefined while it is the newest.
  retires_at timestamptz
);

-- What was signed, byte for byte: ECDSA gives other bytes each time, and mandates and disputes name these.
create table signed_document (
  organization_id text not null,
  kind text not null check (kind in ('quote', 'receipt')),
  -- The quote; of a receipt, a name made of what it says.
  document_id text not null,
  trip_id text not null,
  kid text not null,
  content_hash text not null,
  jws text not null,
  -- Real time.
  signed_at timestamptz not null,
  primary key (organization_id, kind, document_id)
);
