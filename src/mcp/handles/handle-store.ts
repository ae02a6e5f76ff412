import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';
import { isDistributed } from '../../platform/db/distribution/is-distributed.ts';
import type { CredentialId, OrganizationId } from '../../platform/ids.ts';
import type { TokensBySuffix } from './handles.ts';

interface HandleKey {
  readonly organizationId: OrganizationId;
  readonly credentialId: CredentialId;
  readonly name: string;
  /** Real time. */
  readonly now: Date;
}
interface HandleRow {
  organization_id: string;
  credential_id: string;
  name: string;
  tokens: TokensBySuffix;
  created_at: Date;
  expires_at: Date;
}
type HandleTables = { mcp_offer_handle: HandleRow };

/** Ended rows that are deleted beside each new one, so that the table never grows beyond what lives. */
const endedMax = 50;

/**
 * Stores the tokens of an answer, drops those of the credential beyond the newest `answersMax`, and rows that have
 * ended. False where a live answer has the name.
 */
export async function insertTokens(
  h: Handle,
  row: HandleKey & { readonly tokens: TokensBySuffix; readonly lifeSeconds: number; readonly answersMax: number },
): Promise<boolean> {
  const { organizationId, credentialId, name, tokens, now, lifeSeconds, answersMax } = row;
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1_000);
  // On a distributed database a statement sees one organization's node.
  const ofOne = (await isDistributed(h)) ? sql`organization_id = ${organizationId} and` : sql``;
  const { rows } = await sql<{ name: string }>`
    with ended as (
      delete from mcp_offer_handle where ${ofOne} ctid in (
        select ctid from mcp_offer_handle where ${ofOne} expires_at <= ${now} order by expires_at
        limit ${endedMax} for update skip locked
      )
    ), beyond as (
      delete from mcp_offer_handle where organization_id = ${organizationId} and ctid in (
        select ctid from mcp_offer_handle
        where organization_id = ${organizationId} and credential_id = ${credentialId} and expires_at > ${now}
        order by created_at desc offset ${answersMax - 1} for update skip locked
      )
    )
    insert into mcp_offer_handle (organization_id, credential_id, name, tokens, created_at, expires_at)
    values (${organizationId}, ${credentialId}, ${name}, ${JSON.stringify(tokens)}::jsonb, ${now}, ${expiresAt})
    on conflict do nothing
    returning name`.execute(h.q);
  return rows.length === 1;
}

/** The tokens of a live answer of this very credential. */
export async function selectTokens(h: Handle, key: HandleKey): Promise<TokensBySuffix | undefined> {
  const { organizationId, credentialId, name, now } = key;
  const row = await h.q
    .withTables<HandleTables>()
    .selectFrom('mcp_offer_handle')
    .select('tokens')
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', credentialId)
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.tokens;
}
