import type { Handle } from '../platform/db/db.ts';
import { deleteOldest } from '../platform/db/delete-oldest.ts';
import { asId, type OrganizationId, type UserId } from '../platform/ids.ts';
import type { Grant } from './model/grant.ts';
import type { IssuerName } from './model/issuer.ts';

interface GrantRow {
  organization_id: string;
  grant_hash: string;
  user_id: string;
  issuer: IssuerName;
  client_hash: string | null;
  client_name: string;
  client_host: string | null;
  scopes: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}
type GrantTables = { oauth_grant: GrantRow };

const tables = (h: Handle) => h.q.withTables<GrantTables>();
const liveGrants = (h: Handle, now: Date) =>
  tables(h).selectFrom('oauth_grant').selectAll().where('revoked_at', 'is', null).where('expires_at', '>', now);

/** Writes what a user has just allowed. */
export async function insertGrant(h: Handle, grant: Grant): Promise<void> {
  await tables(h)
    .insertInto('oauth_grant')
    .values({
      organization_id: grant.organizationId,
      grant_hash: grant.grantHash,
      user_id: grant.userId,
      issuer: grant.issuer,
      client_hash: grant.clientHash ?? null,
      client_name: grant.clientName,
      client_host: grant.clientHost ?? null,
      scopes: grant.scopes,
      created_at: grant.createdAt,
      last_used_at: grant.lastUsedAt,
      expires_at: grant.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** A grant that still holds, by what tokens name it: the look-up that cannot know the organization beforehand. */
export async function findLiveGrantByHash(h: Handle, grantHash: string, now: Date): Promise<Grant | undefined> {
  const row = await liveGrants(h, now).where('grant_hash', '=', grantHash).executeTakeFirst();
  return row && toGrant(row);
}

/** What a user has allowed and not taken back, latest first. */
export async function listLiveGrants(
  h: Handle,
  user: { readonly organizationId: OrganizationId; readonly userId: UserId },
  page: { readonly now: Date; readonly limit: number },
): Promise<readonly Grant[]> {
  const rows = await liveGrants(h, page.now)
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .orderBy('created_at', 'desc')
    .orderBy('grant_hash')
    .limit(page.limit)
    .execute();
  return rows.map(toGrant);
}

/** Notes a use, and until when the grant lives from there. */
export async function setGrantUsed(
  h: Handle,
  grantHash: string,
  use: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await tables(h)
    .updateTable('oauth_grant')
    .set({ last_used_at: use.at, expires_at: use.expiresAt })
    .where('grant_hash', '=', grantHash)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends a grant; answers it, or undefined when it had ended before. */
export async function endGrant(h: Handle, grantHash: string, at: Date): Promise<Grant | undefined> {
  const row = await tables(h)
    .updateTable('oauth_grant')
    .set({ revoked_at: at })
    .where('grant_hash', '=', grantHash)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toGrant(row);
}

/** Deletes up to `limit` grants that ended before then; answers how many there were. */
export async function deleteEndedGrants(h: Handle, before: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'oauth_grant', column: 'expires_at', before, limit });
}

function toGrant(row: GrantRow): Grant {
  return {
    organizationId: asId('organization', row.organization_id),
    grantHash: row.grant_hash,
    userId: asId('user', row.user_id),
    issuer: row.issuer,
    clientHash: row.client_hash ?? undefined,
    clientName: row.client_name,
    clientHost: row.client_host ?? undefined,
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
