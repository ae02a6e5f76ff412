import type { App } from '../../context.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { findUserAsChosen } from '../../identity/read-user.ts';
import type { User } from '../../identity/model/user.ts';
import type { RequestInfo } from '../../platform/http/route.ts';
import { readCookies, SESSION_COOKIE } from '../../platform/http/input/request-headers.ts';
import { secureAttribute } from '../../platform/http/secure-cookies.ts';
import { hashSessionCookie, newSessionCookie, sessionLifeMs } from '../model/session.ts';
import { lockPassword } from '../passwords/password-store.ts';
import { deleteSession, findSessionByHash, insertSession, type WebSession } from './session-store.ts';

/** What is looked at of the request that signs in or out. */
export type SignInRequest = Pick<RequestInfo, 'requestId' | 'remoteAddress' | 'headers'>;
type SessionsContext = Pick<App, 'config' | 'db' | 'clock'>;

/** Who has shown to be whom, and the hash of the password that showed it; undefined of a user who has none. */
export interface ShownUser {
  readonly user: Pick<User, 'organizationId' | 'userId'>;
  readonly passwordHash: string | undefined;
  /** A code of their second factor was right, too. Nobody who has one is let in without. */
  readonly hasShownFactor?: boolean;
}

const userAgentLengthMax = 400;

/**
 * Signs a user in with this browser, at the organization that they looked at last; answers the Set-Cookie header. The
 * id is always a fresh one, and a session the browser had before is ended: nobody can be led into a session that
 * somebody else knows. Undefined when the password has become another one since it was checked, and for a second factor
 * that was set up or not shown since: what ends every session must not be outrun by a sign-in under way.
 */
export async function openSession(
  app: SessionsContext,
  { user, passwordHash, hasShownFactor = false }: ShownUser,
  request: SignInRequest,
): Promise<string | undefined> {
  const cookie = newSessionCookie();
  const now = app.clock.now();
  const { userId } = user;
  const former = await formerSession(app, request);
  const isOpen = await app.db.transaction(async (tx) => {
    if (!(await lockPassword(tx, user, passwordHash))) return false;
    const current = await findUserAsChosen(tx, userId);
    if (current === undefined || (current.secondFactorAt !== undefined && !hasShownFactor)) return false;
    if (former !== undefined) await deleteSession(tx, former);
    const { organizationId } = current;
    const sessionHash = hashSessionCookie(cookie) ?? '';
    await insertSession(tx, {
      organizationId,
      sessionHash,
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
      userAgent: userAgentOf(request),
      remoteAddress: request.remoteAddress,
    });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.signed_in',
      target: userId,
      request,
    });
    return true;
  });
  return isOpen ? sessionCookie(app, cookie, sessionLifeMs / 1000) : undefined;
}

/** Signs this browser out; answers the Set-Cookie header that forgets it. Safe to do twice. */
export async function closeSession(app: SessionsContext, request: SignInRequest): Promise<string> {
  const session = await formerSession(app, request);
  if (session !== undefined) {
    const { organizationId, userId } = session;
    await app.db.transaction(async (tx) => {
      if (!(await deleteSession(tx, session))) return;
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: { kind: 'user', id: userId },
        action: 'user.signed_out',
        target: userId,
        request,
      });
    });
  }
  return sessionCookie(app, '', 0);
}

function userAgentOf({ headers }: SignInRequest): string | undefined {
  const said = headers['user-agent'];
  return typeof said === 'string' ? said.slice(0, userAgentLengthMax) : undefined;
}

/** The session the browser has now, live or not. */
async function formerSession(app: SessionsContext, { headers }: SignInRequest): Promise<WebSession | undefined> {
  const { cookie } = headers;
  const sessionHash =
    typeof cookie === 'string' ? hashSessionCookie(readCookies({ cookie })[SESSION_COOKIE] ?? '') : undefined;
  return sessionHash === undefined ? undefined : await findSessionByHash(app.db, sessionHash);
}

/** Lax: a link from elsewhere finds the user signed in, another site's form does not. Secure off loopback. */
function sessionCookie(app: Pick<App, 'config'>, value: string, seconds: number): string {
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute(app.config)}`;
}
