import type { App } from '../../context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { createUser } from '../create-user.ts';
import { endInvitation, findInvitationByHash, type InvitationByToken } from './invitation-store.ts';
import { hashInvitationToken } from '../model/invitation.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import type { User } from '../model/user.ts';
import { type AuditOrigin, recordAudit, SYSTEM } from '../record-audit.ts';
import { lockOrganization } from '../store.ts';
import { findUser, setUnverifiedRemoved } from '../user-store.ts';
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
 * the address is known to be that of somebody who signs in already, and a user belongs to one organization.
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
  const holder = await setUnverifiedRemoved(tx, email, clock.now());
  if (holder === undefined) return;
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
