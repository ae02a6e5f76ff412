import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Platform } from '../../platform.ts';
import type { Tx } from '../../db/db.ts';
import { type Refusal, refuse, refuseFields } from '../../errors.ts';
import type { OrganizationId } from '../../ids.ts';
import type { Answer } from '../send/answer.ts';
import { bodyDepthMax, tooDeep } from '../input/check-input.ts';
import * as store from './idempotency-store.ts';
import type { IdempotentRun } from '../route.ts';

/** How long an answer is stored, in real time (contract, section 11). */
const keyLifeSeconds = 86_400;
/**
 * A run holds its key for so long, and again and again while it works: the key of a process that died is free after
 * this.
 */
const RUN_LOCK_MS = 15_000;
const RUN_LOCK_RENEWED_MS = 5_000;
const retryAfterSeconds = 1;
/** Two requests may race for the same lapsed key; each round one of them wins. */
const takeAttemptsMax = 5;
/** Deepest nesting of what is compared: a body that was accepted, beside its query. */
const comparedDepthMax = bodyDepthMax + 2;

/** A write under an Idempotency-Key: either the stored answer, or a run that must be finished or abandoned. */
export type IdempotencyDecision =
  | { readonly kind: 'replay'; readonly answer: Answer }
  | { readonly kind: 'run'; readonly run: KeyedRun };

/** A run in progress. */
export interface KeyedRun extends IdempotentRun {
  /** Stores the answer when it is an outcome of the operation itself, else frees the key. */
  finish(answer: Answer): Promise<void>;
}

/** What identifies a keyed write. */
export interface KeyedWrite {
  readonly organizationId: OrganizationId;
  readonly path: string;
  readonly key: string;
  /** Of whom the key is, within the organization; undefined: of everybody in it. */
  readonly holder?: string | undefined;
  /** Everything that makes two requests the same request, except `intent`. */
  readonly body: unknown;
}

const StoredAnswer = z.object({ status: z.number(), headers: z.record(z.string(), z.string()), payload: z.string() });

/** Decides whether a keyed write runs, is replayed, or must wait. */
export async function beginKeyedWrite(app: Platform, write: KeyedWrite): Promise<IdempotencyDecision> {
  const scope = {
    organizationId: write.organizationId,
    path: write.path,
    keyHash: hash(write.holder === undefined ? write.key : `${write.holder} ${write.key}`),
  };
  const fingerprint = hash(canonicalJson(write.body));
  for (let attempt = 0; attempt < takeAttemptsMax; attempt += 1) {
    const now = app.clock.now();
    const runId = randomUUID();
    const lockedUntil = new Date(now.getTime() + RUN_LOCK_MS);
    const expiresAt = new Date(now.getTime() + keyLifeSeconds * 1_000);
    const sealed = app.sealer.seal('stored_replay', fingerprint, contextOf(scope));
    const isTaken = await store.insertRun(app.db, scope, { runId, fingerprint: sealed, lockedUntil, expiresAt });
    if (isTaken) return { kind: 'run', run: keyedRun(app, scope, runId, undefined) };
    const stored = await store.findKey(app.db, scope);
    if (!stored) continue;
    if (stored.expiresAt <= now) {
      await store.deleteRun(app.db, scope, stored.runId);
      continue;
    }
    checkSameRequest(app, scope, stored, fingerprint);
    if (stored.state === 'done') return { kind: 'replay', answer: openAnswer(app, scope, stored) };
    if (stored.lockedUntil > now) break;
    const isOurs = await store.takeOverRun(app.db, scope, { fromRunId: stored.runId, runId, lockedUntil });
    if (isOurs) return { kind: 'run', run: keyedRun(app, scope, runId, stored.result) };
  }
  throw refuseAsRunning();
}

function refuseAsRunning(): Refusal {
  return refuse('idempotency_running', { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** Deletes keys whose life is over, at most `limit`; answers how many. */
export async function purgeExpiredKeys(app: Platform, limit: number): Promise<number> {
  return await store.deleteExpiredKeys(app.db, app.clock.now(), limit);
}

/** JSON with sorted keys: two texts of one value are one value. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > comparedDepthMax) throw refuseFields([tooDeep]);
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, element]) => `${JSON.stringify(key)}:${canonicalJson(element, depth + 1)}`).join(',')}}`;
}

function keyedRun(
  app: Platform,
  scope: store.IdempotencyScope,
  runId: string,
  earlierResult: KeyedRun['earlierResult'],
): KeyedRun {
  const release = holdKey(app, scope, runId);
  return {
    earlierResult,
    async recordResult(tx: Tx, result) {
      // The key ran out (the database was away for longer) and another run of the same request has it: that one's work
      // counts, and what this one has done in its transaction is undone with it.
      if (!(await store.setRunResult(tx, scope, runId, result))) throw refuseAsRunning();
    },
    async finish(answer) {
      release();
      if (!isStorable(answer)) await store.freeRun(app.db, scope, runId, app.clock.now());
      else await store.finishRun(app.db, scope, runId, sealAnswer(app, scope, answer));
    },
  };
}

/** Keeps a run's key locked until it is released; answers the function that does so. */
function holdKey(app: Platform, scope: store.IdempotencyScope, runId: string): () => void {
  const timer = setInterval(() => {
    const lockedUntil = new Date(app.clock.now().getTime() + RUN_LOCK_MS);
    // While the database is away nobody else can take the key either; the next turn tries again.
    store
      .extendRun(app.db, scope, runId, lockedUntil)
      .catch((err: unknown) => app.log.warn({ err }, 'the Idempotency-Key of a long request could not be held longer'));
  }, RUN_LOCK_RENEWED_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Only outcomes of the operation itself: never who may call, how much, a failure that may pass, or a refusal that says
 * when to try again.
 */
function isStorable({ status, headers }: Answer): boolean {
  return status < 500 && ![401, 402, 403, 429].includes(status) && headers['Retry-After'] === undefined;
}

function checkSameRequest(
  app: Platform,
  scope: store.IdempotencyScope,
  stored: store.StoredKey,
  fingerprint: string,
): void {
  const known = app.sealer.open('stored_replay', stored.fingerprint, contextOf(scope))?.toString('utf8');
  if (known === undefined) throw new Error('a kept Idempotency-Key cannot be opened with the current secret keys');
  if (known !== fingerprint) {
    const fields = [{ path: 'Idempotency-Key', problem: 'was used with another body' }];
    throw refuse('idempotency_mismatch', { keys: { fields } });
  }
}

function sealAnswer(app: Platform, scope: store.IdempotencyScope, answer: Answer): string {
  const payload = typeof answer.payload === 'string' ? answer.payload : answer.payload.toString('utf8');
  return app.sealer.seal(
    'stored_replay',
    JSON.stringify({ status: answer.status, headers: answer.headers, payload }),
    contextOf(scope),
  );
}

function openAnswer(app: Platform, scope: store.IdempotencyScope, stored: store.StoredKey): Answer {
  const plain = app.sealer.open('stored_replay', stored.answer ?? '', contextOf(scope));
  if (!plain) throw new Error('a kept answer cannot be opened with the current secret keys');
  const answer = StoredAnswer.parse(JSON.parse(plain.toString('utf8')));
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

function contextOf(scope: store.IdempotencyScope): string {
  return `${scope.organizationId} ${scope.path} ${scope.keyHash}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
