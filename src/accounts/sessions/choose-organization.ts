import { markChosen } from '../../identity/read-user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { SignInRequest } from './open-session.ts';
import { setSessionOrganization, type UserKey, type WebSession } from './session-store.ts';

/**
 * Has a session look at another organization, on record there, and so the next that the person opens; false when the
 * session is over, or another tab was faster. The caller has seen that the person is a member of it.
 */
export async function chooseOrganization(
  tx: Tx,
  clock: Clock,
  choice: { readonly session: WebSession; readonly chosen: UserKey; readonly request: SignInRequest },
): Promise<boolean> {
  const { session, chosen, request } = choice;
  const { organizationId, userId } = chosen;
  const isOther = session.organizationId !== organizationId;
  if (isOther && !(await setSessionOrganization(tx, session, organizationId))) return false;
  await markChosen(tx, chosen, clock.now());
  if (!isOther) return true;
  await recordAudit(tx, clock, {
    organizationId,
    actor: { kind: 'user', id: userId },
    action: 'user.organization_chosen',
    target: userId,
    request,
  });
  return true;
}
