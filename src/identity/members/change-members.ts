import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { UserId } from '../../platform/ids.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import { membersMax } from '../model/invitation.ts';
import type { User } from '../model/user.ts';
import { type Acting, actorOf, recordAct } from '../record-audit.ts';
import { requireMember, requireOwner } from './require-member.ts';
import { userIdOf } from '../user-id.ts';
import { findUser, listUsers, moveHome, setUserRemoved, setUserRole } from '../user-store.ts';
import { withdrawInvitationsOf } from './withdraw-invitations.ts';

type MembersContext = Pick<App, 'db' | 'clock'>;

/** Everybody in the caller's organization, oldest first. */
export function listMembers(app: MembersContext, { organizationId }: Caller): Promise<readonly User[]> {
  return listUsers(app.db, organizationId, membersMax);
}

/**
 * Gives a member another role. Owners only; an organization keeps at least one of them. Invitations of anyone who is no
 * owner any more end.
 */
export async function changeRole(app: MembersContext, acting: Acting, userId: UserId, role: UserRole): Promise<User> {
  return await app.db.transaction(async (tx) => {
    await requireOwner(tx, acting.caller);
    const member = await getMember(tx, acting.caller, userId);
    if (member.role === role) return member;
    if (role !== 'owner') await requireAnotherOwner(tx, member);
    await setUserRole(tx, member, role);
    await recordAct(tx, app.clock, acting, {
      action: 'member.role_changed',
      target: userId,
      detail: { from: member.role, to: role },
    });
    if (role !== 'owner')
      await withdrawInvitationsOf(tx, app.clock, member, {
        cause: 'inviter_demoted',
        actor: actorOf(acting.caller),
        request: acting.request,
      });
    return { ...member, role };
  });
}

/**
 * Ends a membership: an owner removes anybody, and everybody may leave, except the last owner. Tokens and sessions stop
 * within a second, and links they have sent at once; the keys the user made stay, for they belong to the organization.
 */
export async function removeMember(app: MembersContext, acting: Acting, userId: UserId): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (userId === userIdOf(acting.caller)) await requireMember(tx, acting.caller);
    else await requireOwner(tx, acting.caller);
    const member = await getMember(tx, acting.caller, userId);
    await requireAnotherOwner(tx, member);
    await setUserRemoved(tx, member, app.clock.now());
    await moveHome(tx, userId);
    await recordAct(tx, app.clock, acting, {
      action: 'member.removed',
      target: userId,
      detail: { role: member.role, has_left: userId === userIdOf(acting.caller) },
    });
    await withdrawInvitationsOf(tx, app.clock, member, {
      cause: 'inviter_removed',
      actor: actorOf(acting.caller),
      request: acting.request,
    });
  });
}

async function getMember(tx: Tx, { organizationId }: Caller, userId: UserId): Promise<User> {
  const member = await findUser(tx, organizationId, userId);
  if (member === undefined) throw refuse('resource_not_found', { message: 'No member has this id.' });
  return member;
}

async function requireAnotherOwner(tx: Tx, member: User): Promise<void> {
  if (member.role !== 'owner') return;
  const users = await listUsers(tx, member.organizationId, membersMax);
  if (users.some(({ role, userId }) => role === 'owner' && userId !== member.userId)) return;
  throw refuse('state_conflict', {
    message: 'An organization keeps at least one owner. Make somebody else an owner first.',
  });
}
