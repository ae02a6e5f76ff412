import type { App } from '../context.ts';
import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId, UserId } from '../platform/ids.ts';
import { OWN_ISSUER, type User } from './model/user.ts';
import { findUser, findUserByEmail, findUserBySubject, setEmailVerified } from './user-store.ts';

/** A user of an organization; undefined when there is none or they were removed. */
export function findLiveUser(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<User | undefined> {
  return findUser(app.db, organizationId, userId);
}

/** Who signs in here with an address, however it is spelt. */
export function findUserWithEmail(app: Pick<App, 'db'>, email: string): Promise<User | undefined> {
  return findUserByEmail(app.db, email);
}

/** Notes that the user has shown to read mail at their address, in the transaction that makes it true. */
export function markEmailVerified(h: Handle, user: Pick<User, 'organizationId' | 'userId'>, at: Date): Promise<void> {
  return setEmailVerified(h, user, at);
}

/**
 * A user of our own sign-in by their id alone, as tokens name them; undefined when there is none or they were removed.
 */
export function findOwnUser(app: Pick<App, 'db'>, userId: string): Promise<User | undefined> {
  return findUserBySubject(app.db, OWN_ISSUER, userId);
}
