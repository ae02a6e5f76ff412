import type { Booking } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import { holdOrganization } from '../../identity/members/require-member.ts';
import { readProfile } from '../../identity/profile/read-profile.ts';
import { findInvoice, insertNextInvoice, type Invoice } from './store-invoices.ts';

export type { Invoice };

/**
 * The invoice of a booking: issued when its receipt is first looked at. Its number, its day and its seller stay,
 * whatever the seller says of themselves later; its lines are those of the booking as it stands. Undefined where the
 * seller has never said who they are, or nothing was ever paid.
 *
 * Numbers have no gaps: who holds the organization gives the next one. They follow the days of issue, not of sale.
 */
export async function issueInvoice(app: App, booking: Booking): Promise<Invoice | undefined> {
  const { organizationId, bookingRef, totalPaid } = booking;
  const issued = await findInvoice(app.db, organizationId, bookingRef);
  if (issued !== undefined || totalPaid.value === 0) return issued;
  if ((await app.sellers.of(organizationId)).legal === undefined) return undefined;
  const issuedAt = await app.organizationNow(organizationId);
  await app.db.transaction(async (tx) => {
    await holdOrganization(tx, organizationId);
    const { legal } = await readProfile({ db: tx }, organizationId);
    if (legal === undefined || (await findInvoice(tx, organizationId, bookingRef)) !== undefined) return;
    await insertNextInvoice(tx, organizationId, bookingRef, { seller: legal, issuedAt });
  });
  return await findInvoice(app.db, organizationId, bookingRef);
}
