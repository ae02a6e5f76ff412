import type { Handle, Tx } from '../platform/db/db.ts';
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
  is_home: boolean;
  chosen_at: Date | null;
  second_factor_at: Date | null;
}
type UserTables = { user_account: UserRow };

const tables = (h: Handle) => h.q.withTables<UserTables>();
const liveUsers = (h: Handle) => tables(h).selectFrom('user_account').selectAll().where('removed_at', 'is', null);

/** Writes a user, at home in their organization; false when the address or the subject is somebody's already. */
export async function insertUser(h: Handle, user: User): Promise<boolean> {
  const inserted = await tables(h)
    .insertInto('user_account')
    .values(toRow(user, true))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Makes somebody who has a home elsewhere a member here, once more if they have left; false for a member. */
export async function insertMembership(tx: Tx, user: User): Promise<boolean> {
  const row = toRow(user, false);
  const { role, email, email_folded, email_verified_at, name, language, created_at, second_factor_at } = row;
  const inserted = await tables(tx)
    .insertInto('user_account')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id'])
        .doUpdateSet({
          ...{ role, email, email_folded, email_verified_at, name, language, created_at, second_factor_at },
          ...{ removed_at: null, is_home: false },
        })
        .where('user_account.removed_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Everything somebody belongs to, what they joined first first: of a person, in whichever organizations. */
export async function listRowsOf(h: Handle, userId: UserId, limit: number): Promise<readonly User[]> {
  const rows = await liveUsers(h)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('organization_id')
    .limit(limit)
    .execute();
  return rows.map(toUser);
}

/** What a person belongs to and chose last to look at; their home where they have never chosen. */
export async function findChosenUser(h: Handle, userId: UserId): Promise<User | undefined> {
  const row = await liveUsers(h)
    .where('user_id', '=', userId)
    .orderBy('chosen_at', (order) => order.desc().nullsLast())
    .orderBy('is_home', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toUser(row);
}

/** Notes that a person has chosen an organization of theirs to look at. */
export async function setUserChosen(
  tx: Tx,
  { organizationId, userId }: Pick<User, 'organizationId' | 'userId'>,
  at: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('user_account')
    .set({ chosen_at: at })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Gives somebody who has left their home another one: what they joined first of what is left. */
export async function moveHome(tx: Tx, userId: UserId): Promise<void> {
  const rows = await liveUsers(tx)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('organization_id')
    .forUpdate()
    .execute();
  const [first] = rows;
  if (first === undefined || rows.some(({ is_home }) => is_home)) return;
  await tables(tx)
    .updateTable('user_account')
    .set({ is_home: true })
    .where('organization_id', '=', first.organization_id)
    .where('user_id', '=', userId)
    .execute();
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
  const row = await liveUsers(h)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('is_home', '=', true)
    .executeTakeFirst();
  return row && toUser(row);
}

/** Who signs in here with an address: the other one. */
export async function findUserByEmail(h: Handle, email: string): Promise<User | undefined> {
  const row = await liveUsers(h)
    .where('issuer', '=', OWN_ISSUER)
    .where('email_folded', '=', foldEmail(email))
    .where('is_home', '=', true)
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

/** Ends a membership: nothing somebody holds here is believed any more. It is nobody's home (`moveHome`). */
export async function setUserRemoved(
  h: Handle,
  user: Pick<User, 'organizationId' | 'userId'>,
  at: Date,
): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ removed_at: at, is_home: false })
    .where('organization_id', '=', user.organizationId)
    .where('user_id', '=', user.userId)
    .where('removed_at', 'is', null)
    .execute();
}

/**
 * Ends the person who signs in here with an address that they never verified, in every organization of theirs;
 * answers what they were. The address is free then.
 */
export async function setUnverifiedRemoved(h: Handle, email: string, at: Date): Promise<readonly User[]> {
  const rows = await tables(h)
    .updateTable('user_account')
    .set({ removed_at: at, is_home: false })
    .where('issuer', '=', OWN_ISSUER)
    .where('email_folded', '=', foldEmail(email))
    .where('removed_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map(toUser);
}

/** Keeps what a person reads the account's pages in, for each of their organizations. */
export async function setUserLanguage(h: Handle, userId: UserId, language: string): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ language })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Notes that a person has shown to read mail at their address. */
export async function setEmailVerified(h: Handle, userId: UserId, at: Date): Promise<void> {
  await tables(h)
    .updateTable('user_account')
    .set({ email_verified_at: at })
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Notes since when a person is asked for a second factor; undefined: they no longer are. */
export async function setSecondFactorSince(tx: Tx, userId: UserId, at: Date | undefined): Promise<void> {
  await tables(tx)
    .updateTable('user_account')
    .set({ second_factor_at: at ?? null })
    .where('user_id', '=', userId)
    .execute();
}

function toRow(user: User, isHome: boolean): UserRow {
  return {
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
    is_home: isHome,
    chosen_at: null,
    second_factor_at: user.secondFactorAt ?? null,
  };
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
    secondFactorAt: row.second_factor_at ?? undefined,
  };
}
