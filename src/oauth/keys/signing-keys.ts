import { createHash, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../../context.ts';
import { deleteRetiredKeys, insertKey, listKeys, readGeneration, retireKeysBefore } from './key-store.ts';
import {
  isRotationDue,
  PrivateJwk,
  publishedAheadMs,
  retirementMs,
  signingKeyAt,
  type SigningKey,
} from '../model/signing-key.ts';

type KeysContext = Pick<App, 'db' | 'clock' | 'sealer'>;
const sealedAs = (kid: string) => `signing key ${kid}`;

/**
 * The keys of the installation, the newest first; the very first is made when somebody first asks. Safe to call at
 * once.
 */
export async function readSigningKeys(app: KeysContext): Promise<readonly SigningKey[]> {
  const now = app.clock.now();
  const keys = await listKeys(app.db, now);
  if (signingKeyAt(keys, now) !== undefined) return keys;
  await addKey(app, (await readGeneration(app.db)) + 1, now);
  return await listKeys(app.db, app.clock.now());
}

/** Both halves of a key. Throws when BLY_SECRET_KEYS no longer holds the key it was sealed with. */
export function openSigningKey(
  app: Pick<App, 'sealer'>,
  { kid, sealedPrivate }: SigningKey,
): z.infer<typeof PrivateJwk> {
  const opened = app.sealer.open('oauth', sealedPrivate, sealedAs(kid));
  if (opened === undefined)
    throw new Error(
      `the OAuth signing key ${kid} does not open under BLY_SECRET_KEYS: put the key it was sealed with back, or run bly admin rotate-oauth-keys`,
    );
  return PrivateJwk.parse(JSON.parse(opened.toString('utf8')));
}

/**
 * Whether a key still opens: those sealed under a key that has been taken out of BLY_SECRET_KEYS do not, and can only
 * be checked with.
 */
export function canOpenKey({ sealer }: Pick<App, 'sealer'>, { kid, sealedPrivate }: SigningKey): boolean {
  return sealer.open('oauth', sealedPrivate, sealedAs(kid)) !== undefined;
}

/** Makes the next key when it is due, published a day before its first use, and forgets those that are over. */
export async function keepSigningKeys(app: KeysContext): Promise<void> {
  const now = app.clock.now();
  await deleteRetiredKeys(app.db, now);
  const keys = await listKeys(app.db, now);
  const [newest] = keys;
  if (newest !== undefined && isRotationDue(keys, now))
    await addKey(app, newest.generation + 1, new Date(now.getTime() + publishedAheadMs));
}

/** What `bly admin rotate-oauth-keys` answers. */
export const RotatedKeysAnswer = z.object({ kid: z.string(), generation: z.number() });

/** A new key that signs from now on; tokens of the ones before it stay good until they are over. */
export async function rotateSigningKeys(app: KeysContext): Promise<z.infer<typeof RotatedKeysAnswer>> {
  const generation = (await readGeneration(app.db)) + 1;
  const kid = await addKey(app, generation, app.clock.now());
  if (kid === undefined) throw new Error('Another process has just made a new key. Nothing else was done.');
  return { kid, generation };
}

/** Undefined when another process was quicker: of each generation there is one key. */
async function addKey(app: KeysContext, generation: number, signsFrom: Date): Promise<string | undefined> {
  const key = makeKey(app, generation, signsFrom);
  return await app.db.transaction(async (tx) => {
    if (!(await insertKey(tx, key))) return undefined;
    await retireKeysBefore(tx, generation, new Date(signsFrom.getTime() + retirementMs));
    return key.kid;
  });
}

function makeKey(app: KeysContext, generation: number, signsFrom: Date): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint of the public half is its name.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' } as const;
  const sealedPrivate = app.sealer.seal('oauth', JSON.stringify({ ...publicJwk, d }), sealedAs(kid));
  return { generation, kid, sealedPrivate, publicJwk, createdAt: app.clock.now(), signsFrom, retiresAt: undefined };
}
