import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
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
import { drawBytes } from './random-bytes.ts';

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
  | 'mcp_request_state'
  | 'mcp_task'
  | 'invitation'
  | 'demand_caller'
  | 'observed_caller'
  | 'supplier_answer'
  | 'supplier_credentials'
  | 'photo'
  | 'document_signature'
  | 'second_factor';

/** Authenticated encryption and signatures under BLY_SECRET_KEYS: the first key seals and signs, all open and check. */
export interface Sealer {
  /** Sealed bytes as base64url. `context` (for instance the organization id) must be given again to open. */
  seal(purpose: SealPurpose, plain: Uint8Array | string, context: string): string;
  /** The bytes, or `undefined` when the text was altered, is of another purpose or another context. */
  open(purpose: SealPurpose, sealed: string, context: string): Buffer | undefined;
  /** As `seal` and `open`, for bytes that need not be text: a third smaller, and megabytes of them are copied once. */
  sealBytes(purpose: SealPurpose, plain: Uint8Array, context: string): Buffer;
  openBytes(purpose: SealPurpose, sealed: Buffer, context: string): Buffer | undefined;
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

/** One configured key: its id in sealed texts, and the keys derived from it, each made on first use. */
interface KeyRing {
  readonly id: number;
  keysFor(purpose: SealPurpose): PurposeKeys;
}

interface PurposeKeys {
  readonly encryption: KeyObject;
  readonly hash: KeyObject;
  readonly signature: KeyObject;
}

/**
 * AES-256-GCM under a key derived (HKDF-SHA256) per environment and purpose. A sealed text is base64url of `format ·
 * key id · nonce (12) · ciphertext · tag (16)`; the key id is a byte of the key's own hash, so that the order of
 * BLY_SECRET_KEYS may change without a sealed text being tried against every key.
 */
export function createSealer(config: Pick<Config, 'environment'>, keys: readonly Buffer[]): Sealer {
  const rings = keys.map((key) => createKeyRing(config.environment, key));
  const [signing] = rings;
  if (signing === undefined) throw new ConfigError('BLY_SECRET_KEYS holds no key.');
  const openBytes: Sealer['openBytes'] = (purpose, bytes, context) => {
    if (!isSealed(bytes)) return undefined;
    for (const ring of rings) {
      if (ring.id !== bytes[1]) continue;
      const plain = decrypt(ring.keysFor(purpose).encryption, bytes, context);
      if (plain !== undefined) return plain;
    }
    return undefined;
  };
  return {
    seal: (purpose, plain, context) =>
      encrypt(signing.id, signing.keysFor(purpose).encryption, plain, context).toString('base64url'),
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      // Base64url has several spellings of the same bytes; only the one we write is taken.
      return bytes.toString('base64url') === sealed ? openBytes(purpose, bytes, context) : undefined;
    },
    sealBytes: (purpose, plain, context) => encrypt(signing.id, signing.keysFor(purpose).encryption, plain, context),
    openBytes,
    sign: (purpose, text, context) => signatureOf(signing.keysFor(purpose).signature, text, context),
    isSigned: (purpose, signature, text, context) =>
      rings.some((ring) => equalSecrets(signatureOf(ring.keysFor(purpose).signature, text, context), signature)),
    keyedHash: (purpose, text) => createHmac('sha256', signing.keysFor(purpose).hash).update(text).digest('base64url'),
  };
}

/**
 * The configured keys. Without them (in the sandbox on the embedded database) a key is made once and stored beside the
 * database. Throws `ConfigError` when the stored key is damaged.
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

/** True when two texts are equal; the time it takes does not depend on where they differ. */
export function equalSecrets(a: string, b: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(a), hashOf(b));
}

function createKeyRing(environment: Config['environment'], key: Buffer): KeyRing {
  const derived = new Map<SealPurpose, PurposeKeys>();
  return {
    id: createHash('sha256').update(SALT).update(key).digest().readUInt8(0),
    keysFor(purpose) {
      const known = derived.get(purpose);
      if (known !== undefined) return known;
      const made = derive(key, `${environment}/${purpose}`);
      derived.set(purpose, made);
      return made;
    },
  };
}

function derive(key: Buffer, purpose: string): PurposeKeys {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', key, SALT, `${purpose}/${use}`, KEY_BYTES));
  return {
    encryption: createSecretKey(part('encrypt')),
    hash: createSecretKey(part('hash')),
    signature: createSecretKey(part('sign')),
  };
}

/**
 * HMAC-SHA256, cut to 132 bits. The context's length stands in front of it, so that ('a', 'bc') and ('ab', 'c') sign
 * different bytes.
 */
function signatureOf(key: KeyObject, text: string, context: string): string {
  const mac = createHmac('sha256', key).update(`${context.length}:${context}${text}`);
  return mac.digest('base64url').slice(0, SIGNATURE_LENGTH);
}

function isSealed(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES + NONCE_BYTES + TAG_BYTES && bytes[0] === FORMAT;
}

function encrypt(keyId: number, key: KeyObject, plain: Uint8Array | string, context: string): Buffer {
  const nonce = drawBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final(); // GCM has no padding: nothing comes out of it.
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + NONCE_BYTES + text.length + TAG_BYTES);
  bytes[0] = FORMAT;
  bytes[1] = keyId;
  bytes.set(nonce, HEADER_BYTES);
  bytes.set(text, HEADER_BYTES + NONCE_BYTES);
  bytes.set(cipher.getAuthTag(), HEADER_BYTES + NONCE_BYTES + text.length);
  return bytes;
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
