import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { countFailure, forgiveFailures } from '../attempts/record-sign-in-attempt.ts';
import { hashPassword } from './hash-password.ts';
import { enqueueMail, type MailRequest } from '../jobs.ts';
import { deleteLinksOf } from '../links/link-store.ts';
import type { SignInRequest } from '../sessions/open-session.ts';
import { forgetDevices, lockPassword, upsertPassword } from './password-store.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import { deleteSessionsOf } from '../sessions/session-store.ts';
import { checkPasswordOf } from '../sign-in.ts';

/**
 * Failures on the account's own page are counted apart from those at the sign-in form: no stranger keeps a user from
 * changing the password.
 */
const HERE = { kind: 'account' } as const;

/** A signed-in user who wants another password. The new one has been judged. */
export interface PasswordChange {
  readonly user: User;
  readonly current: string;
  readonly password: string;
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/**
 * Changes a password: every session of the user ends, this one too, and every program's access, and a mail notifies
 * them. Who sits at somebody else's screen gets ten guesses at the present password, on record like those of a sign-in.
 * Throws `rate_exceeded` when too many hashes wait.
 */
export async function changePassword(app: App, change: PasswordChange): Promise<'changed' | 'wrong' | 'locked'> {
  const { user, request, language } = change;
  const { organizationId, userId } = user;
  const email = user.email ?? userId;
  const place = { lane: 'known', share: userId } as const;
  const { isLast, isLocked } = await countFailure(app, email, HERE);
  if (isLocked) return 'locked';
  const currentHash = await checkPasswordOf(app, user, change.current, place);
  if (currentHash === undefined) return (await recordFailure(app, change, { user, isLast })) ? 'locked' : 'wrong';
  await forgiveFailures(app, email, HERE);
  const passwordHash = await hashPassword(app.db, change.password, place);
  return await app.db.transaction(async (tx) => {
    // Anyone who has set another one meanwhile, by mail for instance, is not to be overruled with the one before.
    if (!(await lockPassword(tx, user, currentHash))) return 'wrong';
    await upsertPassword(tx, user, passwordHash, app.clock.now());
    await deleteLinksOf(tx, user, ['reset', 'welcome']);
    await deleteSessionsOf(tx, user);
    await app.programAccess.endAllOf(tx, user, { clock: app.clock, request });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.password_changed',
      target: userId,
      request,
    });
    await enqueueMail(app, tx, { user, kind: 'password_changed', language });
    return 'changed';
  });
}

/**
 * Whether a password is the present one of somebody who is signed in: a browser that somebody left open changes nothing
 * that lasts. Wrong ones are counted and put on record as those of a password change.
 */
export async function checkOwnPassword(
  app: App,
  own: Omit<PasswordChange, 'password'>,
): Promise<'right' | 'wrong' | 'locked'> {
  const { user } = own;
  const email = user.email ?? user.userId;
  const { isLast, isLocked } = await countFailure(app, email, HERE);
  if (isLocked) return 'locked';
  const place = { lane: 'known', share: user.userId } as const;
  if ((await checkPasswordOf(app, user, own.current, place)) === undefined)
    return (await recordFailure(app, own, { user, isLast })) ? 'locked' : 'wrong';
  await forgiveFailures(app, email, HERE);
  return 'right';
}

/** Signs a user out of every browser, and makes each an unknown one. */
export async function signOutEverywhere(
  app: App,
  { organizationId, userId }: User,
  request: SignInRequest,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await deleteSessionsOf(tx, { userId });
    await forgetDevices(tx, { userId });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.signed_out',
      target: userId,
      detail: { everywhere: true },
      request,
    });
  });
}
