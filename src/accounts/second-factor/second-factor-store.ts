import type { Generated } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { UserId } from '../../platform/ids.ts';

type SecondFactorTables = {
  user_second_factor: {
    user_id: string;
    secret_sealed: string;
    created_at: Date;
    confirmed_at: Date | null;
    // Bigints arrive as numbers or as texts, by driver.
    last_step: Generated<string | number | null>;
  };
  user_recovery_code: { user_id: string; code_hash: string; created_at: Date };
};
const db = (h: Handle) => h.q.withTables<SecondFactorTables>();

/** What a person makes codes with. */
export interface SecondFactor {
  /** Opens for the person alone (`sealer`). */
  readonly secretSealed: string;
  readonly createdAt: Date;
  /** Undefined until a first code was right: it is not asked for before. */
  readonly confirmedAt: Date | undefined;
}

/** Keeps a secret that waits for its first code, in place of one that waited; false for a person who has one in use. */
export async function putPendingFactor(h: Handle, userId: UserId, secretSealed: string, at: Date): Promise<boolean> {
  const row = await db(h)
    .insertInto('user_second_factor')
    .values({ user_id: userId, secret_sealed: secretSealed, created_at: at, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed: secretSealed, created_at: at })
        .where('user_second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The second factor of a person, in use or waiting for its first code. */
export async function findFactor(h: Handle, userId: UserId): Promise<SecondFactor | undefined> {
  const row = await db(h)
    .selectFrom('user_second_factor')
    .select(['secret_sealed', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      secretSealed: row.secret_sealed,
      createdAt: row.created_at,
      confirmedAt: row.confirmed_at ?? undefined,
    }
  );
}

/** Takes the factor into use with the step of its first code; false when it is in use, or another secret by now. */
export async function confirmFactor(
  tx: Tx,
  userId: UserId,
  confirmed: { readonly secretSealed: string; readonly step: number; readonly at: Date },
): Promise<boolean> {
  const updated = await db(tx)
    .updateTable('user_second_factor')
    .set({ confirmed_at: confirmed.at, last_step: confirmed.step })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', confirmed.secretSealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Uses up a time step and all before it; false when a code of it, or of a later one, was used already. */
export async function useStep(h: Handle, userId: UserId, step: number): Promise<boolean> {
  const updated = await db(h)
    .updateTable('user_second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Forgets the secret and every recovery code; false when there was none. */
export async function deleteFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await db(tx).deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
  const deleted = await db(tx).deleteFrom('user_second_factor').where('user_id', '=', userId).executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** Takes the place of all recovery codes there were. */
export async function replaceRecoveryCodes(tx: Tx, userId: UserId, hashes: readonly string[], at: Date): Promise<void> {
  await db(tx).deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
  await db(tx)
    .insertInto('user_recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: at })))
    .execute();
}

/** Uses up a recovery code; false for one that is none, or was used. */
export async function useRecoveryCode(tx: Tx, userId: UserId, hash: string): Promise<boolean> {
  const deleted = await db(tx)
    .deleteFrom('user_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(h: Handle, userId: UserId): Promise<number> {
  const row = await db(h)
    .selectFrom('user_recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
