import type { Handle } from '../../platform/db/db.ts';
import { asId } from '../../platform/ids.ts';
import type { LinkKind } from '../model/link.ts';
import type { UserKey } from '../sessions/session-store.ts';

type LinkTables = {
  user_link: {
    organization_id: string;
    link_hash: string;
    user_id: string;
    kind: LinkKind;
    created_at: Date;
    expires_at: Date;
    return_sealed: string | null;
  };
};
const db = (h: Handle) => h.q.withTables<LinkTables>();

/** A one-time link as it is stored. */
export interface UserLink extends UserKey {
  readonly linkHash: string;
  readonly kind: LinkKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** What the person came for who asked for it (onward.ts). */
  readonly returnSealed: string | undefined;
}

export async function insertLink(h: Handle, link: UserLink): Promise<void> {
  await db(h)
    .insertInto('user_link')
    .values({
      organization_id: link.organizationId,
      link_hash: link.linkHash,
      user_id: link.userId,
      kind: link.kind,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      return_sealed: link.returnSealed ?? null,
    })
    .execute();
}

/** A link by its hash: the one look-up that cannot know the organization beforehand. */
export async function findLinkByHash(h: Handle, linkHash: string): Promise<UserLink | undefined> {
  const row = await db(h).selectFrom('user_link').selectAll().where('link_hash', '=', linkHash).executeTakeFirst();
  return (
    row && {
      organizationId: asId('organization', row.organization_id),
      linkHash: row.link_hash,
      userId: asId('user', row.user_id),
      kind: row.kind,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      returnSealed: row.return_sealed ?? undefined,
    }
  );
}

/** Uses a link up; false when somebody else has, in the same moment. */
export async function deleteLink(
  h: Handle,
  { organizationId, linkHash }: Pick<UserLink, 'organizationId' | 'linkHash'>,
): Promise<boolean> {
  const deleted = await db(h)
    .deleteFrom('user_link')
    .where('organization_id', '=', organizationId)
    .where('link_hash', '=', linkHash)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** Makes every link of some kinds worthless that a user was sent. */
export async function deleteLinksOf(
  h: Handle,
  { organizationId, userId }: UserKey,
  kinds: readonly LinkKind[],
): Promise<void> {
  await db(h)
    .deleteFrom('user_link')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute();
}

/** Deletes links that are over. */
export async function deleteExpiredLinks(h: Handle, now: Date): Promise<void> {
  await db(h).deleteFrom('user_link').where('expires_at', '<=', now).execute();
}
