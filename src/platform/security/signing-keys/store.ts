import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle } from '../../db/db.ts';
import { type KeySet, PublicJwk, type SigningKey } from './signing-key.ts';

interface KeyRow {
  generation: number;
  kid: string;
  sealed_private: string;
  public_jwk: unknown;
  created_at: Date;
  signs_from: Date;
  retires_at: Date | null;
}
type KeyTables = Record<KeySet['table'], KeyRow>;
type Table = Pick<KeySet, 'table'>;
/** Far more than there ever are: eight in 24 months, and those that an operator asks for. */
const keysMax = 1_000;

const tables = (h: Handle) => h.q.withTables<KeyTables>();

/** Keys that are still published, newest first. */
export async function listKeys(h: Handle, { table }: Table, now: Date): Promise<readonly SigningKey[]> {
  const rows = await tables(h)
    .selectFrom(table)
    .selectAll()
    .where((where) => where.or([where('retires_at', 'is', null), where('retires_at', '>', now)]))
    .orderBy('generation', 'desc')
    .limit(keysMax)
    .execute();
  return rows.map(toKey);
}

/** The newest generation there has ever been; 0 before the first. */
export async function readGeneration(h: Handle, { table }: Table): Promise<number> {
  const row = await tables(h)
    .selectFrom(table)
    .select(sql<number>`coalesce(max(generation), 0)`.as('generation'))
    .executeTakeFirst();
  return z.number().parse(row?.generation);
}

/** Writes a key; false when another process has made one of this generation. */
export async function insertKey(h: Handle, { table }: Table, key: SigningKey): Promise<boolean> {
  const inserted = await tables(h)
    .insertInto(table)
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
export async function retireKeysBefore(
  h: Handle,
  { table }: Table,
  generation: number,
  retiresAt: Date,
): Promise<void> {
  await tables(h)
    .updateTable(table)
    .set({ retires_at: retiresAt })
    .where('generation', '<', generation)
    .where('retires_at', 'is', null)
    .execute();
}

/** Publishes no earlier key any longer. */
export async function withdrawKeysBefore(h: Handle, { table }: Table, generation: number, now: Date): Promise<void> {
  await tables(h).updateTable(table).set({ retires_at: now }).where('generation', '<', generation).execute();
}

/** Forgets keys whose time is over. */
export async function deleteRetiredKeys(h: Handle, { table }: Table, now: Date): Promise<void> {
  await tables(h).deleteFrom(table).where('retires_at', '<=', now).execute();
}

/** Erases the private half of every key whose successor has signed since before an instant. */
export async function erasePrivateHalves(h: Handle, { table }: Table, before: Date): Promise<void> {
  const name = sql.table(table);
  await sql`update ${name} set sealed_private = ''
    where sealed_private <> '' and generation < (select max(generation) from ${name} where signs_from <= ${before})`.execute(
    h.q,
  );
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
