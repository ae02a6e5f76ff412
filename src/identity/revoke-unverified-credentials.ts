import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { lockOrganization } from './lock-organization.ts';
import { withdrawInvitationsOf } from './members/withdraw-invitations.ts';
import type { User } from './model/user.ts';
import { type AuditOrigin, recordAudit } from './record-audit.ts';
import { listApiKeysBy, setKeyRevoked } from './store.ts';
import { findUser } from './user-store.ts';

/**
 * Anyone who proves an address for the first time may be another person than the one who signed up with it: the API
 * keys and open invitations the user has made until then end, each on record. Does nothing for a user whose address was
 * known to be theirs; call it before `markEmailVerified`, in the same transaction.
 */
export async function revokeUnverifiedCredentials(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  { organizationId, userId }: Pick<User, 'organizationId' | 'userId'>,
  request: AuditOrigin,
): Promise<void> {
  await lockOrganization(tx, organizationId);
  const user = await findUser(tx, organizationId, userId);
  if (user === undefined || user.emailVerifiedAt !== undefined) return;
  const actor = { kind: 'user', id: userId } as const;
  for (const { keyId, name, prefix } of await listApiKeysBy(tx, organizationId, userId)) {
    await setKeyRevoked(tx, organizationId, keyId, clock.now());
    await recordAudit(tx, clock, {
      organizationId,
      actor,
      action: 'api_key.revoked',
      target: keyId,
      detail: { name, prefix, cause: 'address_proven' },
      request,
    });
  }
  await withdrawInvitationsOf(tx, clock, user, { cause: 'address_proven', actor, request });
}
