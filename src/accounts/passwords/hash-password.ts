import type { Handle } from '../../platform/db/db.ts';
import { createHashQueue, type HashPlace, type HashQueue } from './hash-queue.ts';
import { normalPassword } from '../model/password.ts';

/** OWASP Password Storage Cheat Sheet, "Argon2id": 19 MiB of memory, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/**
 * Checked against where an address has no password: made with the same parameters from 32 random bytes that nobody
 * stored, so that it takes as long as any other and never fits.
 */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HO4WkTmBZ+DIVLtpPZKHJA$FveHo/3JjvUX2n1s5d5s3AYSLBq6n4ri3qX3P5lW0Ww';

/** Of a caller that belongs to no network. */
const ANYWHERE: HashPlace = { lane: 'sign_in', share: '' };

/** What a check has shown. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** The hash was made with parameters of another day and should be made anew. */
  readonly isOutdated: boolean;
}

/** A password's argon2id hash in its standard notation. Throws `rate_exceeded` when too many wait already. */
export function hashPassword(h: Handle, password: string, place = ANYWHERE): Promise<string> {
  return queueOf(h).run(place, async () =>
    (await import('@node-rs/argon2')).hash(normalPassword(password), PARAMETERS),
  );
}

/**
 * Checks a password; without a hash it takes as long and is wrong. Throws `rate_exceeded` when too many wait already.
 */
export function checkPassword(
  h: Handle,
  passwordHash: string | undefined,
  password: string,
  place = ANYWHERE,
): Promise<PasswordCheck> {
  return queueOf(h).run(place, async () => {
    const { parseOptions, verify } = await import('@node-rs/argon2');
    const isRight = await verify(passwordHash ?? NOBODYS_HASH, normalPassword(password));
    if (passwordHash === undefined || !isRight) return { isRight: false, isOutdated: false };
    const made = parseOptions(passwordHash);
    return {
      isRight,
      isOutdated:
        made.memoryCost !== PARAMETERS.memoryCost ||
        made.timeCost !== PARAMETERS.timeCost ||
        made.parallelism !== PARAMETERS.parallelism,
    };
  });
}

/** By the database of the process: there is one queue for each, however many operations hash. */
const queues = new WeakMap<object, HashQueue>();

function queueOf({ scope }: Handle): HashQueue {
  const queue = queues.get(scope) ?? createHashQueue();
  queues.set(scope, queue);
  return queue;
}
