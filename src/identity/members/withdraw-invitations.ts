import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { withdrawInvitationsBy } from './invitation-store.ts';
import type { User } from '../model/user.ts';
import { type NewAuditEvent, recordAudit } from '../record-audit.ts';

/** Why links stop working, and who is on record for it. */
export interface Withdrawal extends Pick<NewAuditEvent, 'actor' | 'request'> {
  readonly cause: 'inviter_removed' | 'inviter_demoted' | 'address_proven';
}

/** Ends the links a user has sent and puts each on record: an invitation is worth what its sender may do. */
export async function withdrawInvitationsOf(
  tx: Tx,
  clock: Clock,
  { organizationId, userId }: Pick<User, 'organizationId' | 'userId'>,
  { cause, actor, request }: Withdrawal,
): Promise<void> {
  for (const { invitationId, email } of await withdrawInvitationsBy(tx, organizationId, userId, clock.now())) {
    await recordAudit(tx, clock, {
      organizationId,
      actor,
      action: 'member.invitation_withdrawn',
      target: invitationId,
      detail: { email, cause },
      request,
    });
  }
}
