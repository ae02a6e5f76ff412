import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import { makeDataDir } from '../data-dir.ts';

/** What a derived key is for; a token sealed for one purpose never opens for another (contract, section 1). */
export type SealPurpose =
  | 'offer_token'
  | 'cookie'
  | 'stored_replay'
  | 'webhook_secret'
  | 'page_token'
  | 'oauth'
  | 'document'
  | 'manage_link'
  | 'mcp_session'
  | 'invitation'
  | 'demand_caller';

/** Authenticated encryption and signatures under BLY_SECRET_KEYS: the first key seals and signs, all open and check. */
export interface Sealer {
  /** Sealed bytes as base64url. `context` (for instance the organization id) must be given again to open. */
  seal(purpose: SealPurpose, plain: Uint8Array | string, context: string): string;
  /** The bytes, or `undefined` when the text was altered, is of another purpose or another context. */
  open(purpose: SealPurpose, sealed: string, context: string): Buffer | undefined;
  /** A signature (132 bits) as 22 characters of base64url: for what may be read by anybody and altered by nobody. */
  sign(purpose: SealPurpose, text: string, context: string): string;
  /** Whether one of the keys made this signature of this text, for this purpose and context. */
  isSigned(purpose: SealPurpose, signature: string, text: string, context: string): boolean;
  /** Keyed hash (HMAC-SHA256) for look-ups of secrets that must not be stored. */
  keyedHash(purpose: SealPurpose, text: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Version and key id in front of the nonce. */
const HEADER_BYTES = 2;
const FORMAT = 1;
const SALT = 'bly/v1';
/** 132 bits in base64url. */
const SIGNATURE_LENGTH = 22;

/** Nonces are cut from a pool: one call into the system for hundreds of seals. A piece is used once and never again. */
const NONCE_POOL_BYTES = NONCE_BYTES * 512;
const noncePool = { bytes: Buffer.alloc(0), used: 0 };

function drawNonce(): Buffer {
  if (noncePool.used + NONCE_BYTES > noncePool.bytes.length) {
    noncePool.bytes = randomBytes(NONCE_POOL_BYTES);
    noncePool.used = 0;
  }
  noncePool.used += NONCE_BYTES;
  return noncePool.bytes.subarray(noncePool.used - NONCE_BYTES, noncePool.used);
}

interface PurposeKeys {
  readonly encryption: KeyObject;
  readonly hash: KeyObject;
  /** As text: it is hashed together with what it signs. */
  readonly signature: string;
}

/**
 * AES-256-GCM under a key derived (HKDF-SHA256) per environment and purpose. A sealed text is base64url of `format ·
 * key id · nonce (12) · ciphertext · tag (16)`; the key id is a byte of the key's own hash, so that the order of
 * BLY_SECRET_KEYS may change without a sealed text being tried against every key.
 */
export function createSealer(config: Pick<Config, 'environment'>, keys: readonly Buffer[]): Sealer {
  const [first] = keys;
  if (first === undefined) throw new ConfigError('BLY_SECRET_KEYS holds no key.');
  const derived = new Map<Buffer, Map<SealPurpose, PurposeKeys>>();
  const keysOf = (key: Buffer, purpose: SealPurpose): PurposeKeys => {
    const known = derived.get(key)?.get(purpose);
    if (known !== undefined) return known;
    const made = derive(key, `${config.environment}/${purpose}`);
    derived.set(key, (derived.get(key) ?? new Map<SealPurpose, PurposeKeys>()).set(purpose, made));
    return made;
  };
  const firstId = keyId(first);
  return {
    seal(purpose, plain, context) {
      const nonce = drawNonce();
      const cipher = createCipheriv('aes-256-gcm', keysOf(first, purpose).encryption, nonce);
      cipher.setAAD(Buffer.from(context));
      const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
      cipher.final(); // GCM has no padding: nothing comes out of it.
      const bytes = Buffer.allocUnsafe(HEADER_BYTES + NONCE_BYTES + text.length + TAG_BYTES);
      bytes[0] = FORMAT;
      bytes[1] = firstId;
      bytes.set(nonce, HEADER_BYTES);
      bytes.set(text, HEADER_BYTES + NONCE_BYTES);
      bytes.set(cipher.getAuthTag(), HEADER_BYTES + NONCE_BYTES + text.length);
      return bytes.toString('base64url');
    },
    open(purpose, sealed, context) {
      const bytes = readSealed(sealed);
      if (bytes === undefined) return undefined;
      for (const key of keys) {
        if (keyId(key) !== bytes[1]) continue;
        const plain = decrypt(keysOf(key, purpose).encryption, bytes, context);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
    sign: (purpose, text, context) => signatureOf(keysOf(first, purpose).signature, text, context),
    isSigned: (purpose, signature, text, context) =>
      keys.some((key) => equalSecrets(signatureOf(keysOf(key, purpose).signature, text, context), signature)),
    keyedHash: (purpose, text) => createHmac('sha256', keysOf(first, purpose).hash).update(text).digest('base64url'),
  };
}

/**
 * The configured keys; without them, in the sandbox on the embedded database, one that is made once and kept beside it.
 */
export function loadSecretKeys(config: Pick<Config, 'secretKeys' | 'dataDir'>): readonly Buffer[] {
  if (config.secretKeys !== undefined) return config.secretKeys;
  const path = join(config.dataDir, 'secret.key');
  makeDataDir(config.dataDir);
  try {
    // `wx`: of two processes that start at once, one makes the key and both read it.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigError(
      `BLY_DATA_DIR holds a damaged ${path}: restore it. Without it nothing sealed before can be read.`,
    );
  return [key];
}

/** True when two texts are equal, in a time that does not tell where they differ. */
export function equalSecrets(a: string, b: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(a), hashOf(b));
}

function derive(key: Buffer, purpose: string): PurposeKeys {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', key, SALT, `${purpose}/${use}`, KEY_BYTES));
  return {
    encryption: createSecretKey(part('encrypt')),
    hash: createSecretKey(part('hash')),
    signature: part('sign').toString('base64'),
  };
}

/**
 * The hash of the key and the text in one call, which costs a quarter of an HMAC. That is a MAC where nobody can go on
 * hashing from a hash: SHA-512/256 shows half of what that takes (FIPS 180-4; Coron and others, CRYPTO 2005), and of it
 * only a half stands in a signature. The key's length never varies; the context's is told, so that no other context and
 * text run together into the same.
 */
function signatureOf(key: string, text: string, context: string): string {
  return hash('sha512-256', `${key}${context.length}:${context}${text}`, 'base64url').slice(0, SIGNATURE_LENGTH);
}

const keyIds = new WeakMap<Buffer, number>();

function keyId(key: Buffer): number {
  const known = keyIds.get(key) ?? createHash('sha256').update(SALT).update(key).digest().readUInt8(0);
  keyIds.set(key, known);
  return known;
}

/** The bytes of a sealed text. Base64url has several spellings of the same bytes; only the one we write is taken. */
function readSealed(sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT) return undefined;
  return bytes.toString('base64url') === sealed ? bytes : undefined;
}

function decrypt(key: KeyObject, bytes: Buffer, context: string): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  const text = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return undefined;
  }
}
