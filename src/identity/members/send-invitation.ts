import { chooseLanguage } from '../../../web/checkout/messages.ts';
import { renderInvitation } from '../../../web/mail/render-invitation.ts';
import type { App } from '../../context.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import {
  clearSealedToken,
  findInvitationToMail,
  type InvitationToMail,
  type OpenInvitation,
} from './invitation-store.ts';
import { findUser } from '../user-store.ts';

/** A mail that could not be sent this time; the job's schedule says when it is tried again. */
class InvitationNotSent extends Error {
  constructor(reason: string) {
    super(`The invitation could not be sent: ${reason}.`);
    this.name = 'InvitationNotSent';
  }
}

type InvitationId = Pick<OpenInvitation, 'organizationId' | 'invitationId'>;

/**
 * Mails the link of an invitation and forgets its token. A run that dies between the two sends once more, with the same
 * Message-ID.
 */
export async function sendInvitation(app: App, id: InvitationId, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const invitation = await findInvitationToMail(app.db, id);
  // Accepted, withdrawn or sent in the meantime.
  if (invitation === undefined) return;
  if (app.mailer === undefined || invitation.expiresAt <= app.clock.now())
    return await giveUpInvitation(app, id, 'no_mailer_or_expired');
  const outcome = await app.mailer.send(await writeMessage(app, invitation), signal);
  switch (outcome.kind) {
    case 'sent':
      return await clearSealedToken(app.db, id);
    case 'rejected':
      return await giveUpInvitation(app, id, outcome.reason);
    case 'failed':
      throw new InvitationNotSent(outcome.reason);
    default:
      return outcome satisfies never;
  }
}

/**
 * Forgets the token of an invitation that no mail will bring to anybody. It stays open: inviting the address again
 * takes its place.
 */
export async function giveUpInvitation(app: Pick<App, 'db' | 'log'>, id: InvitationId, reason: string): Promise<void> {
  await clearSealedToken(app.db, id);
  app.log.warn(
    { organization_id: id.organizationId, invitation_id: id.invitationId, reason },
    'an invitation could not be mailed',
  );
}

/** The token, so that only this process's keys can read it while its mail is on its way. */
export function sealToken(app: Pick<App, 'sealer'>, invitation: InvitationId, token: string): string {
  return app.sealer.seal('invitation', token, contextOf(invitation));
}

async function writeMessage(app: App, invitation: InvitationToMail): Promise<MailMessage> {
  const { organizationId, invitationId, email, role, expiresAt, invitedBy, organizationName, tokenSealed } = invitation;
  const token = app.sealer.open('invitation', tokenSealed, contextOf(invitation))?.toString('utf8');
  if (token === undefined) throw new Error('a sealed invitation cannot be opened with the current secret keys');
  const inviter = await findUser(app.db, organizationId, invitedBy);
  const language = chooseLanguage(invitation.language, undefined);
  const rendered = renderInvitation(
    language,
    { isSandbox: app.config.environment === 'sandbox' },
    {
      organizationName,
      inviterName: inviter?.name ?? inviter?.email,
      role,
      expiresAt,
      url: `${app.config.publicUrl}/join/${token}`,
    },
  );
  return { id: invitationId, to: email, language, ...rendered };
}

function contextOf({ organizationId, invitationId }: InvitationId): string {
  return `${organizationId} ${invitationId}`;
}
