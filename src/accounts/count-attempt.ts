import type { App } from '../context.ts';
import { foldEmail } from '../identity/model/user.ts';
import { networksOf } from '../platform/limits/networks.ts';
import { addFailure, clearFailures, type FailureCount } from './failure-store.ts';

/** Ten failures lock an address for a quarter of an hour of real time (contract, section 4), whether or not somebody has it. */
export const failuresMax = 10;
const windowMs = 15 * 60_000;
/** What one place on the network may ask for in a quarter of an hour: an office's worth of mistakes, far from enough to guess with. */
const REQUESTS_MAX = { sign_in: 100, sign_up: 30, reset: 30 } as const;

/**
 * Counts a sign-in with an address as a failure before the password is looked at, so that who guesses in parallel gains
 * nothing; `forgiveFailures` takes it back. Kept in the database: it holds in every process and after a restart.
 */
export async function countFailure(app: Pick<App, 'db' | 'clock' | 'sealer'>, email: string): Promise<FailureCount & { readonly isLocked: boolean }> {
  const now = app.clock.now();
  const count = await addFailure(app.db, hashAddress(app, email), { now, until: new Date(now.getTime() + windowMs), max: failuresMax });
  return { ...count, isLocked: count.failures > failuresMax };
}

/** The password was right, or was set anew by whoever reads the address's mail. */
export async function forgiveFailures(app: Pick<App, 'db' | 'sealer'>, email: string): Promise<void> {
  await clearFailures(app.db, hashAddress(app, email));
}

/** Whether a place on the network has asked too often. Shared by all processes; losing it loses a quarter of an hour of counting. */
export async function isTooOften(app: Pick<App, 'shared'>, what: keyof typeof REQUESTS_MAX, remoteAddress: string): Promise<boolean> {
  const asked = await app.shared.addToCounter(`accounts:${what}:${networksOf(remoteAddress)[0]?.key ?? ''}`, 1, windowMs / 1_000);
  return asked > REQUESTS_MAX[what];
}

/** Mails of one kind that one person gets in an hour, whoever asks for them. */
const MAILS_MAX = 5;
const hourSeconds = 3_600;

/** Whether a person may be sent another mail that strangers can ask for. */
export async function maySendMail(app: Pick<App, 'shared'>, kind: string, userId: string): Promise<boolean> {
  return (await app.shared.addToCounter(`accounts:mail:${kind}:${userId}`, 1, hourSeconds)) <= MAILS_MAX;
}

/** Nobody who reads the table learns who tried to sign in. */
function hashAddress({ sealer }: Pick<App, 'sealer'>, email: string): string {
  return sealer.keyedHash('cookie', `sign-in address ${foldEmail(email)}`);
}
