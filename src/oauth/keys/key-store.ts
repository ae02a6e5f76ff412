import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle } from '../../platform/db/db.ts';
import { PublicJwk, type SigningKey } from '../model/signing-key.ts';

interface KeyRow {
  generation: number;
  kid: string;
  sealed_private: string;
  public_jwk: unknown;
  created_at: Date;
  signs_from: Date;
  retires_at: Date | null;
}
type KeyTables = { oauth_signing_key: KeyRow };
/** Far more than there ever are. */
const keysMax = 100;

const tables = (h: Handle) => h.q.withTables<KeyTables>();

/** Keys of which a token may still be valid, newest first. */
export async function listKeys(h: Handle, now: Date): Promise<readonly SigningKey[]> {
  const rows = await tables(h)
    .selectFrom('oauth_signing_key')
    .selectAll()
    .where((where) => where.or([where('retires_at', 'is', null), where('retires_at', '>', now)]))
    .orderBy('generation', 'desc')
    .limit(keysMax)
    .execute();
  return rows.map(toKey);
}

/** The newest generation there has ever been; 0 before the first. */
export async function readGeneration(h: Handle): Promise<number> {
  const row = await tables(h)
    .selectFrom('oauth_signing_key')
    .select(sql<number>`coalesce(max(generation), 0)`.as('generation'))
    .executeTakeFirst();
  return z.number().parse(row?.generation);
}

/** Writes a key; false when another process has made one of this generation. */
export async function insertKey(h: Handle, key: SigningKey): Promise<boolean> {
  const inserted = await tables(h)
    .insertInto('oauth_signing_key')
    .values({
      generation: key.generation,
      kid: key.kid,
      sealed_private: key.sealedPrivate,
      public_jwk: sql`${JSON.stringify(key.publicJwk)}::jsonb`,
      created_at: key.createdAt,
      signs_from: key.signsFrom,
      retires_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Lets every older key retire. */
export async function retireKeysBefore(h: Handle, generation: number, retiresAt: Date): Promise<void> {
  await tables(h)
    .updateTable('oauth_signing_key')
    .set({ retires_at: retiresAt })
    .where('generation', '<', generation)
    .where('retires_at', 'is', null)
    .execute();
}

/** Forgets keys whose every token is over. */
export async function deleteRetiredKeys(h: Handle, now: Date): Promise<void> {
  await tables(h).deleteFrom('oauth_signing_key').where('retires_at', '<=', now).execute();
}

function toKey(row: KeyRow): SigningKey {
  return {
    generation: row.generation,
    kid: row.kid,
    sealedPrivate: row.sealed_private,
    publicJwk: PublicJwk.parse(row.public_jwk),
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    retiresAt: row.retires_at ?? undefined,
  };
}
