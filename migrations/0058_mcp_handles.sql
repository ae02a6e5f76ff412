-- What short handles in the answers of MCP stand for, where a PostgreSQL server is what processes share: src/mcp/handles.
create table mcp_offer_handle (
  organization_id text not null references organization (organization_id),
  -- The credential that was answered: nobody else's handles mean anything.
  credential_id text not null,
  name text not null,
  -- Sealed tokens by the second part of their handles.
  tokens jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, credential_id, name)
);
create index mcp_offer_handle_expires on mcp_offer_handle (expires_at);
