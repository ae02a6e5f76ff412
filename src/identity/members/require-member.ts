import type { Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import type { User } from '../model/user.ts';
import { userIdOf } from '../user-id.ts';
import { findUser } from '../user-store.ts';

/**
 * The calling user as they are now, with their organization locked until the transaction ends. A credential is believed
 * for up to a second after its user was removed: whatever lasts longer asks here first. Throws `credential_invalid` for
 * anyone who is gone.
 */
export async function requireMember(tx: Tx, caller: Caller): Promise<User> {
  await lockOrganization(tx, caller.organizationId);
  const user = await findUser(tx, caller.organizationId, userIdOf(caller));
  if (user === undefined)
    throw refuse('credential_invalid', {
      headers: { 'WWW-Authenticate': 'Bearer realm="bly", error="invalid_token"' },
    });
  return user;
}

/**
 * Guards what only owners may do: of two owners who demote each other, one comes second. Throws `owner_required`
 * as well.
 */
export async function requireOwner(tx: Tx, caller: Caller): Promise<User> {
  const user = await requireMember(tx, caller);
  if (user.role !== 'owner') throw refuse('owner_required');
  return user;
}
