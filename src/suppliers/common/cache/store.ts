import { sql } from 'kysely';
import type { Handle } from '../../../platform/db/db.ts';
import { deleteOldest } from '../../../platform/db/delete-oldest.ts';
import type { OrganizationId } from '../../../platform/ids.ts';

interface SupplierAnswerRow {
  organization_id: string;
  name: string;
  sealed: Buffer;
  bytes: number;
  expires_at: Date;
}

/** One stored answer. */
export interface AnswerKey {
  readonly organizationId: OrganizationId;
  readonly name: string;
}

const db = (h: Handle) => h.q.withTables<{ supplier_answer: SupplierAnswerRow }>();

/** The bytes, or only the first `length` of them; undefined where they have expired or were never stored. */
export async function findAnswer(
  h: Handle,
  { organizationId, name }: AnswerKey,
  now: Date,
  length?: number,
): Promise<Buffer | undefined> {
  const read = length === undefined ? sql`sealed` : sql`substring(sealed from 1 for ${length})`;
  // Base64 is what travels: pg reads every column as text, and bytea's own form is half as long again.
  const row = await db(h)
    .selectFrom('supplier_answer')
    .select(sql<string>`encode(${read}, 'base64')`.as('bytes'))
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes, 'base64');
}

/** Stores an answer in the place of an older one. */
export async function upsertAnswer(h: Handle, key: AnswerKey, sealed: Buffer, expiresAt: Date): Promise<void> {
  const values = { sealed, bytes: sealed.length, expires_at: expiresAt };
  await db(h)
    .insertInto('supplier_answer')
    .values({ organization_id: key.organizationId, name: key.name, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet(values))
    .execute();
}

/** Deletes what an organization has beyond `bytesMax`: what expires first goes first. */
export async function deleteBeyondShare(h: Handle, organizationId: OrganizationId, bytesMax: number): Promise<void> {
  await sql`
    delete from supplier_answer where organization_id = ${organizationId} and name in (
      select name from (
        select name, sum(bytes) over (order by expires_at desc, name) as total
        from supplier_answer where organization_id = ${organizationId}
      ) as ranked where total > ${bytesMax}
    )`.execute(h.q);
}

/** Deletes up to `limit` answers whose life is over; returns how many there were. */
export async function deleteExpiredAnswers(h: Handle, now: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'supplier_answer', column: 'expires_at', before: now, limit });
}
