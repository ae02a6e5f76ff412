import type { App } from '../context.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId, UserId } from '../platform/ids.ts';
import { OWN_ISSUER, type User } from './model/user.ts';
import { membersMax } from './model/invitation.ts';
import {
  findChosenUser,
  findUser,
  findUserByEmail,
  findUserBySubject,
  listUsers,
  setEmailVerified,
  setSecondFactorSince,
  setUserChosen,
  setUserLanguage,
} from './user-store.ts';

/** A user of an organization; undefined when there is none or they were removed. */
export function findLiveUser(
  app: { readonly db: Handle },
  organizationId: OrganizationId,
  userId: UserId,
): Promise<User | undefined> {
  return findUser(app.db, organizationId, userId);
}

/**
 * A person as a member of the organization that they looked at last, in whichever browser; of their home where they
 * have never chosen one. Undefined when they were removed from all.
 */
export function findUserAsChosen(h: Handle, userId: UserId): Promise<User | undefined> {
  return findChosenUser(h, userId);
}

/** Notes which of their organizations a person looks at from now on, in the transaction that makes it true. */
export function markChosen(tx: Tx, user: Pick<User, 'organizationId' | 'userId'>, at: Date): Promise<void> {
  return setUserChosen(tx, user, at);
}

/** Who signs in here with an address, however it is spelt. */
export function findUserWithEmail(app: Pick<App, 'db'>, email: string): Promise<User | undefined> {
  return findUserByEmail(app.db, email);
}

/** Notes that the user has shown to read mail at their address, in the transaction that makes it true. */
export function markEmailVerified(h: Handle, { userId }: Pick<User, 'userId'>, at: Date): Promise<void> {
  return setEmailVerified(h, userId, at);
}

/** Notes since when a person is asked for a second factor, in the transaction that makes it true; undefined: never. */
export function markSecondFactor(tx: Tx, userId: UserId, at: Date | undefined): Promise<void> {
  return setSecondFactorSince(tx, userId, at);
}

/** Remembers what somebody reads the account's pages in, for mails that nobody asked for at that moment. */
export async function rememberLanguage(app: Pick<App, 'db'>, user: User, language: string): Promise<void> {
  if (user.language !== language) await setUserLanguage(app.db, user.userId, language);
}

/** The owners of an organization who have shown to read mail at their address: nobody else is written to unasked. */
export async function listOwnersToMail(h: Handle, organizationId: OrganizationId): Promise<readonly User[]> {
  return (await listUsers(h, organizationId, membersMax)).filter(isOwnerToMail);
}

/** Whether a user is one of them. */
export function isOwnerToMail({ role, email, emailVerifiedAt }: User): boolean {
  return role === 'owner' && email !== undefined && emailVerifiedAt !== undefined;
}

/**
 * A user of our own sign-in by their id alone, as tokens name them; undefined when there is none or they were removed.
 */
export function findOwnUser(app: Pick<App, 'db'>, userId: string): Promise<User | undefined> {
  return findUserBySubject(app.db, OWN_ISSUER, userId);
}
