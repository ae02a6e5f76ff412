import type { Handle, Tx } from '../platform/db/db.ts';
import { asId, type OrganizationId, type SessionId } from '../platform/ids.ts';
import type { CheckoutSession } from './model/session.ts';

interface SessionRow {
  readonly organization_id: string;
  readonly session_id: string;
  readonly trip_id: string;
  readonly quote_id: string;
  readonly created_at: Date;
  readonly link_expires_at: Date;
}
type CheckoutTables = { readonly checkout_session: SessionRow };
const db = (h: Handle) => h.q.withTables<CheckoutTables>();

/** Stores a new session. */
export async function insertSession(tx: Tx, session: CheckoutSession): Promise<void> {
  await db(tx).insertInto('checkout_session').values({
    organization_id: session.organizationId, session_id: session.sessionId, trip_id: session.tripId, quote_id: session.quoteId,
    created_at: session.createdAt, link_expires_at: session.linkExpiresAt,
  }).execute();
}

/** Notes the quote the page has made for a session it keeps. */
export async function updateSessionQuote(tx: Tx, session: CheckoutSession): Promise<void> {
  await db(tx).updateTable('checkout_session').set({ quote_id: session.quoteId })
    .where('organization_id', '=', session.organizationId).where('session_id', '=', session.sessionId).execute();
}

/** The session, or undefined. */
export async function findSession(h: Handle, organizationId: OrganizationId, sessionId: SessionId): Promise<CheckoutSession | undefined> {
  const row = await db(h).selectFrom('checkout_session').selectAll()
    .where('organization_id', '=', organizationId).where('session_id', '=', sessionId).executeTakeFirst();
  return row && toSession(row);
}

function toSession(row: SessionRow): CheckoutSession {
  return {
    organizationId: asId('organization', row.organization_id), sessionId: asId('session', row.session_id), tripId: asId('trip', row.trip_id),
    quoteId: asId('quote', row.quote_id), createdAt: row.created_at, linkExpiresAt: row.link_expires_at,
  };
}
