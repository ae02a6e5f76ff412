import type { Booking } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';
import type { BookingChange } from './model/change.ts';
import { findChange, listChanges } from './store.ts';

/** A change of this very booking; undefined for one of another. */
export async function findChangeOf(app: App, { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>, changeId: string): Promise<BookingChange | undefined> {
  const change = await findChange(app.db, { organizationId, changeId });
  return change?.bookingRef === bookingRef ? change : undefined;
}

/** What was asked about a booking and committed to, newest first. */
export async function listChangesOf(app: App, { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>): Promise<readonly BookingChange[]> {
  return await listChanges(app.db, organizationId, bookingRef);
}
