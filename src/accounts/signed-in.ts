import type { Member } from '../../web/accounts/view.ts';
import type { User } from '../identity/model/user.ts';
import { SESSION_COOKIE } from '../platform/http/input/request-headers.ts';
import { findSession, formTokenOf, type SessionContext } from './sessions/find-session.ts';

/** Anyone who is signed in with this browser. */
export interface SignedIn {
  readonly user: User;
  /** Stands in every form of this session (`csrf`), and in X-CSRF-Token of its calls to the API. */
  readonly formToken: string;
}

/** Who somebody is on the pages of their account. */
export function memberOf({ user, formToken }: SignedIn): Member {
  return { csrf: formToken, who: user.email ?? user.name ?? user.userId, isOwner: user.role === 'owner' };
}

/** The session of a request's cookies; undefined when nobody is signed in. */
export async function findSignedIn(
  app: SessionContext,
  cookies: Readonly<Record<string, string>>,
): Promise<SignedIn | undefined> {
  const cookie = cookies[SESSION_COOKIE];
  const found = cookie === undefined ? undefined : await findSession(app, cookie);
  return found && cookie !== undefined ? { user: found.user, formToken: formTokenOf(app, cookie) } : undefined;
}
