import type { App } from '../../context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import { createUser } from '../create-user.ts';
import { lockOrganization } from '../lock-organization.ts';
import { hashInvitationToken } from '../model/invitation.ts';
import { foldEmail, organizationsMax, type User } from '../model/user.ts';
import { type AuditOrigin, recordAudit, SYSTEM } from '../record-audit.ts';
import { findUser, insertMembership, listRowsOf, setUnverifiedRemoved } from '../user-store.ts';
import { endInvitation, findInvitationByHash, type InvitationByToken } from './invitation-store.ts';
import { withdrawInvitationsOf } from './withdraw-invitations.ts';

/** An invitation whose link works. */
export interface Invitation {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly invitationId: string;
  /** Whom the mail went to: the holder of the link reads mail there. */
  readonly email: string;
  readonly role: UserRole;
  readonly expiresAt: Date;
}

/** Who accepts. */
export interface Accepting {
  readonly name: string | undefined;
  readonly request?: AuditOrigin | undefined;
  /** What else becomes true with the new user, in the same transaction: their password. */
  readonly alongside?: (tx: Tx, user: User) => Promise<void>;
}

/**
 * What became of it. `gone`: unknown, used, withdrawn, expired, or of somebody who is no owner any more. `email_taken`:
 * the address is known to be that of somebody who signs in already: they join as who they are (`joinAsMember`).
 */
export type Acceptance =
  | { readonly kind: 'joined'; readonly user: User }
  | { readonly kind: 'gone' }
  | { readonly kind: 'email_taken' };

type InvitationContext = Pick<App, 'config' | 'db' | 'clock'>;

/** The invitation of a link; undefined when the link is unknown, used, withdrawn or older than seven days. */
export async function findInvitation(app: InvitationContext, token: string): Promise<Invitation | undefined> {
  const found = await findByToken(app, token);
  if (found === undefined) return undefined;
  const { organizationId, organizationName, invitationId, email, role, expiresAt } = found;
  return { organizationId, organizationName, invitationId, email, role, expiresAt };
}

/** Thrown inside the transaction so that a link that was used a moment ago makes no second user. */
class InvitationGone extends Error {}

/**
 * Makes the user a link is for, once: their address is known to be theirs, for the link came by mail. Anyone who signed
 * up with the address without ever showing that it is theirs is removed; what they made stays with their organization.
 */
export async function acceptInvitation(
  app: InvitationContext,
  token: string,
  { name, request, alongside }: Accepting,
): Promise<Acceptance> {
  const invitation = await findByToken(app, token);
  if (invitation === undefined) return { kind: 'gone' };
  const { email, organizationId, role } = invitation;
  try {
    const user = await createUser(app, {
      email,
      isEmailVerified: true,
      name,
      request,
      membership: { organizationId, role },
      async beforehand(tx) {
        await requireLiveInviter(tx, invitation);
        if (!(await endInvitation(tx, invitation, { as: 'accepted', at: app.clock.now() }))) throw new InvitationGone();
        await freeAddress(tx, app.clock, email);
      },
      ...(alongside === undefined ? {} : { alongside }),
    });
    return user === undefined ? { kind: 'email_taken' } : { kind: 'joined', user };
  } catch (error) {
    if (error instanceof InvitationGone) return { kind: 'gone' };
    throw error;
  }
}

/** Thrown inside the transaction so that the link of somebody who is a member already stays as it was. */
class MemberAlready extends Error {}

/** What joining does beside it, in the same transaction: what somebody held who had been here before ends. */
type Alongside = (tx: Tx, user: User) => Promise<void>;

/**
 * Makes somebody who signs in already a member of the inviting organization, once, with the invitation's role. The
 * invitation must have gone to their own address; the caller has seen that they are signed in.
 */
export async function joinAsMember(
  app: InvitationContext,
  token: string,
  {
    person,
    request,
    alongside,
  }: { readonly person: User; readonly request: AuditOrigin; readonly alongside: Alongside },
): Promise<{ readonly kind: 'joined'; readonly user: User } | { readonly kind: 'gone' | 'member_already' | 'full' }> {
  const invitation = await findByToken(app, token);
  if (invitation === undefined || person.email === undefined || foldEmail(person.email) !== foldEmail(invitation.email))
    return { kind: 'gone' };
  const { organizationId, role } = invitation;
  if ((await listRowsOf(app.db, person.userId, organizationsMax)).length >= organizationsMax) return { kind: 'full' };
  const now = app.clock.now();
  const user: User = {
    ...person,
    organizationId,
    role,
    createdAt: now,
    emailVerifiedAt: person.emailVerifiedAt ?? now,
  };
  try {
    await app.db.transaction(async (tx) => {
      await requireLiveInviter(tx, invitation);
      if (!(await endInvitation(tx, invitation, { as: 'accepted', at: now }))) throw new InvitationGone();
      if (!(await insertMembership(tx, user))) throw new MemberAlready();
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: { kind: 'user', id: user.userId },
        action: 'member.joined',
        target: user.userId,
        detail: { role },
        request,
      });
      await alongside(tx, user);
    });
  } catch (error) {
    if (error instanceof InvitationGone) return { kind: 'gone' };
    if (error instanceof MemberAlready) return { kind: 'member_already' };
    throw error;
  }
  return { kind: 'joined', user };
}

async function findByToken(app: InvitationContext, token: string): Promise<InvitationByToken | undefined> {
  const hash = hashInvitationToken(token);
  const found = hash === undefined ? undefined : await findInvitationByHash(app.db, hash);
  return found === undefined || found.environment !== app.config.environment || found.expiresAt <= app.clock.now()
    ? undefined
    : found;
}

/**
 * An invitation is worth what its sender may do when it is accepted: nobody who lost the right comes back, or brings
 * others, by a link of before.
 */
async function requireLiveInviter(tx: Tx, { organizationId, invitedBy }: InvitationByToken): Promise<void> {
  await lockOrganization(tx, organizationId);
  const inviter = await findUser(tx, organizationId, invitedBy);
  if (inviter?.role !== 'owner') throw new InvitationGone();
}

async function freeAddress(tx: Tx, clock: Clock, email: string): Promise<void> {
  for (const holder of await setUnverifiedRemoved(tx, email, clock.now())) {
    const { organizationId, userId, role } = holder;
    // Not the accepting person's request: where they were is no business of a stranger's organization.
    await recordAudit(tx, clock, {
      organizationId,
      actor: SYSTEM,
      action: 'member.removed',
      target: userId,
      detail: { role, cause: 'address_proven_by_another' },
    });
    await withdrawInvitationsOf(tx, clock, holder, { cause: 'inviter_removed', actor: SYSTEM });
  }
}
