import { type AccountMailView, renderAccountMail } from '../../web/accounts/mail.ts';
import type { PageLanguage } from '../../web/checkout/messages.ts';
import type { App } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import { findLiveUser } from '../identity/read-user.ts';
import type { OrganizationId, UserId } from '../platform/ids.ts';
import type { AccountMailKind } from './jobs.ts';
import { makeLink } from './make-link.ts';

/** A mail to be sent. */
export interface AccountMail {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly kind: AccountMailKind;
  readonly language: PageLanguage;
  /** Names the mail for good; begins with its time. */
  readonly mailId: string;
}

/** Thrown for a mail that could not be sent this time; the job's schedule says when it is tried again. */
export class AccountMailNotSent extends Error {
  constructor(reason: string) {
    super(`The mail could not be sent: ${reason}.`);
    this.name = 'AccountMailNotSent';
  }
}

/** Writes and sends one mail. A second try makes another link; each works once. */
export async function sendAccountMail(app: App, mail: AccountMail, signal: AbortSignal): Promise<void> {
  const user = await findLiveUser(app, mail.organizationId, mail.userId);
  if (user?.email === undefined) return;
  if (app.mailer === undefined) {
    app.log.warn({ kind: mail.kind, user_id: mail.userId }, 'a mail to a user was not sent: BLY_SMTP_URL is not set');
    return;
  }
  const rendered = renderAccountMail(mail.language, { isSandbox: app.config.environment === 'sandbox' }, await viewMail(app, user, mail.kind));
  const outcome = await app.mailer.send({ id: `${mail.mailId}.${mail.kind}`, to: user.email, language: mail.language, ...rendered }, signal);
  if (outcome.kind === 'failed') throw new AccountMailNotSent(outcome.reason);
  if (outcome.kind === 'rejected') app.log.warn({ kind: mail.kind, user_id: mail.userId, reason: outcome.reason }, 'a mail to a user was refused for good');
}

async function viewMail(app: App, user: User, kind: AccountMailKind): Promise<AccountMailView> {
  const { publicUrl } = app.config;
  const name = user.name;
  switch (kind) {
    case 'verify': return { kind, name, url: await makeLink(app, user, 'verify') };
    case 'reset': return { kind, name, url: await makeLink(app, user, 'reset') };
    case 'already_registered': return { kind, name, url: `${publicUrl}/sign-in` };
    case 'password_changed': case 'locked_out': return { kind, name, url: `${publicUrl}/forgot-password` };
    default: return kind satisfies never;
  }
}
