import type { App, Caller } from '../context.ts';
import { refuseFields } from '../platform/errors.ts';
import { listAuditEvents, listAuditEventsOf } from './audit-store.ts';
import type { AuditAction, AuditEvent } from './model/audit.ts';

/** Which entries, and how many at once. */
export interface AuditQuery {
  readonly action: AuditAction | undefined;
  readonly limit: number;
  /** Of the page before. */
  readonly pageToken: string | undefined;
}

/** Part of the log, and the token of the next part unless this is the last. */
export interface AuditPage {
  readonly events: readonly AuditEvent[];
  readonly nextPageToken: string | undefined;
}

/** What was done in the caller's organization, newest first. */
export async function readAuditLog(
  app: Pick<App, 'reads' | 'sealer'>,
  { organizationId }: Caller,
  { action, limit, pageToken }: AuditQuery,
): Promise<AuditPage> {
  // Bound to the filter too: a token continues the list it was given with.
  const context = `audit:${organizationId}:${action ?? ''}`;
  const after =
    pageToken === undefined ? undefined : app.sealer.open('page_token', pageToken, context)?.toString('utf8');
  if (pageToken !== undefined && after === undefined)
    throw refuseFields([{ path: 'page_token', problem: 'is not a token of this list' }]);
  // One entry more than wanted is read, to know whether there is a next page.
  const rows = await app.reads.ofOrganization(organizationId);
  const found = await listAuditEvents(rows, organizationId, { after, action, limit: limit + 1 });
  const events = found.slice(0, limit);
  const last = events.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { events, nextPageToken: hasMore ? app.sealer.seal('page_token', last.auditId, context) : undefined };
}

/** Acts on one thing that an answer lists at most. */
const actsMax = 100;

/** What was done to one thing of the caller's organization, oldest first. */
export async function readActsOn(
  app: Pick<App, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  target: string,
): Promise<readonly AuditEvent[]> {
  return await listAuditEventsOf(app.db, organizationId, target, actsMax);
}
