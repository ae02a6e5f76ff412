import type { App } from '../../context.ts';
import { findLiveUser } from '../../identity/read-user.ts';
import type { User } from '../../identity/model/user.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { hashSessionCookie, isSessionLive, seenWithinMs } from '../model/session.ts';
import { findSessionByHash, setSessionSeen, type WebSession } from './session-store.ts';

/** What sessions are read with. */
export type SessionContext = Pick<App, 'config' | 'db' | 'clock' | 'sealer'>;

/** A session that holds, and whose it is. */
export interface LiveSession {
  readonly session: WebSession;
  readonly user: User;
}

/**
 * The session of a cookie; undefined when it is unknown, over, or its user was removed, and where another issuer says
 * who is who. Asked of the database every time: a sign-out or a removal holds at once in every process.
 */
export async function findSession(
  app: Pick<SessionContext, 'config' | 'db' | 'clock'>,
  cookie: string,
): Promise<LiveSession | undefined> {
  if (app.config.oidc !== undefined) return undefined;
  const sessionHash = hashSessionCookie(cookie);
  const session = sessionHash === undefined ? undefined : await findSessionByHash(app.db, sessionHash);
  const now = app.clock.now();
  if (session === undefined || !isSessionLive(session, now)) return undefined;
  const user = await findLiveUser(app, session.organizationId, session.userId);
  if (user === undefined) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() >= seenWithinMs) await setSessionSeen(app.db, session, now);
  return { session, user };
}

/**
 * What stands in every form of a session, and in X-CSRF-Token of its calls. Made of the cookie, so that only who has it
 * can know it, and of the organization that was looked at: a form that another tab still shows for another organization
 * of the person changes nothing.
 */
export function formTokenOf(
  app: Pick<SessionContext, 'sealer'>,
  cookie: string,
  organizationId: OrganizationId,
): string {
  return app.sealer.keyedHash('cookie', `web session form ${organizationId} ${cookie}`);
}
