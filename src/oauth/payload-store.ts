import type { Handle } from '../platform/db/db.ts';
import { deleteOldest } from '../platform/db/delete-oldest.ts';
import type { IssuerName } from './model/issuer.ts';

interface PayloadRow {
  issuer: IssuerName;
  model: string;
  id_hash: string;
  sealed: string;
  grant_hash: string | null;
  user_code_hash: string | null;
  expires_at: Date;
  consumed_at: Date | null;
  created_at: Date;
}
type PayloadTables = { oauth_payload: PayloadRow };

/** Which of the library's things: its issuer, its kind and the hash of its id. */
export interface PayloadKey {
  readonly issuer: IssuerName;
  readonly model: string;
  readonly idHash: string;
}
/** What is stored of it. */
export interface Payload extends PayloadKey {
  readonly sealed: string;
  readonly grantHash: string | undefined;
  readonly userCodeHash: string | undefined;
  readonly expiresAt: Date;
  readonly consumedAt: Date | undefined;
}

const tables = (h: Handle) => h.q.withTables<PayloadTables>();

/** Writes a payload, in place of what was stored under its key. Whether it was used is not forgotten. */
export async function putPayload(h: Handle, payload: Omit<Payload, 'consumedAt'>, now: Date): Promise<void> {
  const { issuer, model, idHash, sealed, grantHash, userCodeHash, expiresAt } = payload;
  const values = { sealed, grant_hash: grantHash ?? null, user_code_hash: userCodeHash ?? null, expires_at: expiresAt };
  await tables(h)
    .insertInto('oauth_payload')
    .values({ issuer, model, id_hash: idHash, ...values, consumed_at: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'model', 'id_hash']).doUpdateSet(values))
    .execute();
}

/** What is stored under a key, used or over as it may be. */
export async function findPayload(h: Handle, key: PayloadKey): Promise<Payload | undefined> {
  const row = await tables(h)
    .selectFrom('oauth_payload')
    .selectAll()
    .where('issuer', '=', key.issuer)
    .where('model', '=', key.model)
    .where('id_hash', '=', key.idHash)
    .executeTakeFirst();
  return row && toPayload(row);
}

/** Finds a payload by the code that a person types. */
export async function findPayloadByUserCode(
  h: Handle,
  issuer: IssuerName,
  userCodeHash: string,
): Promise<Payload | undefined> {
  const row = await tables(h)
    .selectFrom('oauth_payload')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('user_code_hash', '=', userCodeHash)
    .executeTakeFirst();
  return row && toPayload(row);
}

/** Notes the one use of a code or a token; false when it has been used already. */
export async function consumePayload(h: Handle, key: PayloadKey, now: Date): Promise<boolean> {
  const updated = await tables(h)
    .updateTable('oauth_payload')
    .set({ consumed_at: now })
    .where('issuer', '=', key.issuer)
    .where('model', '=', key.model)
    .where('id_hash', '=', key.idHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Claims a decision that may be taken once, for as long as what it is about lives; false when somebody was faster. */
export async function claimDecision(
  h: Handle,
  claim: PayloadKey & Pick<Payload, 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const { issuer, model, idHash, expiresAt } = claim;
  const inserted = await tables(h)
    .insertInto('oauth_payload')
    .values({
      issuer,
      model: `${model}Decision`,
      id_hash: idHash,
      sealed: '',
      grant_hash: null,
      user_code_hash: null,
      expires_at: expiresAt,
      consumed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Forgets one. */
export async function deletePayload(h: Handle, key: PayloadKey): Promise<void> {
  await tables(h)
    .deleteFrom('oauth_payload')
    .where('issuer', '=', key.issuer)
    .where('model', '=', key.model)
    .where('id_hash', '=', key.idHash)
    .execute();
}

/** Forgets everything that came from a grant, and the grant. */
export async function deletePayloadsOfGrant(h: Handle, issuer: IssuerName, grantHash: string): Promise<void> {
  await tables(h)
    .deleteFrom('oauth_payload')
    .where('issuer', '=', issuer)
    .where((where) =>
      where.or([
        where('grant_hash', '=', grantHash),
        where.and([where('model', '=', 'Grant'), where('id_hash', '=', grantHash)]),
      ]),
    )
    .execute();
}

/** Lets one live at least until then. */
export async function extendPayload(h: Handle, key: PayloadKey, until: Date): Promise<void> {
  await tables(h)
    .updateTable('oauth_payload')
    .set({ expires_at: until })
    .where('issuer', '=', key.issuer)
    .where('model', '=', key.model)
    .where('id_hash', '=', key.idHash)
    .where('expires_at', '<', until)
    .execute();
}

/** Deletes up to `limit` payloads whose life is over; answers how many there were. */
export async function deleteExpiredPayloads(h: Handle, now: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'oauth_payload', column: 'expires_at', before: now, limit });
}

function toPayload(row: PayloadRow): Payload {
  return {
    issuer: row.issuer,
    model: row.model,
    idHash: row.id_hash,
    sealed: row.sealed,
    grantHash: row.grant_hash ?? undefined,
    userCodeHash: row.user_code_hash ?? undefined,
    expiresAt: row.expires_at,
    consumedAt: row.consumed_at ?? undefined,
  };
}
