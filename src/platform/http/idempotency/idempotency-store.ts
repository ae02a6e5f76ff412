import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle } from '../../db/db.ts';
import { deleteOldest } from '../../db/delete-oldest.ts';
import type { OrganizationId } from '../../ids.ts';

interface IdempotencyKeyRow {
  organization_id: string;
  path: string;
  key_hash: string;
  state: 'running' | 'done';
  run_id: string;
  fingerprint: string;
  result: unknown;
  answer: string | null;
  locked_until: Date;
  expires_at: Date;
}
type IdempotencyTables = { idempotency_key: IdempotencyKeyRow };

/** Which key: its organization, its path and the hash of its text. */
export interface IdempotencyScope {
  readonly organizationId: OrganizationId;
  readonly path: string;
  readonly keyHash: string;
}

/** A stored Idempotency-Key. */
export interface StoredKey {
  readonly state: 'running' | 'done';
  readonly runId: string;
  readonly fingerprint: string;
  readonly result: Readonly<Record<string, string>> | undefined;
  readonly answer: string | undefined;
  readonly lockedUntil: Date;
  readonly expiresAt: Date;
}

const StoredResult = z.record(z.string(), z.string()).nullable();

const tables = (h: Handle) => h.q.withTables<IdempotencyTables>();

/** Takes a key that nobody holds; false when it is already there. */
export async function insertRun(
  h: Handle,
  scope: IdempotencyScope,
  run: { readonly runId: string; readonly fingerprint: string; readonly lockedUntil: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const inserted = await tables(h)
    .insertInto('idempotency_key')
    .values({
      ...columnsOf(scope),
      state: 'running',
      run_id: run.runId,
      fingerprint: run.fingerprint,
      result: null,
      answer: null,
      locked_until: run.lockedUntil,
      expires_at: run.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'path', 'key_hash']).doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** The stored key; undefined when there is none. */
export async function findKey(h: Handle, scope: IdempotencyScope): Promise<StoredKey | undefined> {
  const row = await selectKey(h, scope).selectAll().executeTakeFirst();
  return (
    row && {
      state: row.state,
      runId: row.run_id,
      fingerprint: row.fingerprint,
      result: StoredResult.parse(row.result) ?? undefined,
      answer: row.answer ?? undefined,
      lockedUntil: row.locked_until,
      expiresAt: row.expires_at,
    }
  );
}

/** Takes over a key whose run has crashed; false when somebody else was quicker. */
export async function takeOverRun(
  h: Handle,
  scope: IdempotencyScope,
  change: { readonly fromRunId: string; readonly runId: string; readonly lockedUntil: Date },
): Promise<boolean> {
  const updated = await updateRun(h, scope, change.fromRunId)
    .set({ run_id: change.runId, locked_until: change.lockedUntil })
    .where('state', '=', 'running')
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Holds the key longer for a run that is still at work; false when it is another's by now. */
export async function extendRun(
  h: Handle,
  scope: IdempotencyScope,
  runId: string,
  lockedUntil: Date,
): Promise<boolean> {
  const updated = await updateRun(h, scope, runId).set({ locked_until: lockedUntil }).executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Notes what a run has made, inside the transaction that makes it; false when the key is another run's by now. */
export async function setRunResult(
  h: Handle,
  scope: IdempotencyScope,
  runId: string,
  result: Readonly<Record<string, string>>,
): Promise<boolean> {
  const updated = await updateRun(h, scope, runId)
    .set({ result: sql`${JSON.stringify(result)}::jsonb` })
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Keeps the sealed answer of a run. */
export async function finishRun(h: Handle, scope: IdempotencyScope, runId: string, answer: string): Promise<void> {
  await updateRun(h, scope, runId).set({ state: 'done', answer }).execute();
}

/**
 * Frees the key of a run whose answer is not stored: the next request with the key runs, and is handed what this one
 * has made, if it made anything.
 */
export async function freeRun(h: Handle, scope: IdempotencyScope, runId: string, now: Date): Promise<void> {
  const updated = await updateRun(h, scope, runId)
    .set({ locked_until: now })
    .where('result', 'is not', null)
    .executeTakeFirst();
  if (Number(updated.numUpdatedRows) === 0) await deleteRun(h, scope, runId);
}

/** Forgets a run, so that its key may be used again. */
export async function deleteRun(h: Handle, scope: IdempotencyScope, runId: string): Promise<void> {
  await tables(h)
    .deleteFrom('idempotency_key')
    .where('organization_id', '=', scope.organizationId)
    .where('path', '=', scope.path)
    .where('key_hash', '=', scope.keyHash)
    .where('run_id', '=', runId)
    .execute();
}

/** Deletes up to `limit` keys whose life is over; answers how many there were. */
export async function deleteExpiredKeys(h: Handle, now: Date, limit: number): Promise<number> {
  return await deleteOldest(h, { table: 'idempotency_key', column: 'expires_at', before: now, limit });
}

function selectKey(h: Handle, scope: IdempotencyScope) {
  return tables(h)
    .selectFrom('idempotency_key')
    .where('organization_id', '=', scope.organizationId)
    .where('path', '=', scope.path)
    .where('key_hash', '=', scope.keyHash);
}

function updateRun(h: Handle, scope: IdempotencyScope, runId: string) {
  return tables(h)
    .updateTable('idempotency_key')
    .where('organization_id', '=', scope.organizationId)
    .where('path', '=', scope.path)
    .where('key_hash', '=', scope.keyHash)
    .where('run_id', '=', runId);
}

function columnsOf(scope: IdempotencyScope) {
  return { organization_id: scope.organizationId, path: scope.path, key_hash: scope.keyHash };
}
