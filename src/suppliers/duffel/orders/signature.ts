import { createHmac, timingSafeEqual } from 'node:crypto';

/** Oldest signature that is believed, and the most a sender's clock may run ahead. Real time. */
const TOLERANCE_SECONDS = 300;
const HEADER_LENGTH_MAX = 1_000;
/** Characters that base64 does not know are skipped: the rest of an odd secret may be a byte. */
const DECODED_LENGTH_MIN = 16;
const VERSIONS = ['v1', 'v2'] as const;

/** A callback with its header `X-Duffel-Signature: t=<unix seconds>,v1=<hex>`. */
export interface SignedBody {
  readonly body: Buffer;
  readonly header: string | readonly string[] | undefined;
  readonly now: Date;
}

/**
 * Which version of signature proves that the body comes from who holds the secret, within 300 seconds; undefined where
 * none does. Signed is the HMAC-SHA256 of time, dot and raw body. `v2` and a key that is the base64 of the secret are
 * not documented and were seen at others: both are taken. Compares in constant time.
 */
export function verifySignature(secret: string, { body, header, now }: SignedBody): 'v1' | 'v2' | undefined {
  if (typeof header !== 'string' || header.length > HEADER_LENGTH_MAX) return undefined;
  const fields = header.split(',').map((field) => field.trim());
  const valuesOf = (name: string) =>
    fields.flatMap((one) => (one.startsWith(`${name}=`) ? one.slice(name.length + 1) : []));
  const [time = ''] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return undefined;
  const expected = keysOf(secret).map((key) => createHmac('sha256', key).update(`${time}.`).update(body).digest());
  return VERSIONS.find((version) => valuesOf(version).some((hex) => expected.some((mac) => isHexOf(hex, mac))));
}

/** The secret as it is, and what it is the base64 of, where that is long enough that nobody guesses it. */
function keysOf(secret: string): readonly (string | Buffer)[] {
  const decoded = Buffer.from(secret, 'base64');
  return decoded.length >= DECODED_LENGTH_MIN ? [secret, decoded] : [secret];
}

function isHexOf(hex: string, mac: Buffer): boolean {
  if (!/^[0-9a-f]{64}$/.test(hex)) return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), mac);
}
