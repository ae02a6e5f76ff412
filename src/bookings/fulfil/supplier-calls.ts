import type { App } from '../../context.ts';
import type { BookingService, BookOutcome, CancelOutcome, LookUpOutcome } from '../../suppliers/ports/booking.ts';
import type { SupplierContext } from '../../suppliers/ports/supplier.ts';
import { dueLaterAmount } from '../../trips/model/items/product.ts';
import type { Traveler } from '../../trips/model/trip.ts';
import type { Booking, BookingItem } from '../model/booking.ts';

/** Longest booking call (real time): suppliers take up to two minutes to ticket. */
export const BOOK_CALL_SECONDS = 130;
const READ_CALL_SECONDS = 10;
const CANCEL_CALL_SECONDS = 60;

/** What can be done with an item's booking, whatever was booked. */
export type ItemDesk = Omit<BookingService<never>, 'book'>;

/** The item's supplier, if it is still connected. */
export function findSupplier(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): ItemDesk | undefined {
  return suppliersOf(app, kind).find((supplier) => supplier.id === supplierId);
}

function suppliersOf(app: App, kind: BookingItem['kind']): readonly ItemDesk[] {
  switch (kind) {
    case 'flight':
      return app.flightSuppliers;
    case 'hotel':
      return app.hotelSuppliers;
    case 'car':
      return app.carSuppliers;
    default:
      return kind satisfies never;
  }
}

/** Books an item. A failure thrown anywhere leaves open whether it was booked. */
export async function callBook(app: App, booking: Booking, item: BookingItem, now: Date): Promise<BookOutcome> {
  if (findSupplier(app, item) === undefined) return { kind: 'refused', reason: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'book', () => book(app, booking, item, contextOf(app, booking, now, BOOK_CALL_SECONDS)));
}

/** Asks what happened to our reference. */
export async function callLookUp(app: App, booking: Booking, item: BookingItem, now: Date): Promise<LookUpOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return { kind: 'unknown', detail: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'look up', () =>
    supplier.lookUp(item.reference, contextOf(app, booking, now, READ_CALL_SECONDS)),
  );
}

/** Undoes an item free of charge, or learns that it cannot be. */
export async function callCancel(app: App, booking: Booking, item: BookingItem, now: Date): Promise<CancelOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return { kind: 'unknown', detail: 'The supplier is no longer connected.' };
  return asUnknown(app, item, 'cancel', () =>
    supplier.cancel(item.reference, contextOf(app, booking, now, CANCEL_CALL_SECONDS)),
  );
}

async function asUnknown<T>(
  app: App,
  item: BookingItem,
  what: string,
  call: () => Promise<T>,
): Promise<T | { readonly kind: 'unknown'; readonly detail: string }> {
  try {
    return await call();
  } catch (cause) {
    app.log.warn(
      { err: cause, reference: item.reference, supplier: item.supplierId },
      `${what}: the supplier's answer is not known`,
    );
    return { kind: 'unknown', detail: cause instanceof Error ? cause.message : 'unknown failure' };
  }
}

function contextOf(app: App, booking: Booking, now: Date, seconds: number): SupplierContext {
  return { organizationId: booking.organizationId, now, signal: AbortSignal.timeout(seconds * 1000), log: app.log };
}

/** The booking call of the item's kind, to the supplier it was bought from. */
async function book(app: App, booking: Booking, item: BookingItem, context: SupplierContext): Promise<BookOutcome> {
  const { tripItem, reference, originTotal: total } = item;
  const { contact } = booking;
  const travelers = booking.travelers.map(toSupplierTraveler);
  const isItsOwn = (supplier: { readonly id: string }): boolean => supplier.id === item.supplierId;
  const gone: BookOutcome = { kind: 'refused', reason: 'The supplier is no longer connected.' };
  switch (tripItem.kind) {
    case 'flight': {
      const { offerKey, fareKey, ancillaries } = tripItem;
      const seats = tripItem.seats.map(({ segmentId, travelerId, seatNumber }) => ({
        segmentId,
        travelerId,
        seatNumber,
      }));
      return (
        (await app.flightSuppliers
          .find(isItsOwn)
          ?.book({ reference, offerKey, fareKey, total, travelers, contact, ancillaries, seats }, context)) ?? gone
      );
    }
    case 'hotel': {
      const { rateKeys } = tripItem;
      return (
        (await app.hotelSuppliers
          .find(isItsOwn)
          ?.book({ reference, rateKeys, total, dueLater: dueLaterAmount(tripItem), travelers, contact }, context)) ??
        gone
      );
    }
    case 'car': {
      const { offerKey, ancillaries } = tripItem;
      return (
        (await app.carSuppliers
          .find(isItsOwn)
          ?.book(
            { reference, offerKey, total, dueLater: dueLaterAmount(tripItem), travelers, contact, ancillaries },
            context,
          )) ?? gone
      );
    }
    default:
      return tripItem satisfies never;
  }
}

function toSupplierTraveler(traveler: Traveler) {
  const { travelerId, passengerType, firstName, lastName, dateOfBirth, gender, title } = traveler;
  return { travelerId, type: passengerType, firstName, lastName, dateOfBirth, gender, title };
}
