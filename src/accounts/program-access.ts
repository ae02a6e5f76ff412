import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrganizationId, UserId } from '../platform/ids.ts';

/** What programs may do in users' names. `app.ts` registers it, so that sign-in knows no one above it. */
export interface ProgramAccess {
  /**
   * Revokes everything a person has allowed, in each of their organizations, in the caller's transaction: every
   * process refuses its tokens within a second.
   */
  endAllOf(
    tx: Tx,
    user: { readonly organizationId: OrganizationId; readonly userId: UserId },
    act: { readonly clock: Clock; readonly request: { readonly requestId: string; readonly remoteAddress: string } },
  ): Promise<void>;
  /** Revokes what somebody has allowed as a member of one organization. */
  endThoseIn: ProgramAccess['endAllOf'];
}
