import type { App } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import { findUserWithEmail } from '../identity/read-user.ts';
import { widestNetworkOf } from '../platform/limits/ip-prefix.ts';
import { countFailure, forgiveFailures, isTooOften, type PasswordSource } from './attempts/record-sign-in-attempt.ts';
import { sourceOf } from './attempts/known-device.ts';
import { checkPassword, hashPassword } from './passwords/hash-password.ts';
import type { HashPlace } from './passwords/hash-queue.ts';
import type { MailRequest } from './jobs.ts';
import { passwordLengthMax } from './model/password.ts';
import type { SignInRequest } from './sessions/open-session.ts';
import { findPasswordHash, replacePasswordHash } from './passwords/password-store.ts';
import { recordFailure } from './attempts/record-failure.ts';
import { withMinimumDuration } from './attempts/with-minimum-duration.ts';

/** What somebody types to be let in. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** Of the page, for the mail about a lock-out. */
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/** A user whose password was right, and the hash it had then. */
interface CheckedUser {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * What becomes of it. `wrong` says nothing about which of the two is wrong, `locked` nothing about whether somebody has
 * the address. `unverified`: right, but in production nobody signs in before their address is known to be theirs.
 */
export type SignInOutcome =
  | ({ readonly kind: 'right' } & CheckedUser)
  | ({ readonly kind: 'unverified' } & CheckedUser)
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly until: Date }
  | { readonly kind: 'too_often' };

/**
 * Checks an address and a password; opens no session. Throws `rate_exceeded` when too many passwords wait to be
 * checked.
 */
export function checkSignIn(app: App, attempt: SignInAttempt): Promise<SignInOutcome> {
  return withMinimumDuration(app.config.secretAnswerMs, async () => {
    const source = await sourceOf(app, attempt.email, attempt.request);
    if (await isTooOften(app, 'sign_in', source)) return { kind: 'too_often' };
    const count = await countFailure(app, attempt.email, source);
    if (count.isLocked) return { kind: 'locked', until: count.countedUntil };
    const user = await findUserWithEmail(app, attempt.email);
    const passwordHash = await checkPasswordOf(app, user, attempt.password, placeOf(source));
    if (user === undefined || passwordHash === undefined) {
      const isLast = await recordFailure(app, attempt, { user, isLast: count.isLast });
      return isLast ? { kind: 'locked', until: count.countedUntil } : { kind: 'wrong' };
    }
    await forgiveFailures(app, attempt.email, source);
    const mustBeVerified = app.config.environment === 'production' && user.emailVerifiedAt === undefined;
    return { kind: mustBeVerified ? 'unverified' : 'right', user, passwordHash };
  });
}

/** Known browsers wait in a lane of their own, strangers with the rest of their network. */
function placeOf(source: PasswordSource & { readonly kind: 'network' | 'device' }): HashPlace {
  if (source.kind === 'device') return { lane: 'known', share: source.deviceId };
  return { lane: 'sign_in', share: widestNetworkOf(source.remoteAddress) };
}

/**
 * The hash of the password, when it is the user's; takes as long for nobody and for one who has none. Throws
 * `rate_exceeded` when too many wait.
 */
export async function checkPasswordOf(
  app: Pick<App, 'db'>,
  user: User | undefined,
  password: string,
  place: HashPlace,
): Promise<string | undefined> {
  const known = user === undefined ? undefined : await findPasswordHash(app.db, user);
  const { isRight, isOutdated } = await checkPassword(app.db, known, password.slice(0, passwordLengthMax + 1), place);
  if (user === undefined || known === undefined || !isRight) return undefined;
  if (!isOutdated) return known;
  const renewed = await hashPassword(app.db, password, place);
  return (await replacePasswordHash(app.db, user, known, renewed)) ? renewed : known;
}
