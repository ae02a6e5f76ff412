import type { Db } from '../../platform/db/db.ts';
import type { SupplierBookings, SupplierEvents } from './supplier-bookings.ts';
import {
  findBookingRow,
  hasEvent,
  insertEvent,
  insertIntent,
  insertRefusal,
  listBookingRows,
  markCalled,
  saveFailureEvent,
  saveKnown,
} from './supplier-bookings-store.ts';

/** The rows behind order calls, in the installation's database. */
export function createSupplierBookings(db: Db): SupplierBookings {
  return {
    intend: (booking) => insertIntent(db, booking),
    refuse: (booking) => insertRefusal(db, booking),
    beginCall: (booking, at) => markCalled(db, booking, at),
    settle: (booking, known) => saveKnown(db, booking, known),
    noteFailure: (booking, eventId) => saveFailureEvent(db, booking, eventId),
    find: (key) => findBookingRow(db, key),
    listByOrder: (ids) => listBookingRows(db, ids),
  };
}

/** Which events were acted on, in the installation's database. */
export function createSupplierEvents(db: Db): SupplierEvents {
  return {
    has: (event) => hasEvent(db, event),
    record: (event, at) => insertEvent(db, event, at),
  };
}
