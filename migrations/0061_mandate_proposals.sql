-- What agents propose to buy with a mandate, and what people say to it (src/mandates).

create table mandate_proposal (
  organization_id text not null references organization (organization_id),
  proposal_id text not null,
  mandate_id text not null,
  trip_id text not null,
  status text not null check (status in ('open', 'requested', 'approved', 'declined')),
  -- The quote it was made of, which signed_document holds as it was signed.
  quote_id text not null,
  content_hash text not null,
  -- Minor units of the trip's currency: as proposed, and the most that may be paid without asking again.
  total bigint not null check (total >= 0),
  total_max bigint not null check (total_max >= total),
  currency text not null,
  decision text not null check (decision in ('within', 'ask', 'refused')),
  -- What each limit and rule said.
  judgements jsonb not null,
  -- The agent's text: quoted, never trusted.
  note text,
  decided_by text,
  decided_at timestamptz,
  decided_acr text,
  decided_reason text,
  -- The organization's clock. An approval holds until then.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, proposal_id)
);
create index mandate_proposal_of_trip on mandate_proposal (organization_id, trip_id);
create index mandate_proposal_requested on mandate_proposal (organization_id, proposal_id) where status = 'requested';
