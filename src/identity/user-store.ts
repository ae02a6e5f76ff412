import type { Handle } from '../platform/db/db.ts';
import { asId, type OrganizationId, type UserId } from '../platform/ids.ts';
import type { UserRole } from '../platform/security/roles.ts';
import { foldEmail, OWN_ISSUER, type User } from './model/user.ts';

interface UserRow {
  organization_id: string;
  user_id: string;
  role: UserRole;
  issuer: string;
  subject: string;
  email: string | null;
  email_folded: string | null;
  email_verified_at: Date | null;
  name: string | null;
  language: string | null;
  created_at: Date;
  removed_at: Date | null;
}
type UserTables = { user_account: UserRow };

const tables = (h: Handle) => h.q.withTables<UserTables>();
const liveUsers = (h: Handle) => tables(h).selectFrom('user_account').selectAll().where('removed_at', 'is', null);

/** Writes a user; false when the address or the subject is somebody's already. */
export async function insertUser(h: Handle, user: User): Promise<boolean> {
  const inserted = await tables(h)
    .insertInto('user_account')
    .values({
      organization_id: user.organizationId,
      user_id: user.userId,
      role: user.role,
      issuer: user.issuer,
      subject: user.subject,
      email: user.email ?? null,
      email_folded: user.email === undefined ? null : foldEmail(user.email),
      email_verified_at: user.emailVerifiedAt ?? null,
      name: user.name ?? null,
      language: user.language ?? null,
      created_at: user.createdAt,
      removed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** A user of an organization who has not been removed. */
export async function findUser(h: Handle, organizationId: OrganizationId, userId: UserId): Promise<User | undefined> {
  const row = await liveUsers(h)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toUser(row);
}

/** Whom an issuer means by a subject: one of the two look-ups that cannot know the organization beforehand. */
export async function findUserBySubject(h: Handle, issuer: string, subject: string): Promise<User | undefined> {
  const row = await liveUsers(h).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
  return row && toUser(row);
}

/** Who signs in here with an address: the other one. */
export async function findUserByEmail(h: Handle, email: string): Promise<User | undefined> {
  const row = await liveUsers(h)
    .where('issuer', '=', OWN_ISSUER)
    .where('email_folded', '=', foldEmail(email))
    .executeTakeFirst();
  return row && toUser(row);
}

/** The users of an organization, oldest first. */
export async function listUsers(h: Handle, organizationId: OrganizationId, limit: number): Promise<readonly User[]> {
  const rows = await liveUsers(h)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(toUser);
}

/** Gives a user another role. */
export async function setUserRole(
  h: Handle,
  user: Pick<User, 'organizationId' | 'userId'>,
  role: UserRole,
): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ role })
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Ends a user: nothing they hold is believed any more, and their address is free. */
export async function setUserRemoved(
  h: Handle,
  user: Pick<User, 'organizationId' | 'userId'>,
  at: Date,
): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ removed_at: at })
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .where('removed_at', 'is', null)
    .execute();
}

/**
 * Ends users who sign in here with an address that they never verified; answers them. The address
 * is free then.
 */
export async function setUnverifiedRemoved(h: Handle, email: string, at: Date): Promise<User | undefined> {
  const row = await tables(h)
    .updateTable('user_account')
    .set({ removed_at: at })
    .where('issuer', '=', OWN_ISSUER)
    .where('email_folded', '=', foldEmail(email))
    .where('removed_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toUser(row);
}

/** Keeps what a user reads the account's pages in. */
export async function setUserLanguage(
  h: Handle,
  user: Pick<User, 'organizationId' | 'userId'>,
  language: string,
): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ language })
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Notes that the user has shown to read mail at their address. */
export async function setEmailVerified(
  h: Handle,
  user: Pick<User, 'organizationId' | 'userId'>,
  at: Date,
): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ email_verified_at: at })
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

function toUser(row: UserRow): User {
  return {
    organizationId: asId('organization', row.organization_id),
    userId: asId('user', row.user_id),
    role: row.role,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email ?? undefined,
    emailVerifiedAt: row.email_verified_at ?? undefined,
    name: row.name ?? undefined,
    language: row.language ?? undefined,
    createdAt: row.created_at,
  };
}
