import type { App } from '../context.ts';
import { createUser } from '../identity/create-user.ts';
import { findUserWithEmail } from '../identity/read-user.ts';
import { recordAudit } from '../identity/record-audit.ts';
import { widestNetworkOf } from '../platform/limits/ip-prefix.ts';
import { isTooOften, maySendMail } from './attempts/record-sign-in-attempt.ts';
import { hashPassword } from './passwords/hash-password.ts';
import { enqueueMail, type MailRequest } from './jobs.ts';
import type { SignInRequest } from './sessions/open-session.ts';
import { upsertPassword } from './passwords/password-store.ts';
import { withMinimumDuration } from './attempts/with-minimum-duration.ts';

/** Who wants an account. The address and the password have been judged. */
export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly language: MailRequest['language'];
  readonly returnSealed: MailRequest['returnSealed'];
  readonly request: SignInRequest;
}

/**
 * Makes a user who owns a new organization and mails them a link. For an address that is somebody's already the answer
 * and the time it takes are the same, and the mail says so: nobody learns here who has an account. Throws
 * `rate_exceeded` when too many passwords wait to be hashed.
 */
export function signUp(app: App, wanted: SignUp): Promise<'mailed' | 'too_often'> {
  return withMinimumDuration(app.config.secretAnswerMs, async () => {
    const { email, name, request, language, returnSealed } = wanted;
    if (await isTooOften(app, 'sign_up', { kind: 'network', remoteAddress: request.remoteAddress })) return 'too_often';
    const passwordHash = await hashPassword(app.db, wanted.password, {
      lane: 'sign_up',
      share: widestNetworkOf(request.remoteAddress),
    });
    const made = await createUser(app, {
      email,
      name,
      isEmailVerified: false,
      request,
      async alongside(tx, user) {
        const { organizationId, userId } = user;
        await upsertPassword(tx, user, passwordHash, app.clock.now());
        await recordAudit(tx, app.clock, {
          organizationId,
          actor: { kind: 'user', id: userId },
          action: 'user.signed_up',
          target: userId,
          request,
        });
        await enqueueMail(app, tx, { user, kind: 'verify', language, returnSealed });
      },
    });
    if (made === undefined) await notifyOwner(app, wanted);
    return 'mailed';
  });
}

async function notifyOwner(app: App, { email, language, returnSealed }: SignUp): Promise<void> {
  const user = await findUserWithEmail(app, email);
  if (user === undefined || !(await maySendMail(app, 'already_registered', user.userId))) return;
  await app.db.transaction((tx) => enqueueMail(app, tx, { user, kind: 'already_registered', language, returnSealed }));
}
