import type { Tx } from '../platform/db/db.ts';
import type { ItemId } from '../platform/ids.ts';
import { supplierPayable } from '../ledger/model/entry.ts';
import { addMoney, type Money } from '../travel/money.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import { itemOf, withItem } from './fulfil/book-item.ts';
import type { Booking } from './model/booking.ts';
import { saveServicedBooking } from './store-serviced.ts';

/** Bags and seats that a supplier has added to a sold flight. */
export interface AddedServices {
  readonly itemId: ItemId;
  /** The flight with what was added. */
  readonly tripItem: FlightItem;
  /** What the supplier takes for it, in its currency. */
  readonly originTotal: Money;
  /** What the payer pays for it, in the booking's currency. */
  readonly due: Money;
  /** Names the change in the ledger. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * Adds bags and seats to a confirmed flight, in the caller's transaction: it costs more by them, at its supplier and for
 * its payer, and everything else about it stays. Undefined when the booking has moved on since it was read: then the
 * caller's transaction must not be committed.
 */
export async function recordServicesAdded(
  tx: Tx,
  booking: Booking,
  { itemId, tripItem, originTotal, due, reference, now }: AddedServices,
): Promise<Booking | undefined> {
  const item = itemOf(booking, { itemId });
  const after: Booking = {
    ...withItem(booking, {
      ...item,
      tripItem,
      total: addMoney(item.total, due),
      originTotal: addMoney(item.originTotal, originTotal),
      ...(item.supplierTotal && { supplierTotal: addMoney(item.supplierTotal, originTotal) }),
    }),
    totalCollected: addMoney(booking.totalCollected, due),
  };
  const { organizationId, tripId } = booking;
  const transfers = [{ debit: 'trip_clearing', credit: supplierPayable(item.supplierId), amount: due }] as const;
  const isSaved = await saveServicedBooking(tx, booking, after, [
    { organizationId, tripId, reference, at: now, step: 'book', transfers },
  ]);
  return isSaved ? { ...after, version: booking.version + 1 } : undefined;
}
