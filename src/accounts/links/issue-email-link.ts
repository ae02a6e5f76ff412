import type { App } from '../../context.ts';
import { findLiveUser } from '../../identity/read-user.ts';
import type { User } from '../../identity/model/user.ts';
import type { Handle } from '../../platform/db/db.ts';
import { findLinkByHash, insertLink, type UserLink } from './link-store.ts';
import { hashLinkToken, linkLifeMs, type LinkKind, newLinkToken } from '../model/link.ts';

/** Where the links of each kind lead. */
const PATHS = { verify: '/verify/', reset: '/reset-password/', welcome: '/reset-password/' } as const satisfies Record<
  LinkKind,
  string
>;

/** Makes a one-time link; answers its address, which is stored nowhere. */
export async function issueEmailLink(
  app: Pick<App, 'config' | 'clock'> & { readonly db: Handle },
  user: Pick<User, 'organizationId' | 'userId'>,
  kind: LinkKind,
  returnSealed?: string,
): Promise<string> {
  const token = newLinkToken();
  const now = app.clock.now();
  const { organizationId, userId } = user;
  await insertLink(app.db, {
    organizationId,
    linkHash: hashLinkToken(token) ?? '',
    userId,
    kind,
    createdAt: now,
    expiresAt: new Date(now.getTime() + linkLifeMs[kind]),
    returnSealed,
  });
  return `${app.config.publicUrl}${PATHS[kind]}${token}`;
}

/** A link that works, and whose it is. */
export interface OpenLink {
  readonly link: UserLink;
  readonly user: User;
}

/**
 * The link of a token, if it is one of the kinds asked for; undefined when it is unknown, used or over. Looking uses
 * nothing up.
 */
export async function findLink(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
  kinds: readonly LinkKind[],
): Promise<OpenLink | undefined> {
  const linkHash = hashLinkToken(token);
  const link = linkHash === undefined ? undefined : await findLinkByHash(app.db, linkHash);
  if (link === undefined || !kinds.includes(link.kind) || link.expiresAt <= app.clock.now()) return undefined;
  const user = await findLiveUser(app, link.organizationId, link.userId);
  return user && { link, user };
}
