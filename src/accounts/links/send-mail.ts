import { type AccountMailView, renderAccountMail } from '../../../web/accounts/mail.ts';
import type { PageLanguage } from '../../../web/checkout/messages.ts';
import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { findLiveUser } from '../../identity/read-user.ts';
import type { OrganizationId, UserId } from '../../platform/ids.ts';
import { issueEmailLink } from './issue-email-link.ts';
import { openOnward } from '../onward.ts';

const mailedUrlLengthMax = 2_000;

/** Every mail that accounts send to users. */
export const ACCOUNT_MAIL_KINDS = [
  'verify',
  'already_registered',
  'reset',
  'password_changed',
  'locked_out',
  'codes_locked',
  'second_factor_on',
  'second_factor_off',
  'recovery_code_used',
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** A mail to be sent. */
export interface AccountMail {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly kind: AccountMailKind;
  readonly language: PageLanguage;
  /** Names the mail for good; begins with its time. */
  readonly mailId: string;
  /** What the person came for who asked for it (onward.ts). */
  readonly returnSealed: string | undefined;
}

/** Thrown for a mail that could not be sent this time; the job's schedule says when it is tried again. */
class AccountMailNotSent extends Error {
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
  const rendered = renderAccountMail(
    mail.language,
    { isSandbox: app.config.environment === 'sandbox' },
    await viewMail(app, user, mail),
  );
  const outcome = await app.mailer.send(
    { id: `${mail.mailId}.${mail.kind}`, to: user.email, language: mail.language, ...rendered },
    signal,
  );
  if (outcome.kind === 'failed') throw new AccountMailNotSent(outcome.reason);
  if (outcome.kind === 'rejected')
    app.log.warn(
      { kind: mail.kind, user_id: mail.userId, reason: outcome.reason },
      'a mail to a user was refused for good',
    );
}

async function viewMail(app: App, user: User, { kind, returnSealed }: AccountMail): Promise<AccountMailView> {
  const { publicUrl } = app.config;
  const name = user.name;
  switch (kind) {
    case 'verify':
      return { kind, name, url: await issueEmailLink(app, user, 'verify', returnSealed) };
    case 'reset':
      return { kind, name, url: await issueEmailLink(app, user, 'reset', returnSealed) };
    case 'already_registered':
      return { kind, name, url: signInUrl(app, returnSealed) };
    case 'password_changed':
    case 'locked_out':
    case 'codes_locked':
    case 'second_factor_on':
    case 'second_factor_off':
    case 'recovery_code_used':
      return { kind, name, url: `${publicUrl}/forgot-password` };
    default:
      return kind satisfies never;
  }
}

/**
 * The sign-in page, and on from there. A request that is too long for the mail programs that cut addresses is left out.
 */
function signInUrl(app: App, returnSealed: string | undefined): string {
  const path = openOnward(app, returnSealed)?.path;
  const url = `${app.config.publicUrl}/sign-in`;
  const onwardUrl = `${url}?${new URLSearchParams({ return_to: path ?? '' }).toString()}`;
  return path === undefined || onwardUrl.length > mailedUrlLengthMax ? url : onwardUrl;
}
