import type { App } from '../context.ts';
import type { BookOutcome, CancelOutcome, FlightBookRequest, FlightSupplier, LookUpOutcome, SupplierContext } from '../suppliers/ports.ts';
import type { Traveler } from '../trips/model/trip.ts';
import type { Booking, BookingItem } from './model/booking.ts';

/** Longest booking call (real time): suppliers take up to two minutes to ticket. */
export const BOOK_CALL_SECONDS = 130;
const READ_CALL_SECONDS = 10;
const CANCEL_CALL_SECONDS = 60;

/** The item's supplier, if it is still connected. */
export function findSupplier(app: App, item: BookingItem): FlightSupplier | undefined {
  return app.flightSuppliers.find((supplier) => supplier.id === item.supplierId);
}

/** Books an item. A failure thrown anywhere leaves open whether it was booked. */
export async function callBook(app: App, booking: Booking, item: BookingItem, now: Date): Promise<BookOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return { kind: 'refused', reason: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'book', () => supplier.book(toBookRequest(booking, item), contextOf(app, booking, now, BOOK_CALL_SECONDS)));
}

/** Asks what happened to our reference. */
export async function callLookUp(app: App, booking: Booking, item: BookingItem, now: Date): Promise<LookUpOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return { kind: 'unknown', detail: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'look up', () => supplier.lookUp(item.reference, contextOf(app, booking, now, READ_CALL_SECONDS)));
}

/** Undoes an item free of charge, or learns that it cannot be. */
export async function callCancel(app: App, booking: Booking, item: BookingItem, now: Date): Promise<CancelOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return { kind: 'unknown', detail: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'cancel', () => supplier.cancel(item.reference, contextOf(app, booking, now, CANCEL_CALL_SECONDS)));
}

async function asUnknown<T>(
  app: App, item: BookingItem, what: string, call: () => Promise<T>,
): Promise<T | { readonly kind: 'unknown'; readonly detail: string }> {
  try {
    return await call();
  } catch (cause) {
    app.log.warn({ err: cause, reference: item.reference, supplier: item.supplierId }, `${what}: the supplier's answer is not known`);
    return { kind: 'unknown', detail: cause instanceof Error ? cause.message : 'unknown failure' };
  }
}

function contextOf(app: App, booking: Booking, now: Date, seconds: number): SupplierContext {
  return { organizationId: booking.organizationId, now, signal: AbortSignal.timeout(seconds * 1000), log: app.log };
}

function toBookRequest(booking: Booking, item: BookingItem): FlightBookRequest {
  return {
    reference: item.reference, offerKey: item.tripItem.offerKey, fareKey: item.tripItem.fareKey, total: item.originTotal,
    travelers: booking.travelers.map(toSupplierTraveler), contact: booking.contact,
    ancillaries: item.tripItem.ancillaries,
    seats: item.tripItem.seats.map(({ segmentId, travelerId, seatNumber }) => ({ segmentId, travelerId, seatNumber })),
  };
}

function toSupplierTraveler(traveler: Traveler) {
  const { travelerId, passengerType, firstName, lastName, dateOfBirth, gender, title } = traveler;
  return { travelerId, type: passengerType, firstName, lastName, dateOfBirth, gender, title };
}
