import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { IdempotentRun } from '../../platform/http/route.ts';
import { installationId, newId, type UserId } from '../../platform/ids.ts';
import {
  countInvitationsBy,
  countInvitationsSince,
  endInvitation,
  findOpenInvitation,
  insertInvitation,
  listOpenInvitations,
  type OpenInvitation,
  withdrawInvitationOf,
} from './invitation-store.ts';
import { sendInvitationJob } from '../jobs.ts';
import {
  hashInvitationToken,
  invitationLifeSeconds,
  invitationsPerDayMax,
  membersMax,
  newInvitationToken,
} from '../model/invitation.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import { foldEmail, organizationsMax } from '../model/user.ts';
import { type Acting, recordAct } from '../record-audit.ts';
import { requireOwner } from './require-member.ts';
import { sealToken } from './send-invitation.ts';
import { listRowsOf, listUsers } from '../user-store.ts';

const daySeconds = 86_400;

/** Whom to invite. */
export interface WantedInvitation {
  readonly email: string;
  readonly role: UserRole;
  /** A language tag: what the mail is written in. */
  readonly language: string;
  readonly idempotency: IdempotentRun | undefined;
}

/**
 * Invites an address: owners only. The mail goes out by a job. An address that is invited again gets a fresh link, and
 * the one before it stops working. Whether the address signs in elsewhere is not shown here, lest anybody could ask
 * who has an account: it ends the link's use.
 */
export async function inviteMember(
  app: App,
  acting: Acting,
  { email, role, language, idempotency }: WantedInvitation,
): Promise<OpenInvitation> {
  const { caller } = acting;
  const earlierId = idempotency?.earlierResult?.['invitation_id'];
  if (earlierId !== undefined) return await getInvitation(app, caller, earlierId);
  if (app.config.oidc !== undefined)
    throw refuse('state_conflict', { message: 'Users come from the configured issuer: let them in there.' });
  if (app.mailer === undefined)
    throw refuse('state_conflict', {
      message: 'This installation sends no mail: its administrator must set BLY_SMTP_URL first.',
    });
  const token = newInvitationToken();
  const hash = hashInvitationToken(token);
  if (hash === undefined) throw new Error('a fresh token is not of its own form');
  return await app.db.transaction(async (tx) => {
    const { userId } = await requireOwner(tx, caller);
    const now = app.clock.now();
    await requireRoom(tx, caller, email, now);
    await requireRoomOfPerson(tx, userId, now);
    await withdrawInvitationOf(tx, caller.organizationId, email, now);
    const invitation: OpenInvitation = {
      organizationId: caller.organizationId,
      invitationId: newId('invitation'),
      email,
      role,
      invitedBy: userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + invitationLifeSeconds * 1_000),
    };
    await insertInvitation(tx, invitation, {
      language,
      tokenHash: hash,
      tokenSealed: sealToken(app, invitation, token),
    });
    await recordAct(tx, app.clock, acting, {
      action: 'member.invited',
      target: invitation.invitationId,
      detail: { email, role },
    });
    await enqueueMail(app, tx, invitation);
    await idempotency?.recordResult(tx, { invitation_id: invitation.invitationId });
    return invitation;
  });
}

/** The open invitations of the caller's organization that still work, oldest first. */
export function listInvitations(
  app: Pick<App, 'db' | 'clock'>,
  { organizationId }: Caller,
): Promise<readonly OpenInvitation[]> {
  return listOpenInvitations(app.db, organizationId, { now: app.clock.now(), limit: membersMax });
}

/** Takes an invitation back: its link stops working at once. Owners only. */
export async function withdrawInvitation(
  app: Pick<App, 'db' | 'clock'>,
  acting: Acting,
  invitationId: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { organizationId } = await requireOwner(tx, acting.caller);
    const invitation = await findOpenInvitation(tx, organizationId, invitationId);
    const isEnded =
      invitation !== undefined && (await endInvitation(tx, invitation, { as: 'withdrawn', at: app.clock.now() }));
    if (!isEnded) throw refuse('resource_not_found', { message: 'No open invitation has this id.' });
    await recordAct(tx, app.clock, acting, {
      action: 'member.invitation_withdrawn',
      target: invitationId,
      detail: { email: invitation.email },
    });
  });
}

async function getInvitation(app: App, { organizationId }: Caller, invitationId: string): Promise<OpenInvitation> {
  const invitation = await findOpenInvitation(app.db, organizationId, invitationId);
  if (invitation === undefined)
    throw refuse('resource_not_found', { message: 'The invitation this made is no longer open.' });
  return invitation;
}

async function requireRoom(tx: Tx, { organizationId }: Caller, email: string, now: Date): Promise<void> {
  const members = await listUsers(tx, organizationId, membersMax);
  const isMember = members.some((member) => member.email !== undefined && foldEmail(member.email) === foldEmail(email));
  if (isMember) throw refuse('state_conflict', { message: 'This address is a member already.' });
  const open = await listOpenInvitations(tx, organizationId, { now, limit: membersMax });
  if (members.length + open.length >= membersMax) {
    throw refuse('state_conflict', {
      message: `An organization has at most ${membersMax} members and open invitations.`,
    });
  }
  const sentToday = await countInvitationsSince(tx, organizationId, new Date(now.getTime() - daySeconds * 1_000));
  if (sentToday >= invitationsPerDayMax)
    throw refuse('state_conflict', {
      message: `An organization sends at most ${invitationsPerDayMax} invitations in 24 hours.`,
    });
}

/** Somebody who founds organizations has no more invitations for it: they are mails to strangers. */
async function requireRoomOfPerson(tx: Tx, userId: UserId, now: Date): Promise<void> {
  const organizations = await listRowsOf(tx, userId, organizationsMax);
  const sentToday = await countInvitationsBy(tx, userId, {
    organizationIds: organizations.map(({ organizationId }) => organizationId),
    since: new Date(now.getTime() - daySeconds * 1_000),
  });
  if (sentToday >= invitationsPerDayMax)
    throw refuse('state_conflict', {
      message: `One person sends at most ${invitationsPerDayMax} invitations in 24 hours, in all organizations together.`,
    });
}

/**
 * The job is the installation's, not the organization's: it runs on real time, and a sandbox reset does not drop it.
 */
async function enqueueMail(app: App, tx: Tx, { organizationId, invitationId }: OpenInvitation): Promise<void> {
  await app.jobs.enqueue(tx, sendInvitationJob, {
    organizationId: installationId,
    payload: { organization_id: organizationId, invitation_id: invitationId },
  });
}
