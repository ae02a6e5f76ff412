import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { App } from '../context.ts';
import { clientSeconds, type IssuerName, refreshTokenSeconds } from './model/issuer.ts';
import {
  consumePayload,
  deletePayload,
  deletePayloadsOfGrant,
  extendPayload,
  findPayload,
  findPayloadByUserCode,
  type Payload,
  type PayloadKey,
  putPayload,
} from './payload-store.ts';
import { setGrantUsed } from './grant-store.ts';
import { revokeGrant } from './revoke-grant.ts';

/** What the adapter is built from. */
export interface AdapterContext {
  readonly app: Pick<App, 'db' | 'clock' | 'sealer'>;
  readonly issuer: IssuerName;
  /** Why a grant is being ended right now: the library does not say, the path of the request does. */
  endingCause(): 'reuse' | 'client';
  /** The library's own error for a code or token that was used already. */
  alreadyUsed(): Error;
}

/** The look-up key of something the library knows by a random id. */
export function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/**
 * Stores what the library persists, sealed, under the hash of its id. Sessions are not stored: who is signed in is
 * known by our own session alone, and every authorization is asked for anew, so that another user of the same browser
 * is never taken for the last one.
 */
export function createAdapter(context: AdapterContext, model: string): Adapter {
  if (model === 'Session') return forgetful;
  const { app, issuer } = context;
  const keyOf = (id: string): PayloadKey => ({ issuer, model, idHash: hashId(id) });
  return {
    async upsert(id, payload, expiresIn) {
      const key = keyOf(id);
      const now = app.clock.now();
      const grantHash = payload.grantId === undefined ? undefined : hashId(payload.grantId);
      const userCodeHash = payload.userCode === undefined ? undefined : hashUserCode(context, payload.userCode);
      const sealed = app.sealer.seal('oauth', JSON.stringify(payload), sealedAs(key));
      await putPayload(
        app.db,
        { ...key, sealed, grantHash, userCodeHash, expiresAt: inSeconds(now, expiresIn ?? clientSeconds) },
        now,
      );
      if (model === 'RefreshToken' && grantHash !== undefined)
        await keepAlive(context, { grantHash, clientId: payload.clientId });
    },
    async find(id) {
      const payload = await findPayload(app.db, keyOf(id));
      return payload && open(context, payload);
    },
    async findByUserCode(userCode) {
      const payload = await findPayloadByUserCode(app.db, issuer, hashUserCode(context, userCode));
      return payload && open(context, payload);
    },
    findByUid: async () => undefined,
    async consume(id) {
      const key = keyOf(id);
      if (await consumePayload(app.db, key, app.clock.now())) return;
      // Two requests have read it unused: it is known to two, and nobody can say which of them should have it.
      const used = await findPayload(app.db, key);
      if (used?.grantHash !== undefined) await revokeGrant(app, { grantHash: used.grantHash, cause: 'reuse' });
      throw context.alreadyUsed();
    },
    async destroy(id) {
      const key = keyOf(id);
      if (model === 'Grant') await revokeGrant(app, { grantHash: key.idHash, cause: context.endingCause() });
      await deletePayload(app.db, key);
    },
    revokeByGrantId: (grantId) => deletePayloadsOfGrant(app.db, issuer, hashId(grantId)),
  };
}

/** A new refresh token: the grant, and the client's registration, live on from here. */
async function keepAlive(
  { app, issuer }: AdapterContext,
  { grantHash, clientId }: { readonly grantHash: string; readonly clientId: string | undefined },
): Promise<void> {
  const at = app.clock.now();
  const expiresAt = inSeconds(at, refreshTokenSeconds);
  await setGrantUsed(app.db, grantHash, { at, expiresAt });
  await extendPayload(app.db, { issuer, model: 'Grant', idHash: grantHash }, expiresAt);
  if (clientId !== undefined)
    await extendPayload(app.db, { issuer, model: 'Client', idHash: hashId(clientId) }, inSeconds(at, clientSeconds));
}

/** The payload as the library knows it; our own columns say until when it lives and whether it was used. */
function open({ app }: AdapterContext, payload: Payload): AdapterPayload | undefined {
  const now = app.clock.now();
  // Codes and tokens that are over are distinguished by the library; a registration that has lapsed is one nobody
  // knows.
  if (payload.model === 'Client' && payload.expiresAt <= now) return undefined;
  const plain = app.sealer.open('oauth', payload.sealed, sealedAs(payload));
  if (plain === undefined) return undefined;
  const known: AdapterPayload = JSON.parse(plain.toString('utf8'));
  return {
    ...known,
    ...(payload.model === 'Client' ? {} : { exp: Math.floor(payload.expiresAt.getTime() / 1_000) }),
    ...(payload.consumedAt === undefined ? {} : { consumed: Math.floor(payload.consumedAt.getTime() / 1_000) }),
  };
}

const forgetful: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function sealedAs({ issuer, model, idHash }: PayloadKey): string {
  return `${issuer} ${model} ${idHash}`;
}

/** Eight letters can be guessed from a plain hash, so theirs needs a key. */
function hashUserCode({ app, issuer }: AdapterContext, userCode: string): string {
  return app.sealer.keyedHash('oauth', `user code ${issuer} ${userCode}`);
}

function inSeconds(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1_000);
}
