import type { Handle, Tx } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type UserId } from '../../platform/ids.ts';

type SessionTables = {
  web_session: {
    organization_id: string;
    session_hash: string;
    user_id: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    user_agent: string | null;
    remote_address: string | null;
  };
};
const db = (h: Handle) => h.q.withTables<SessionTables>();

/** A signed-in browser. */
export interface WebSession {
  /** The organization that the person has chosen to look at. */
  readonly organizationId: OrganizationId;
  /** Of its cookie, which is stored nowhere. */
  readonly sessionHash: string;
  readonly userId: UserId;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** What the browser called itself at sign-in. */
  readonly userAgent: string | undefined;
  /** Where the sign-in came from. */
  readonly remoteAddress: string | undefined;
}
/** What names somebody as a member of an organization. */
export type UserKey = Pick<WebSession, 'organizationId' | 'userId'>;
/** What names a person, whichever of their organizations they look at. */
export type PersonKey = Pick<WebSession, 'userId'>;

export async function insertSession(h: Handle, session: WebSession): Promise<void> {
  await db(h)
    .insertInto('web_session')
    .values({
      organization_id: session.organizationId,
      session_hash: session.sessionHash,
      user_id: session.userId,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent ?? null,
      remote_address: session.remoteAddress ?? null,
    })
    .execute();
}

/** A session by the hash of its cookie: the one look-up that cannot know the organization beforehand. */
export async function findSessionByHash(h: Handle, sessionHash: string): Promise<WebSession | undefined> {
  const row = await db(h)
    .selectFrom('web_session')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
  return row && toSession(row);
}

/** The sessions of a person, the one that was seen last first. */
export async function listSessionsOf(h: Handle, { userId }: PersonKey, limit: number): Promise<readonly WebSession[]> {
  const rows = await db(h)
    .selectFrom('web_session')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_hash')
    .limit(limit)
    .execute();
  return rows.map(toSession);
}

/** Has a session look at another organization; false when it is over, or looks at another one by now. */
export async function setSessionOrganization(
  tx: Tx,
  { organizationId, sessionHash, userId }: Pick<WebSession, 'organizationId' | 'sessionHash' | 'userId'>,
  chosen: OrganizationId,
): Promise<boolean> {
  const updated = await db(tx)
    .updateTable('web_session')
    .set({ organization_id: chosen })
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

export async function setSessionSeen(
  h: Handle,
  { organizationId, sessionHash }: Pick<WebSession, 'organizationId' | 'sessionHash'>,
  at: Date,
): Promise<void> {
  await db(h)
    .updateTable('web_session')
    .set({ last_seen_at: at })
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .execute();
}

/** Ends one session; false when it was over already. */
export async function deleteSession(
  h: Handle,
  { organizationId, sessionHash }: Pick<WebSession, 'organizationId' | 'sessionHash'>,
): Promise<boolean> {
  const deleted = await db(h)
    .deleteFrom('web_session')
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** Ends every session of a person, in whichever organization. */
export async function deleteSessionsOf(h: Handle, { userId }: PersonKey): Promise<void> {
  await db(h).deleteFrom('web_session').where('user_id', '=', userId).execute();
}

/** Ends every session of a person but one; answers how many. */
export async function deleteOtherSessions(h: Handle, { userId }: PersonKey, ownHash: string): Promise<number> {
  const deleted = await db(h)
    .deleteFrom('web_session')
    .where('user_id', '=', userId)
    .where('session_hash', '<>', ownHash)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Ends the sessions of a person that look at one organization. */
export async function deleteSessionsIn(tx: Tx, { organizationId, userId }: UserKey): Promise<void> {
  await db(tx)
    .deleteFrom('web_session')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes what ended before a moment, one batch; answers how many. */
export async function deleteEndedSessions(
  h: Handle,
  ended: { readonly expiredBefore: Date; readonly unseenSince: Date },
): Promise<void> {
  await db(h)
    .deleteFrom('web_session')
    .where((eb) => eb.or([eb('expires_at', '<=', ended.expiredBefore), eb('last_seen_at', '<=', ended.unseenSince)]))
    .execute();
}

function toSession(row: SessionTables['web_session']): WebSession {
  return {
    organizationId: asId('organization', row.organization_id),
    sessionHash: row.session_hash,
    userId: asId('user', row.user_id),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent ?? undefined,
    remoteAddress: row.remote_address ?? undefined,
  };
}
