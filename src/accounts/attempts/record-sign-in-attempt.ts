import type { App } from '../../context.ts';
import { foldEmail } from '../../identity/model/user.ts';
import {
  type BoundedCounter,
  countAll,
  findReached,
  type NetworkBounds,
  networkCounters,
} from '../../platform/limits/network-limits.ts';
import { addFailure, clearFailures } from './failure-store.ts';

/**
 * Failures are counted for a quarter of an hour of real time (contract, section 4), whether or not somebody has the
 * address.
 */
const windowMs = 15 * 60_000;
/** Ten failures end the guessing of one visitor; somebody with a block of addresses gets a few more. */
const FAILURES_MAX = 10;
const FAILURES_PER_NETWORK_MAX: NetworkBounds = {
  '/64': FAILURES_MAX,
  '/56': 20,
  '/48': 30,
  '/32': FAILURES_MAX,
  '/24': 30,
};
/** From everywhere: beyond it only browsers that are known to be the owner's may try. */
const FAILURES_FROM_ANYWHERE_MAX = 50;
/** Wrong codes of a second factor, from everywhere together: of a million codes three are right at any moment. */
const CODES_MAX = 5;
/** What a network may ask for in a quarter of an hour: an office's worth of mistakes, far from enough to guess with. */
const REQUESTS_MAX = {
  sign_in: { '/64': 100, '/56': 200, '/48': 400, '/32': 100, '/24': 400 },
  sign_up: { '/64': 30, '/56': 45, '/48': 60, '/32': 30, '/24': 90 },
  reset: { '/64': 30, '/56': 60, '/48': 90, '/32': 30, '/24': 120 },
} as const satisfies Record<string, NetworkBounds>;

/**
 * Where a password is typed: by a stranger somewhere on the network, in a browser that is known to be the owner's, or
 * on the account's own page.
 */
export type PasswordSource =
  | { readonly kind: 'network'; readonly remoteAddress: string }
  | { readonly kind: 'device'; readonly deviceId: string }
  | { readonly kind: 'account' }
  /** A code of the second factor, wherever it is typed: who guesses those has the password already. */
  | { readonly kind: 'second_factor' };

/** How a password that is about to be checked has been counted. */
export interface CountedAttempt {
  /** True: it must not be looked at. */
  readonly isLocked: boolean;
  /** It is the last that is allowed from here, should it be wrong. */
  readonly isLast: boolean;
  readonly countedUntil: Date;
}

/**
 * Counts a password as wrong before it is looked at, so that who guesses in parallel gains nothing; `forgiveFailures`
 * takes it back. The counts of a known browser and of strangers are apart: wrong passwords of a stranger lock the owner
 * out of no browser they have used before, and a stolen device cookie gives no more than the ten guesses of its own
 * count. Stored in the database: they hold in every process and after a restart.
 */
export async function countFailure(
  app: Pick<App, 'db' | 'clock' | 'sealer'>,
  email: string,
  source: PasswordSource,
): Promise<CountedAttempt> {
  const now = app.clock.now();
  const addressHash = hashAddress(app, email);
  const until = new Date(now.getTime() + windowMs);
  let isLast = false;
  let countedUntil = until;
  for (const { key: scope, max } of scopesOf(source)) {
    const count = await addFailure(app.db, { addressHash, scope }, { now, until, max });
    if (count.failures > max) return { isLocked: true, isLast: false, countedUntil: count.countedUntil };
    if (count.failures === max) {
      isLast = true;
      countedUntil = count.countedUntil;
    }
  }
  return { isLocked: false, isLast, countedUntil };
}

/** The password was right: what was counted where it was typed is forgotten. */
export async function forgiveFailures(
  app: Pick<App, 'db' | 'sealer'>,
  email: string,
  source: PasswordSource,
): Promise<void> {
  await clearFailures(
    app.db,
    hashAddress(app, email),
    scopesOf(source).map(({ key }) => key),
  );
}

/** The password was set anew by anyone who reads the address's mail: every count ends. */
export async function forgiveAllFailures(app: Pick<App, 'db' | 'sealer'>, email: string): Promise<void> {
  await clearFailures(app.db, hashAddress(app, email));
}

/** Counts by scope, the narrowest first: what a narrow one refuses does not count for the wider ones. */
function scopesOf(source: PasswordSource): readonly BoundedCounter[] {
  switch (source.kind) {
    case 'network':
      return [
        ...networkCounters('network', source.remoteAddress, FAILURES_PER_NETWORK_MAX),
        { key: '', max: FAILURES_FROM_ANYWHERE_MAX },
      ];
    case 'device':
      return [{ key: `device:${source.deviceId}`, max: FAILURES_MAX }];
    case 'account':
      return [{ key: 'account', max: FAILURES_MAX }];
    case 'second_factor':
      return [{ key: 'second_factor', max: CODES_MAX }];
    default:
      return source satisfies never;
  }
}

/**
 * Whether too much was asked from a place on the network: each network of the address has a bound. A known browser has
 * one of its own, so that strangers in its network do not use it up. Shared by all processes; losing it loses a quarter
 * of an hour of counting.
 */
export async function isTooOften(
  app: Pick<App, 'shared' | 'clock'>,
  what: keyof typeof REQUESTS_MAX,
  source: PasswordSource & { readonly kind: 'network' | 'device' },
): Promise<boolean> {
  const bounds = REQUESTS_MAX[what];
  const counters =
    source.kind === 'device'
      ? [{ key: `accounts:${what}:device:${source.deviceId}`, max: bounds['/32'] }]
      : networkCounters(`accounts:${what}`, source.remoteAddress, bounds);
  const windowSeconds = windowMs / 1_000;
  return (
    (await findReached(app, counters, windowSeconds)) !== undefined ||
    (await countAll(app, counters, windowSeconds)) !== undefined
  );
}

/** Mails of one kind that one person gets in an hour, no matter who asks for them. */
const MAILS_MAX = 5;
const hourSeconds = 3_600;

/** Whether a person may be sent another mail that strangers can ask for. */
export async function maySendMail(app: Pick<App, 'shared'>, kind: string, userId: string): Promise<boolean> {
  return (await app.shared.addToCounter(`accounts:mail:${kind}:${userId}`, 1, hourSeconds)) <= MAILS_MAX;
}

/** Nobody who reads the table, or a device cookie, learns who tried to sign in. */
export function hashAddress({ sealer }: Pick<App, 'sealer'>, email: string): string {
  return sealer.keyedHash('cookie', `sign-in address ${foldEmail(email)}`);
}
