import type { App } from '../../context.ts';
import { revokeUnverifiedCredentials } from '../../identity/revoke-unverified-credentials.ts';
import { findUserWithEmail, markEmailVerified, markSecondFactor } from '../../identity/read-user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { forgiveAllFailures, isTooOften, maySendMail } from '../attempts/record-sign-in-attempt.ts';
import { hashPassword } from './hash-password.ts';
import { enqueueMail, type MailRequest } from '../jobs.ts';
import { deleteLink, deleteLinksOf } from '../links/link-store.ts';
import type { OpenLink } from '../links/issue-email-link.ts';
import type { SignInRequest } from '../sessions/open-session.ts';
import { upsertPassword } from './password-store.ts';
import { deleteFactor } from '../second-factor/second-factor-store.ts';
import { deleteSessionsOf } from '../sessions/session-store.ts';
import { withMinimumDuration } from '../attempts/with-minimum-duration.ts';

/** Where a new password is to be, and how to mail it. */
interface Asked {
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/** Mails a link to anyone who has an address; same answer and same time where nobody has it. */
export function requestReset(
  app: App,
  { email, language, request, returnSealed }: Asked & Pick<MailRequest, 'returnSealed'> & { readonly email: string },
): Promise<'mailed' | 'too_often'> {
  return withMinimumDuration(app.config.secretAnswerMs, async () => {
    if (await isTooOften(app, 'reset', { kind: 'network', remoteAddress: request.remoteAddress })) return 'too_often';
    const user = await findUserWithEmail(app, email);
    if (user === undefined || !(await maySendMail(app, 'reset', user.userId))) return 'mailed';
    const { organizationId, userId } = user;
    await app.db.transaction(async (tx) => {
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: { kind: 'system', id: undefined },
        action: 'user.password_reset_requested',
        target: userId,
        request,
      });
      await enqueueMail(app, tx, { user, kind: 'reset', language, returnSealed });
    });
    return 'mailed';
  });
}

/**
 * Sets the password a link was mailed for: the link and its sisters are used up, every session of the user and every
 * program's access ends, the address is known to be theirs, and a mail notifies them. `gone`: somebody was faster.
 * Throws `rate_exceeded` when too many hashes wait.
 */
export async function resetPassword(
  app: App,
  { link, user }: OpenLink,
  wanted: Asked & { readonly password: string },
): Promise<'done' | 'gone'> {
  // The mailed link has shown who it is.
  const passwordHash = await hashPassword(app.db, wanted.password, { lane: 'known', share: user.userId });
  const { organizationId, userId } = user;
  const { request, language } = wanted;
  const isDone = await app.db.transaction(async (tx) => {
    if (!(await deleteLink(tx, link))) return false;
    const now = app.clock.now();
    await upsertPassword(tx, user, passwordHash, now);
    await revokeUnverifiedCredentials(tx, app, user, request);
    // Somebody may have signed up with an address that was not theirs: nothing they set up outlives the proof.
    if (user.emailVerifiedAt === undefined && (await deleteFactor(tx, userId)))
      await markSecondFactor(tx, userId, undefined);
    await markEmailVerified(tx, user, now);
    await deleteLinksOf(tx, user, ['verify', 'reset', 'welcome']);
    await deleteSessionsOf(tx, user);
    await app.programAccess.endAllOf(tx, user, { clock: app.clock, request });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.password_reset',
      target: userId,
      detail: { by: link.kind },
      request,
    });
    if (link.kind === 'reset') await enqueueMail(app, tx, { user, kind: 'password_changed', language });
    return true;
  });
  if (!isDone) return 'gone';
  if (user.email !== undefined) await forgiveAllFailures(app, user.email);
  return 'done';
}
