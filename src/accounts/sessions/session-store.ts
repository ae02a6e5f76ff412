import type { Handle } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type UserId } from '../../platform/ids.ts';

type SessionTables = {
  web_session: {
    organization_id: string;
    session_hash: string;
    user_id: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  };
};
const db = (h: Handle) => h.q.withTables<SessionTables>();

/** A signed-in browser. */
export interface WebSession {
  readonly organizationId: OrganizationId;
  /** Of its cookie, which is stored nowhere. */
  readonly sessionHash: string;
  readonly userId: UserId;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}
/** What names the sessions of a user. */
export type UserKey = Pick<WebSession, 'organizationId' | 'userId'>;

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
  return (
    row && {
      organizationId: asId('organization', row.organization_id),
      sessionHash: row.session_hash,
      userId: asId('user', row.user_id),
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
    }
  );
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

/** Ends every session of a user. */
export async function deleteSessionsOf(h: Handle, { organizationId, userId }: UserKey): Promise<void> {
  await db(h)
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
