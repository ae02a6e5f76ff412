import type { App } from '../context.ts';
import type { ProgramAccess } from '../accounts/program-access.ts';
import { listOrganizationsOf } from '../identity/members/organizations-of.ts';
import { type AuditOrigin, recordAudit } from '../identity/record-audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { UserId } from '../platform/ids.ts';
import { endGrant, listLiveGrants } from './grant-store.ts';
import { deletePayloadsOfGrant } from './payload-store.ts';

/** More than any user has. */
const GRANTS_MAX = 1_000;

/** Which grant is to end, and why. */
export interface GrantEnding {
  readonly grantHash: string;
  /**
   * `reuse`: a code or refresh token came twice; `client`: the application gave it back; `user`: its owner took it
   * back; `password`: its owner has another password.
   */
  readonly cause: 'reuse' | 'client' | 'user' | 'password';
  readonly userId?: UserId;
  readonly request?: AuditOrigin | undefined;
}

/**
 * Ends a grant with everything that came from it: its tokens are refused within a second in every process. Safe to do
 * twice; only the first is put on record.
 */
export async function revokeGrant(app: Pick<App, 'db' | 'clock'>, ending: GrantEnding): Promise<void> {
  await app.db.transaction((tx) => revokeWithin(tx, app.clock, ending));
}

/** Anyone who has another password has reason not to trust what was allowed with the one before. */
export const programAccess: ProgramAccess = {
  async endAllOf(tx, user, { clock, request }) {
    for (const { organizationId } of await listOrganizationsOf({ db: tx }, user.userId))
      await endWithin(tx, { ...user, organizationId }, { clock, request, cause: 'password' });
  },
  endThoseIn: (tx, user, act) => endWithin(tx, user, { ...act, cause: 'user' }),
};

async function endWithin(
  tx: Tx,
  user: Parameters<ProgramAccess['endAllOf']>[1],
  { clock, request, cause }: Parameters<ProgramAccess['endAllOf']>[2] & Pick<GrantEnding, 'cause'>,
): Promise<void> {
  for (const { grantHash } of await listLiveGrants(tx, user, { now: clock.now(), limit: GRANTS_MAX }))
    await revokeWithin(tx, clock, { grantHash, cause, userId: user.userId, request });
}

async function revokeWithin(tx: Tx, clock: Clock, { grantHash, cause, userId, request }: GrantEnding): Promise<void> {
  const grant = await endGrant(tx, grantHash, clock.now());
  if (grant === undefined) return;
  await deletePayloadsOfGrant(tx, grant.issuer, grantHash);
  await recordAudit(tx, clock, {
    organizationId: grant.organizationId,
    actor: userId === undefined ? { kind: 'system', id: undefined } : { kind: 'user', id: userId },
    action: cause === 'reuse' ? 'oauth.token_reuse_detected' : 'oauth.grant_revoked',
    target: grantHash,
    request,
    detail: { client: grant.clientName, user: grant.userId, cause },
  });
}
