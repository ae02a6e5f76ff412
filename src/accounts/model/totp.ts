import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Time-based one-time passwords (RFC 6238) as authenticator programs make them: SHA-1, six digits, 30 seconds. */
const stepSeconds = 30;
const digits = 6;
/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20;
/** A code is taken one step early or late: clocks differ, and people type slowly (RFC 6238, 5.2). */
const window = 1;
const CODE = /^\d{6}$/;

const generatorOf = (secret: string, label?: string) =>
  new TOTP({
    issuer: 'Bly',
    ...(label === undefined ? {} : { label }),
    algorithm: 'SHA1',
    digits,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });

/** A fresh secret, in base 32 as people type it where nothing can be scanned. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** What a program scans to make codes; `label`: whose they are. */
export function totpUri(secret: string, label: string): string {
  return generatorOf(secret, label).toString();
}

/** The code of a moment: what a person's program shows. */
export function totpCode(secret: string, at: Date): string {
  return generatorOf(secret).generate({ timestamp: at.getTime() });
}

/** The time step a code belongs to, when it is one of the three that are taken now; else undefined. */
export function matchTotpStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!CODE.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = generatorOf(secret).validate({ token, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / stepSeconds) + delta;
}

/** As many as fit on a slip of paper. */
const recoveryCodesMade = 10;
const RECOVERY_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 16;
const RECOVERY_PATTERN = /^[a-z2-9]{16}$/;

/** Fresh recovery codes: 80 bits each, in four groups. Shown once. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodesMade }, () => {
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]);
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What is stored of a recovery code, however it is spaced; undefined for a text that was never one. */
export function hashRecoveryCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toLowerCase();
  return RECOVERY_PATTERN.test(plain) ? hash('sha256', plain, 'hex') : undefined;
}
