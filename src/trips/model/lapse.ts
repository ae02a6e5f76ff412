import type { Trip } from './trip.ts';
import { moveTrip } from './trip-states.ts';

/** A trip lives this long after its last accepted write or checkout (spec.md, Limits). */
export const tripLifetimeSeconds = 24 * 60 * 60;

/** When the trip lapses if nobody touches it again, on the organization's clock. */
export function tripExpiresAt(trip: Trip): Date {
  return new Date(trip.touchedAt.getTime() + tripLifetimeSeconds * 1000);
}

/** The two clocks a rule may need: the organization's for what a traveler would date, real time for leases. */
export interface Clocks {
  readonly now: Date;
  readonly realNow: Date;
}

/**
 * True when a read must turn the trip into `expired`: 24 idle hours, in a status that lapses. A checkout that still
 * holds its lease and a payment in flight keep the trip alive.
 */
export function hasLapsed(trip: Trip, clocks: Clocks): boolean {
  if (clocks.now.getTime() < tripExpiresAt(trip).getTime()) return false;
  switch (trip.status) {
    case 'draft':
      return true;
    case 'quoting':
      return !isLeaseLive(trip, clocks.realNow);
    case 'quoted':
      return !isPaymentMarkedInFlight(trip, clocks.now);
    case 'fulfilling':
    case 'fulfilled':
    case 'cancelled':
    case 'failed':
    case 'expired':
      return false;
    default:
      return trip.status satisfies never;
  }
}

/** The trip as a read must show it: `expired` once it has lapsed, else unchanged. */
export function lapseTrip(trip: Trip, clocks: Clocks): Trip {
  if (!hasLapsed(trip, clocks)) return trip;
  return { ...moveTrip(trip, 'expired'), quote: undefined, paymentInFlightUntil: undefined, updatedAt: clocks.now };
}

/** Whether a checkout holds the trip now. Leases are real time: they guard against crashes, not against travelers. */
export function isLeaseLive(trip: Trip, realNow: Date): boolean {
  return trip.lease !== undefined && trip.lease.until.getTime() > realNow.getTime();
}

/** Whether the trip is marked as being paid now (at most 15 minutes after a submission). */
export function isPaymentMarkedInFlight(trip: Trip, now: Date): boolean {
  return trip.paymentInFlightUntil !== undefined && trip.paymentInFlightUntil.getTime() > now.getTime();
}
