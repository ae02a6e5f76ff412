import type { Member } from '../../web/accounts/view.ts';
import type { User } from '../identity/model/user.ts';
import { listOrganizationsOf } from '../identity/members/organizations-of.ts';
import { SESSION_COOKIE } from '../platform/http/input/request-headers.ts';
import { findSession, formTokenOf, type SessionContext } from './sessions/find-session.ts';
import type { WebSession } from './sessions/session-store.ts';

/** Anyone who is signed in with this browser. */
export interface SignedIn {
  /** As a member of the organization that the session has chosen. */
  readonly user: User;
  readonly session: WebSession;
  /** Stands in every form of this session (`csrf`), and in X-CSRF-Token of its calls to the API. */
  readonly formToken: string;
}

/** Who somebody is on the pages of their account. */
export async function memberOf(app: Pick<SessionContext, 'db'>, { user, formToken }: SignedIn): Promise<Member> {
  const organizations = await listOrganizationsOf(app, user.userId);
  return {
    csrf: formToken,
    who: user.email ?? user.name ?? user.userId,
    isOwner: user.role === 'owner',
    organizations: organizations.map(({ organizationId, name, role }) => ({
      ...{ id: organizationId, name, role, isChosen: organizationId === user.organizationId },
    })),
  };
}

/** The session of a request's cookies; undefined when nobody is signed in. */
export async function findSignedIn(
  app: SessionContext,
  cookies: Readonly<Record<string, string>>,
): Promise<SignedIn | undefined> {
  const cookie = cookies[SESSION_COOKIE];
  const found = cookie === undefined ? undefined : await findSession(app, cookie);
  return found && cookie !== undefined
    ? { ...found, formToken: formTokenOf(app, cookie, found.user.organizationId) }
    : undefined;
}
