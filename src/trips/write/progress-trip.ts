import type { Tx } from '../../platform/db/db.ts';
import type { BookingRef, OrganizationId, TripId } from '../../platform/ids.ts';
import type { PricedItems } from '../model/items/priced-items.ts';
import { withPrices } from '../model/quote.ts';
import type { FulfilmentStatus, Trip, TripOutcome } from '../model/trip.ts';
import { moveTrip, refuseStatus } from '../model/trip-states.ts';
import { endTrip, updateListedTrip, updateTrip } from '../store.ts';

/** A step of fulfilment as the trip shows it; `phase` is a word for people and logs. */
export interface FulfilmentStep {
  readonly status: FulfilmentStatus;
  readonly phase: string;
}

/** Closes a quoted trip to writes while a payment attempt runs. Takes the locked trip, as all of this file. */
export async function markPaymentInFlight(
  tx: Tx,
  trip: Trip,
  attempt: { readonly until: Date; readonly endUserId: string | undefined },
): Promise<Trip> {
  if (trip.status !== 'quoted') throw refuseStatus(trip);
  return await store(tx, trip, {
    ...trip,
    paymentInFlightUntil: attempt.until,
    endUserId: trip.endUserId ?? attempt.endUserId,
  });
}

/** Opens the trip again after a declined or abandoned attempt; nothing when no attempt was marked. */
export async function clearPaymentInFlight(tx: Tx, trip: Trip): Promise<Trip> {
  return trip.paymentInFlightUntil === undefined
    ? trip
    : await store(tx, trip, { ...trip, paymentInFlightUntil: undefined });
}

/**
 * The money is there: the trip leaves the traveler's hands. The booking reference never changes from here on; it is
 * entered into the guest directory by the same statement. Undefined when the reference is taken: nothing was stored,
 * try another.
 */
export async function beginFulfilment(
  tx: Tx,
  trip: Trip,
  bookingRef: BookingRef,
  now: Date,
): Promise<Trip | undefined> {
  const after: Trip = {
    ...moveTrip(trip, 'fulfilling'),
    fulfilment: { status: 'processing', phase: 'booking' },
    bookingRef,
    paymentInFlightUntil: undefined,
    updatedAt: now,
  };
  return (await updateListedTrip(tx, trip, after, bookingRef)) ? after : undefined;
}

/**
 * The quote had run out and the suppliers ask no more than it said: the items are bought at today's prices, and show
 * them.
 */
export async function repriceFulfilment(tx: Tx, trip: Trip, priced: PricedItems, now: Date): Promise<Trip> {
  if (trip.status !== 'fulfilling') throw refuseStatus(trip);
  return await store(tx, trip, { ...withPrices(trip, priced), updatedAt: now });
}

/** Shows how far fulfilment has come. */
export async function progressFulfilment(tx: Tx, trip: Trip, step: FulfilmentStep, now: Date): Promise<Trip> {
  if (trip.status !== 'fulfilling') throw refuseStatus(trip);
  return await store(tx, trip, { ...trip, fulfilment: { status: step.status, phase: step.phase }, updatedAt: now });
}

/** How fulfilment ended: what became of each item and what was charged, beside the status. */
export interface FulfilmentEnd extends FulfilmentStep, TripOutcome {
  readonly outcome: 'fulfilled' | 'failed';
}

/**
 * Ends fulfilment, once; false for a trip that is not being fulfilled. Takes no locked trip: one guarded statement is
 * lock, check and write, so it comes first in its transaction (lock order: trip, booking, payment).
 */
export async function endFulfilment(
  tx: Tx,
  key: { readonly organizationId: OrganizationId; readonly tripId: TripId },
  end: FulfilmentEnd,
  now: Date,
): Promise<boolean> {
  return await endTrip(tx, key, end, now);
}

async function store(tx: Tx, before: Trip, after: Trip): Promise<Trip> {
  await updateTrip(tx, before, after);
  return after;
}
