import * as z from 'zod';
import { accessTokenSeconds } from './issuer.ts';

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
/** Both halves. */
export const PrivateJwk = PublicJwk.extend({ d: z.string() });

/** A key that tokens are signed with. */
export interface SigningKey {
  /** Counts up from 1. */
  readonly generation: number;
  readonly kid: string;
  readonly sealedPrivate: string;
  readonly publicJwk: z.infer<typeof PublicJwk>;
  readonly createdAt: Date;
  readonly signsFrom: Date;
  readonly retiresAt: Date | undefined;
}

const dayMs = 86_400_000;
/** A key signs for this long. */
const signingDays = 90;
/** A new key is published this long before its first use, so that anyone who keeps our keys has seen it by then. */
export const publishedAheadMs = dayMs;
/**
 * After a key's last signature: the life of a token, and as long again for clocks that differ and processes that notice
 * late.
 */
export const retirementMs = 2 * accessTokenSeconds * 1_000;

/** The key that signs now: the newest whose time has come. `keys` are newest first. */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= now);
}

/** True when the next key has to be made. */
export function isRotationDue(keys: readonly SigningKey[], now: Date): boolean {
  const [newest] = keys;
  return newest !== undefined && now.getTime() >= newest.signsFrom.getTime() + signingDays * dayMs - publishedAheadMs;
}
