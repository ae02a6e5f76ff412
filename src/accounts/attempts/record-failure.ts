import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { maySendMail } from './record-sign-in-attempt.ts';
import { enqueueMail, type MailRequest } from '../jobs.ts';
import type { SignInRequest } from '../sessions/open-session.ts';

/** Where a password was typed. */
interface Place {
  /** Of the page, for the mail about a lock-out. */
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/**
 * Puts a wrong password on record, and the lock-out with a mail when it was the last that is allowed; answers whether
 * it was. `user`: whose address it is; undefined for nobody's.
 */
export async function recordFailure(
  app: App,
  { language, request }: Place,
  { user, isLast }: { readonly user: User | undefined; readonly isLast: boolean },
): Promise<boolean> {
  if (user === undefined) {
    app.log.info({ request_id: request.requestId, is_locked: isLast }, 'a sign-in with an unknown address failed');
    return isLast;
  }
  const { organizationId, userId } = user;
  const isMailed = isLast && (await maySendMail(app, 'locked_out', userId));
  // Nobody has shown who they are: the actor is nobody, the target is whose account it is.
  const common = { organizationId, actor: { kind: 'system', id: undefined }, target: userId, request } as const;
  await app.db.transaction(async (tx) => {
    await recordAudit(tx, app.clock, { ...common, action: 'user.sign_in_failed' });
    if (!isLast) return;
    await recordAudit(tx, app.clock, { ...common, action: 'user.locked_out' });
    if (isMailed) await enqueueMail(app, tx, { user, kind: 'locked_out', language });
  });
  return isLast;
}
