import type { Clocks } from './lapse.ts';
import { isLeaseLive, isPaymentMarkedInFlight } from './lapse.ts';
import type { Trip } from './trip.ts';
import { moveTrip, refuseStatus } from './trip-states.ts';

/** A checkout may hold a trip this long before the trip is a draft again (contract, section 6). */
const quoteLeaseSeconds = 60;

/**
 * The trip as writes and checkouts must see it: `quoting` whose lease has run out (a crash, a time-out) is a draft
 * again.
 */
export function expireLease(trip: Trip, realNow: Date): Trip {
  return trip.status === 'quoting' && !isLeaseLive(trip, realNow) ? moveTrip(trip, 'draft') : trip;
}

/**
 * The trip, ready to be changed; or the documented refusal of its status, of a checkout that holds it or of a payment
 * in flight.
 */
export function openForWriting(trip: Trip, clocks: Clocks): Trip {
  const settled = expireLease(trip, clocks.realNow);
  const isOpen = settled.status === 'draft' || settled.status === 'quoted';
  if (!isOpen || isPaymentMarkedInFlight(settled, clocks.now)) throw refuseStatus(settled, clocks);
  return settled;
}

/** Lets a checkout hold the trip. The number distinguishes this holder from an earlier one that comes back late. */
export function takeLease(trip: Trip, clocks: Clocks): Trip {
  const number = trip.leaseNumber + 1;
  const until = new Date(clocks.realNow.getTime() + quoteLeaseSeconds * 1000);
  return {
    ...moveTrip(trip, 'quoting'),
    leaseNumber: number,
    lease: { number, until },
    touchedAt: clocks.now,
    updatedAt: clocks.now,
  };
}
