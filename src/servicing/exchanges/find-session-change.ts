import type { App } from '../../context.ts';
import type { OrganizationId, SessionId } from '../../platform/ids.ts';
import type { BookingChange } from '../model/change.ts';
import { findChangeBySession } from '../store.ts';

/** The change that a checkout session pays for; undefined for a session that pays for a trip, or for nothing. */
export function findSessionChange(
  app: App,
  { organizationId }: { readonly organizationId: OrganizationId },
  sessionId: SessionId,
): Promise<BookingChange | undefined> {
  return findChangeBySession(app.db, organizationId, sessionId);
}
