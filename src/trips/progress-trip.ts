import type { Tx } from '../platform/db/db.ts';
import type { BookingRef } from '../platform/ids.ts';
import type { FulfilmentStatus, Trip } from './model/trip.ts';
import { moveTrip, refuseStatus } from './model/trip-states.ts';
import { updateTrip } from './store.ts';

/** A step of fulfilment as the trip shows it; `phase` is a word for people and logs. */
export interface FulfilmentStep {
  readonly status: FulfilmentStatus;
  readonly phase: string;
}

/** Closes a quoted trip to writes while a payment attempt runs. Takes the locked trip, as all of this file. */
export async function markPaymentInFlight(tx: Tx, trip: Trip, until: Date): Promise<Trip> {
  if (trip.status !== 'quoted') throw refuseStatus(trip);
  return await store(tx, trip, { ...trip, paymentInFlightUntil: until });
}

/** Opens the trip again after a declined or abandoned attempt; nothing when no attempt was marked. */
export async function clearPaymentInFlight(tx: Tx, trip: Trip): Promise<Trip> {
  return trip.paymentInFlightUntil === undefined ? trip : await store(tx, trip, { ...trip, paymentInFlightUntil: undefined });
}

/** The money is there: the trip leaves the traveler's hands. The booking reference never changes from here on. */
export async function beginFulfilment(tx: Tx, trip: Trip, bookingRef: BookingRef, now: Date): Promise<Trip> {
  const after: Trip = {
    ...moveTrip(trip, 'fulfilling'), fulfilment: { status: 'processing', phase: 'booking' }, bookingRef, paymentInFlightUntil: undefined, updatedAt: now,
  };
  return await store(tx, trip, after);
}

/** Shows how far fulfilment has come. */
export async function progressFulfilment(tx: Tx, trip: Trip, step: FulfilmentStep, now: Date): Promise<Trip> {
  if (trip.status !== 'fulfilling') throw refuseStatus(trip);
  return await store(tx, trip, { ...trip, fulfilment: { status: step.status, phase: step.phase }, updatedAt: now });
}

/** Ends fulfilment, once. */
export async function endFulfilment(tx: Tx, trip: Trip, end: FulfilmentStep & { readonly outcome: 'fulfilled' | 'failed' }, now: Date): Promise<Trip> {
  const after: Trip = { ...moveTrip(trip, end.outcome), fulfilment: { status: end.status, phase: end.phase }, updatedAt: now };
  return await store(tx, trip, after);
}

async function store(tx: Tx, before: Trip, after: Trip): Promise<Trip> {
  await updateTrip(tx, before, after);
  return after;
}
