import type { App } from '../context.ts';
import { markEmailVerified } from '../identity/read-user.ts';
import { recordAudit } from '../identity/record-audit.ts';
import { maySendMail } from './attempts/record-sign-in-attempt.ts';
import { enqueueMail, type MailRequest } from './jobs.ts';
import { deleteLinksOf } from './links/link-store.ts';
import type { OpenLink } from './links/issue-email-link.ts';
import type { SignInRequest } from './sessions/open-session.ts';

/**
 * Notes that the address is the user's own, by a link that was mailed to it and the password the account was made with.
 */
export async function verifyEmail(app: App, { user }: OpenLink, request: SignInRequest): Promise<void> {
  const { organizationId, userId } = user;
  await app.db.transaction(async (tx) => {
    await markEmailVerified(tx, user, app.clock.now());
    await deleteLinksOf(tx, user, ['verify']);
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.email_verified',
      target: userId,
      request,
    });
  });
}

/** Mails the link once more, within what one person may be sent. */
export async function mailVerification(
  app: App,
  preference: Pick<MailRequest, 'user' | 'language' | 'returnSealed'>,
): Promise<void> {
  if (!(await maySendMail(app, 'verify', preference.user.userId))) return;
  await app.db.transaction((tx) => enqueueMail(app, tx, { ...preference, kind: 'verify' }));
}
