import { type Generated, sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { PersonKey, UserKey } from '../sessions/session-store.ts';

type PasswordTables = {
  user_password: {
    organization_id: string;
    user_id: string;
    password_hash: string;
    changed_at: Date;
    device_epoch: Generated<number>;
  };
};
const db = (h: Handle) => h.q.withTables<PasswordTables>();

/** The hash of a person's password, whichever of their organizations is meant; undefined for one who has none yet. */
export async function findPasswordHash(h: Handle, { userId }: PersonKey): Promise<string | undefined> {
  const row = await db(h)
    .selectFrom('user_password')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash;
}

/**
 * Whether a user's password is still the one with a hash (undefined: still none); it stays so until the transaction
 * ends. Between the check of a password and what it allows a third of a second passes, in which another one may have
 * been set.
 */
export async function lockPassword(tx: Tx, { userId }: PersonKey, passwordHash: string | undefined): Promise<boolean> {
  const row = await db(tx)
    .selectFrom('user_password')
    .select('password_hash')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.password_hash === passwordHash;
}

/**
 * What device cookies of a user must say to be believed: it changes with the password and with every sign-out
 * everywhere. With
 * `passwordHash`, undefined unless the password is still that one.
 */
export async function findDeviceVersion(
  h: Handle,
  { userId }: PersonKey,
  passwordHash?: string,
): Promise<string | undefined> {
  const row = await db(h)
    .selectFrom('user_password')
    .select(['password_hash', 'changed_at', 'device_epoch'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined || (passwordHash !== undefined && row.password_hash !== passwordHash)) return undefined;
  return `${row.changed_at.getTime()}.${row.device_epoch}`;
}

/** Makes every browser of a user an unknown one. */
export async function forgetDevices(tx: Tx, { userId }: PersonKey): Promise<void> {
  await db(tx)
    .updateTable('user_password')
    .set({ device_epoch: sql<number>`device_epoch + 1` })
    .where('user_id', '=', userId)
    .execute();
}

/** Sets the first password or another one: a person has one for all their organizations. */
export async function upsertPassword(
  h: Handle,
  { organizationId, userId }: UserKey,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await db(h)
    .insertInto('user_password')
    .values({ organization_id: organizationId, user_id: userId, password_hash: passwordHash, changed_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, changed_at: at }))
    .execute();
}

/** Keeps the same password under today's parameters; false when it has become another one meanwhile. */
export async function replacePasswordHash(
  h: Handle,
  { userId }: PersonKey,
  former: string,
  passwordHash: string,
): Promise<boolean> {
  const updated = await db(h)
    .updateTable('user_password')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', former)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}
