import { createHash, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import type { Platform } from '../../platform.ts';
import { isRotationDue, type KeySet, PrivateJwk, publishedAheadMs, type SigningKey } from './signing-key.ts';
import {
  deleteRetiredKeys,
  erasePrivateHalves,
  insertKey,
  listKeys,
  readGeneration,
  retireKeysBefore,
  withdrawKeysBefore,
} from './store.ts';

type KeysContext = Pick<Platform, 'db' | 'clock' | 'sealer'>;
const sealedAs = (kid: string) => `signing key ${kid}`;
/** Processes notice a successor within seconds; the private half is erased this long after. */
const erasedAfterMs = 3_600_000;

/**
 * The published keys of a set, the newest first; the very first is made when somebody first asks. Safe to call in
 * several processes at once: of each generation there is one key.
 */
export async function readSigningKeys(app: KeysContext, set: KeySet): Promise<readonly SigningKey[]> {
  const keys = await listKeys(app.db, set, app.clock.now());
  return keys.length > 0 ? keys : await makeKeyAtOnce(app, set, (all) => all.length > 0);
}

/**
 * Makes a key that signs from now on, unless those there are `suffice` by now; answers all of them. The generation is
 * read before the keys are judged: what another process makes after that takes the same one, and of each there is one.
 */
export async function makeKeyAtOnce(
  app: KeysContext,
  set: KeySet,
  suffice: (keys: readonly SigningKey[]) => boolean,
): Promise<readonly SigningKey[]> {
  const generation = await readGeneration(app.db, set);
  const keys = await listKeys(app.db, set, app.clock.now());
  if (suffice(keys)) return keys;
  await addKey(app, set, generation + 1, app.clock.now());
  return await listKeys(app.db, set, app.clock.now());
}

/** Both halves of a key. Throws when BLY_SECRET_KEYS no longer holds the key it was sealed with. */
export function openSigningKey(
  { sealer }: Pick<KeysContext, 'sealer'>,
  { purpose, command }: KeySet,
  { kid, sealedPrivate }: SigningKey,
): z.infer<typeof PrivateJwk> {
  const opened = sealer.open(purpose, sealedPrivate, sealedAs(kid));
  if (opened === undefined)
    throw new Error(
      `the signing key ${kid} does not open under BLY_SECRET_KEYS: put the key it was sealed with back, or run ${command}`,
    );
  return PrivateJwk.parse(JSON.parse(opened.toString('utf8')));
}

/**
 * Whether a key still opens: those sealed under a key that has been taken out of BLY_SECRET_KEYS do not, and can only
 * be checked with.
 */
export function canOpenKey(
  { sealer }: Pick<KeysContext, 'sealer'>,
  { purpose }: KeySet,
  { kid, sealedPrivate }: SigningKey,
): boolean {
  return sealer.open(purpose, sealedPrivate, sealedAs(kid)) !== undefined;
}

/** Makes the next key when it is due, published a day before its first use, and forgets those that are over. */
export async function keepSigningKeys(app: KeysContext, set: KeySet): Promise<void> {
  const now = app.clock.now();
  await deleteRetiredKeys(app.db, set, now);
  const keys = await listKeys(app.db, set, now);
  const [newest] = keys;
  if (newest !== undefined && isRotationDue(keys, now))
    await addKey(app, set, newest.generation + 1, new Date(now.getTime() + publishedAheadMs));
}

/** Erases the private half of keys that sign no longer: what is stolen afterwards signs nothing in their name. */
export async function eraseUsedKeys({ db, clock }: KeysContext, set: KeySet): Promise<void> {
  await erasePrivateHalves(db, set, new Date(clock.now().getTime() - erasedAfterMs));
}

/** What `bly admin rotate-oauth-keys` and `bly admin rotate-signing-key` answer. */
export const RotatedKeysAnswer = z.object({ kid: z.string(), generation: z.number() });

/** A new key that signs within seconds; what the ones before it have signed stays good until they are over. */
export async function rotateSigningKeys(app: KeysContext, set: KeySet): Promise<z.infer<typeof RotatedKeysAnswer>> {
  const generation = (await readGeneration(app.db, set)) + 1;
  const kid = await addKey(app, set, generation, new Date(app.clock.now().getTime() + set.signsAfterMs));
  return rotated(kid, generation);
}

/**
 * A new key that signs at once, in the place of keys that were stolen: none of them is published any longer, so that
 * nothing they have signed is taken for ours.
 */
export async function replaceStolenKeys(app: KeysContext, set: KeySet): Promise<z.infer<typeof RotatedKeysAnswer>> {
  const generation = (await readGeneration(app.db, set)) + 1;
  const kid = await addKey(app, set, generation, app.clock.now());
  const answer = rotated(kid, generation);
  await withdrawKeysBefore(app.db, set, generation, app.clock.now());
  return answer;
}

function rotated(kid: string | undefined, generation: number): z.infer<typeof RotatedKeysAnswer> {
  if (kid === undefined) throw new Error('Another process has just made a new key. Nothing else was done.');
  return { kid, generation };
}

/** Undefined when another process was quicker: of each generation there is one key. */
async function addKey(app: KeysContext, set: KeySet, generation: number, signsFrom: Date): Promise<string | undefined> {
  const key = makeKey(app, set, generation, signsFrom);
  return await app.db.transaction(async (tx) => {
    if (!(await insertKey(tx, set, key))) return undefined;
    await retireKeysBefore(tx, set, generation, new Date(signsFrom.getTime() + set.publishedAfterMs));
    return key.kid;
  });
}

function makeKey(app: KeysContext, { purpose }: KeySet, generation: number, signsFrom: Date): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint of the public half is its name.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' } as const;
  const sealedPrivate = app.sealer.seal(purpose, JSON.stringify({ ...publicJwk, d }), sealedAs(kid));
  return { generation, kid, sealedPrivate, publicJwk, createdAt: app.clock.now(), signsFrom, retiresAt: undefined };
}
