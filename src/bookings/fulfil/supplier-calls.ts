import type { App } from '../../context.ts';
import {
  type CallNote,
  callSupplier,
  type SupplierCall,
  type UnknownOutcome,
  unknownOnFailure,
} from '../../suppliers/calls/call-supplier.ts';
import { findSupplier, SUPPLIER_DISCONNECTED } from '../../suppliers/calls/find-supplier.ts';
import type { BookOutcome, CancelOutcome, LookUpOutcome } from '../../suppliers/ports/booking.ts';
import { dueLaterAmount } from '../../trips/model/items/product.ts';
import type { Traveler } from '../../trips/model/trip.ts';
import type { SupplierTraveler } from '../../suppliers/ports/supplier.ts';
import type { Booking, BookingItem } from '../model/booking.ts';

/** Longest booking call (real time): suppliers take up to two minutes to ticket. */
export const BOOK_CALL_SECONDS = 130;
const READ_CALL_SECONDS = 10;
const CANCEL_CALL_SECONDS = 60;

const REFUSED: BookOutcome = { kind: 'refused', reason: SUPPLIER_DISCONNECTED, proof: 'no call was made' };
const UNKNOWN: UnknownOutcome = { kind: 'unknown', detail: SUPPLIER_DISCONNECTED };

/** Books an item. A failure thrown anywhere leaves open whether it was booked. */
export async function callBook(app: App, booking: Booking, item: BookingItem, now: Date): Promise<BookOutcome> {
  const call = callFor(booking, now, BOOK_CALL_SECONDS);
  return unknownOnFailure(app, noteOf('book', item), () => book(app, booking, item, call));
}

/** Asks what happened to our reference: to end a fulfilment, or to service what was sold. */
export async function callLookUp(
  app: App,
  booking: Booking,
  item: BookingItem,
  now: Date,
  purpose: 'booking' | 'servicing' = 'booking',
): Promise<LookUpOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return UNKNOWN;
  return unknownOnFailure(app, noteOf('look up', item), () =>
    callSupplier(app, { ...callFor(booking, now, READ_CALL_SECONDS), purpose }, (context) =>
      supplier.lookUp(item.reference, context),
    ),
  );
}

/** Cancels an item free of charge, or learns that it cannot be cancelled so. */
export async function callCancel(app: App, booking: Booking, item: BookingItem, now: Date): Promise<CancelOutcome> {
  const supplier = findSupplier(app, item);
  if (supplier === undefined) return UNKNOWN;
  return unknownOnFailure(app, noteOf('cancel', item), () =>
    callSupplier(app, callFor(booking, now, CANCEL_CALL_SECONDS), (context) =>
      supplier.cancel(item.reference, context),
    ),
  );
}

function callFor({ organizationId }: Booking, now: Date, seconds: number): SupplierCall {
  return { organizationId, now, purpose: 'booking', timeoutMs: seconds * 1000 };
}

function noteOf(operation: string, { reference, supplierId }: BookingItem): CallNote {
  return { operation, keys: { reference, supplier: supplierId } };
}

/** The booking call of the item's kind, to the supplier it was bought from. */
async function book(app: App, booking: Booking, item: BookingItem, call: SupplierCall): Promise<BookOutcome> {
  const { tripItem, reference, supplierId, originTotal: total } = item;
  const order = { reference, total, travelers: toSupplierTravelers(booking.travelers), contact: booking.contact };
  switch (tripItem.kind) {
    case 'flight': {
      const { offerKey, fareKey, ancillaries } = tripItem;
      const seats = tripItem.seats.map(({ segmentId, travelerId, seatNumber }) => ({
        segmentId,
        travelerId,
        seatNumber,
      }));
      const supplier = findSupplier(app, { kind: tripItem.kind, supplierId });
      const request = { ...order, offerKey, fareKey, ancillaries, seats };
      return supplier ? callSupplier(app, call, (context) => supplier.book(request, context)) : REFUSED;
    }
    case 'hotel': {
      const supplier = findSupplier(app, { kind: tripItem.kind, supplierId });
      const request = { ...order, rateKeys: tripItem.rateKeys, dueLater: dueLaterAmount(tripItem) };
      return supplier ? callSupplier(app, call, (context) => supplier.book(request, context)) : REFUSED;
    }
    case 'car': {
      const { offerKey, ancillaries } = tripItem;
      const supplier = findSupplier(app, { kind: tripItem.kind, supplierId });
      const request = { ...order, offerKey, dueLater: dueLaterAmount(tripItem), ancillaries };
      return supplier ? callSupplier(app, call, (context) => supplier.book(request, context)) : REFUSED;
    }
    default:
      return tripItem satisfies never;
  }
}

/**
 * The travelers whole. Every infant travels with an adult of its own, in the order they stand in: a supplier that seats
 * infants in a lap needs to know whose.
 */
function toSupplierTravelers(travelers: readonly Traveler[]): readonly SupplierTraveler[] {
  const adults = travelers.filter(({ passengerType }) => passengerType === 'ADULT');
  const infants = travelers.filter(({ passengerType }) => passengerType === 'INFANT');
  return travelers.map((traveler) => {
    const { passengerType, ...person } = traveler;
    const at = infants.indexOf(traveler);
    return { ...person, type: passengerType, accompaniedBy: at < 0 ? undefined : adults[at]?.travelerId };
  });
}
