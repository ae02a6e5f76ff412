import * as z from 'zod';
import type { SealPurpose } from '../crypto.ts';

/** The public half, as it is published. */
export const PublicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
});
export type PublicJwk = z.infer<typeof PublicJwk>;
/** Both halves. */
export const PrivateJwk = PublicJwk.extend({ d: z.string() });

/** A key that something is signed with. */
export interface SigningKey {
  /** Counts up from 1. */
  readonly generation: number;
  readonly kid: string;
  /** Empty once the private half was erased: the key is published and signs nothing. */
  readonly sealedPrivate: string;
  readonly publicJwk: PublicJwk;
  readonly createdAt: Date;
  readonly signsFrom: Date;
  /** When it is no longer published. Undefined for the newest. */
  readonly retiresAt: Date | undefined;
}

/**
 * The keys of the installation for one purpose. Two sets share nothing: what one has signed, the other never vouches
 * for.
 */
export interface KeySet {
  readonly table: 'oauth_signing_key' | 'document_signing_key';
  readonly purpose: SealPurpose;
  /** How long a key is published after its last signature. */
  readonly publishedAfterMs: number;
  /** A key that an operator asks for signs this long after it is made: by then every process publishes it. */
  readonly signsAfterMs: number;
  /** The command that makes the next key. */
  readonly command: string;
}

const dayMs = 86_400_000;
/** A key signs for this long. */
const signingDays = 90;
/** A new key is published this long before its first use, so that anyone who caches our keys has seen it by then. */
export const publishedAheadMs = dayMs;

/**
 * The key that signs now: the newest whose time has come, and where none has, the oldest: a key that another process
 * has just made, by a clock that is ahead of ours. `keys` are newest first; undefined when there are none.
 */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1);
}

/** True when the next key has to be made. */
export function isRotationDue(keys: readonly SigningKey[], now: Date): boolean {
  const [newest] = keys;
  return newest !== undefined && now.getTime() >= newest.signsFrom.getTime() + signingDays * dayMs - publishedAheadMs;
}
