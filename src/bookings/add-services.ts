import type { Tx } from '../platform/db/db.ts';
import { supplierPayable } from '../ledger/model/entry.ts';
import { itemOf } from './fulfil/book-item.ts';
import type { Booking } from './model/booking.ts';
import { type Addition, withAddition } from './model/serviced-booking.ts';
import { saveServicedBooking } from './store-serviced.ts';

/** Bags and seats that a supplier has added to a sold flight. `reference` names the change in the ledger. */
export interface AddedServices extends Addition {
  readonly reference: string;
  readonly now: Date;
}

/**
 * Adds bags and seats to a confirmed flight, in the caller's transaction: what the payer gives for them is the
 * supplier's. Undefined when the booking has moved on since it was read: then the caller's transaction must not be
 * committed.
 */
export async function recordServicesAdded(
  tx: Tx,
  booking: Booking,
  { reference, now: at, ...addition }: AddedServices,
): Promise<Booking | undefined> {
  const { organizationId, tripId } = booking;
  const { supplierId } = itemOf(booking, addition);
  const after = withAddition(booking, addition);
  const transfers = [{ debit: 'trip_clearing', credit: supplierPayable(supplierId), amount: addition.due }] as const;
  const isSaved = await saveServicedBooking(tx, booking, after, [
    { organizationId, tripId, reference, at, step: 'book', transfers },
  ]);
  return isSaved ? { ...after, version: booking.version + 1 } : undefined;
}
