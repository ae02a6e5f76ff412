import type { Handle } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { normalPassword } from './model/password.ts';

/** OWASP Password Storage Cheat Sheet, "Argon2id": 19 MiB of memory, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** So many are hashed at once, each in a thread of its own; the others wait. */
const RUNNING_MAX = 2;
/** Beyond it somebody is told to come back: about two seconds of waiting on one core. */
const WAITING_MAX = 40;
const retryAfterSeconds = 5;
/**
 * Checked against where an address has no password: made with the same parameters from 32 random bytes that nobody kept, so
 * that it takes as long as any other and never fits.
 */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$HO4WkTmBZ+DIVLtpPZKHJA$FveHo/3JjvUX2n1s5d5s3AYSLBq6n4ri3qX3P5lW0Ww';

/** What a check has shown. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** The hash was made with parameters of another day and should be made anew. */
  readonly isOutdated: boolean;
}

/** A password's argon2id hash in its standard notation. Throws `rate_exceeded` when too many wait already. */
export function hashPassword(h: Handle, password: string): Promise<string> {
  return inTurn(h, async () => (await import('@node-rs/argon2')).hash(normalPassword(password), PARAMETERS));
}

/** Checks a password; without a hash it takes as long and is wrong. Throws `rate_exceeded` when too many wait already. */
export function checkPassword(h: Handle, passwordHash: string | undefined, password: string): Promise<PasswordCheck> {
  return inTurn(h, async () => {
    const { parseOptions, verify } = await import('@node-rs/argon2');
    const isRight = await verify(passwordHash ?? NOBODYS_HASH, normalPassword(password));
    if (passwordHash === undefined || !isRight) return { isRight: false, isOutdated: false };
    const made = parseOptions(passwordHash);
    return { isRight, isOutdated: made.memoryCost !== PARAMETERS.memoryCost || made.timeCost !== PARAMETERS.timeCost || made.parallelism !== PARAMETERS.parallelism };
  });
}

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}
/** By the database of the process: there is one queue for each, however many operations ask. */
const turnsOf = new WeakMap<object, Turns>();

/** Bounds memory: without it a flood of sign-ins would take 19 MiB for every one of them. */
async function inTurn<T>({ scope }: Handle, work: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(scope) ?? { running: 0, waiting: [] };
  turnsOf.set(scope, turns);
  if (turns.running >= RUNNING_MAX) {
    if (turns.waiting.length >= WAITING_MAX) throw refuse('rate_exceeded', { headers: { 'Retry-After': String(retryAfterSeconds) } });
    // Whoever ends hands the turn over: the count stays as it is.
    await new Promise<void>((resolve) => turns.waiting.push(resolve));
  } else turns.running += 1;
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next === undefined) turns.running -= 1;
    else next();
  }
}
