import * as z from 'zod';
import { PAGE_LANGUAGES, type PageLanguage } from '../../web/checkout/messages.ts';
import type { App } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import type { Tx } from '../platform/db/db.ts';
import { asId, installationId, newId } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { deleteEndedFailures } from './attempts/failure-store.ts';
import { deleteExpiredLinks } from './links/link-store.ts';
import { sessionIdleMs } from './model/session.ts';
import { ACCOUNT_MAIL_KINDS, type AccountMailKind, sendAccountMail } from './links/send-mail.ts';
import { deleteEndedSessions } from './sessions/session-store.ts';

const minute = 60;
const hour = 3_600;
/** Waits before tries 2 to 6: somebody waits for the mail, and after an hour they have asked for another. */
const RETRY_DELAYS_SECONDS: readonly number[] = [10, minute, 5 * minute, 15 * minute, 30 * minute];

const Payload = z.object({
  organization_id: z.string(),
  user_id: z.string(),
  kind: z.enum(ACCOUNT_MAIL_KINDS),
  language: z.enum(PAGE_LANGUAGES),
  mail_id: z.string(),
  /** What the person came for, sealed. */
  return_sealed: z.string().optional(),
});

/** A mail to a user, in the language of the page that led to it. */
export interface MailRequest {
  readonly user: Pick<User, 'organizationId' | 'userId'>;
  readonly kind: AccountMailKind;
  readonly language: PageLanguage;
  /** What the person came for who asked for the mail (onward.ts). */
  readonly returnSealed?: string | undefined;
}

/** One mail to one user. The one-time link in it is made when it is sent: the queue holds no secret. */
const sendAccountMailJob: JobDeclaration<z.infer<typeof Payload>> = {
  name: 'accounts.send_mail',
  payload: Payload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  jitter: 0.1,
  concurrency: 4,
  timeoutSeconds: 60,
  run: async (payload, app, run) => {
    await sendAccountMail(
      app,
      {
        organizationId: asId('organization', payload.organization_id),
        userId: asId('user', payload.user_id),
        kind: payload.kind,
        language: payload.language,
        mailId: payload.mail_id,
        returnSealed: payload.return_sealed,
      },
      run.signal,
    );
    return undefined;
  },
  async exhausted(payload, app) {
    app.log.error({ user_id: payload.user_id, kind: payload.kind }, 'a mail to a user could not be sent');
  },
};

/** Deletes sessions, links and counts that are over, hour after hour. */
const purgeAccountsJob: JobDeclaration<Record<never, never>> = {
  name: 'accounts.purge',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app) {
    const now = app.clock.now();
    await deleteEndedSessions(app.db, { expiredBefore: now, unseenSince: new Date(now.getTime() - sessionIdleMs) });
    await deleteExpiredLinks(app.db, now);
    await deleteEndedFailures(app.db, now);
    return { runAgainInSeconds: hour };
  },
  async exhausted(_payload, app) {
    app.log.error('sessions and links that are over could not be deleted; the next start tries again');
  },
};

/**
 * Puts a mail into the queue, in the transaction that makes it true; of one kind a user has at most one waiting. The
 * job is the installation's: it runs on real time, and a sandbox reset does not drop it.
 */
export async function enqueueMail(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  { user, kind, language, returnSealed }: MailRequest,
): Promise<void> {
  const payload = {
    organization_id: user.organizationId,
    user_id: user.userId,
    kind,
    language,
    mail_id: newId('job'),
    ...(returnSealed === undefined ? {} : { return_sealed: returnSealed }),
  };
  await app.jobs.enqueue(tx, sendAccountMailJob, {
    organizationId: installationId,
    payload,
    key: `${kind}:${user.userId}`,
  });
}

/** Every job of this folder. */
export const accountJobs = [sendAccountMailJob, purgeAccountsJob] as const;
export const accountStandingJobs = [purgeAccountsJob] as const;
