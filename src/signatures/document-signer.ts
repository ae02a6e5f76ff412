import type { CryptoKey } from 'jose';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Platform } from '../platform/platform.ts';
import { type PublicJwk, signingKeyAt, type SigningKey } from '../platform/security/signing-keys/signing-key.ts';
import {
  canOpenKey,
  makeKeyAtOnce,
  openSigningKey,
  readSigningKeys,
} from '../platform/security/signing-keys/signing-keys.ts';
import { DOCUMENT_KEYS, KEYS_CACHED_MS } from './model/document-keys.ts';
import { canonicalJson, type SignedObject } from './model/signed-json.ts';

type SignerContext = Pick<Platform, 'db' | 'clock' | 'sealer' | 'log'>;

/** A document with its signature. */
export interface SignedText {
  /** Compact JWS: header, payload and signature, in base64url. */
  readonly jws: string;
  readonly kid: string;
}

/** What HTTP messages are signed with. */
export interface MessageKey {
  readonly kid: string;
  sign(bytes: Buffer): Promise<Buffer>;
}

/** Signs quotes and receipts for this installation. */
export interface DocumentSigner {
  /** Every signature has other bytes: a document is signed once, and its text is stored. */
  sign(document: SignedObject): Promise<SignedText>;
  /** Signs messages rather than documents: the key, and its raw signature (r and s) of bytes. */
  messageKey(): Promise<MessageKey>;
  /** What verifies everything signed within 24 months, the newest first. At most five seconds old. */
  publicKeys(): Promise<readonly PublicJwk[]>;
}

interface Keys {
  readonly published: readonly SigningKey[];
  readonly kid: string;
  readonly signing: CryptoKey | Uint8Array;
}

/** The signer of a process; keys are in the database, for all processes. */
export function createDocumentSigner(app: SignerContext): DocumentSigner {
  const cache = createRefreshingCache<Keys>({
    read: () => readKeys(app),
    ttlMs: KEYS_CACHED_MS,
    refreshedMs: KEYS_CACHED_MS / 2,
    entriesMax: 1,
    onRefreshFailed: (err) => app.log.warn({ err }, 'the keys of quotes and receipts could not be read again'),
  });
  const encoder = new TextEncoder();
  return {
    async sign(document) {
      const { kid, signing } = await cache.get('all');
      const { CompactSign } = await import('jose');
      const jws = await new CompactSign(encoder.encode(canonicalJson(document)))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .sign(signing);
      return { jws, kid };
    },
    async messageKey() {
      const { kid, signing } = await cache.get('all');
      return { kid, sign: (bytes) => signBytes(signing, bytes) };
    },
    publicKeys: async () => (await cache.get('all')).published.map(({ publicJwk }) => publicJwk),
  };
}

async function signBytes(key: Keys['signing'], bytes: Buffer): Promise<Buffer> {
  if (key instanceof Uint8Array) throw new Error('a key of ES256 is not made of bytes');
  return Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes));
}

async function readKeys(app: SignerContext): Promise<Keys> {
  const published = await readSigningKeys(app, DOCUMENT_KEYS);
  const found = findUsable(app, published);
  if (found !== undefined) return await toKeys(app, published, found);
  app.log.error('No key of quotes and receipts opens under BLY_SECRET_KEYS: a new one is made.');
  const made = await makeKeyAtOnce(app, DOCUMENT_KEYS, (keys) => findUsable(app, keys) !== undefined);
  const usable = findUsable(app, made);
  if (usable === undefined) throw new Error('no key of quotes and receipts opens under BLY_SECRET_KEYS');
  return await toKeys(app, made, usable);
}

/**
 * The newest key whose time has come and that this process can open: one whose BLY_SECRET_KEYS lack the newest key's
 * goes on with an older one.
 */
function findUsable(app: SignerContext, keys: readonly SigningKey[]): SigningKey | undefined {
  return signingKeyAt(
    keys.filter((key) => canOpenKey(app, DOCUMENT_KEYS, key)),
    app.clock.now(),
  );
}

async function toKeys(app: SignerContext, published: readonly SigningKey[], key: SigningKey): Promise<Keys> {
  const { importJWK } = await import('jose');
  const signing = await importJWK(openSigningKey(app, DOCUMENT_KEYS, key), 'ES256');
  return { published, kid: key.kid, signing };
}
