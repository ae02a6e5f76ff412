import type { App, Caller } from '../../context.ts';
import { voidPayment } from '../../payments/void-payment.ts';
import type { Handle, ReadHandle, Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { BookingRef, OrganizationId, TripId } from '../../platform/ids.ts';
import { type Clocks, hasLapsed, lapseTrip } from '../model/lapse.ts';
import { expireLease } from '../model/lease.ts';
import type { Trip } from '../model/trip.ts';
import * as store from '../store.ts';

/** Who reads or writes: the organization, at its own time. */
export type TripActor = Pick<Caller, 'organizationId' | 'now'>;

/**
 * The trip as a read shows it: 24 idle hours turn it into `expired` here and nowhere else (contract, section 6). Throws
 * trip_not_found, the same for a stranger's trip as for none.
 */
export async function readTrip(app: App, actor: TripActor, tripId: TripId): Promise<Trip> {
  const trip = await store.findTrip(app.db, actor.organizationId, tripId);
  if (!trip) throw refuse('trip_not_found');
  return await showTrip(app, actor, trip);
}

/** A trip just loaded, as a read shows it; a lapse found here is made final. */
export async function showTrip(app: App, actor: TripActor, trip: Trip): Promise<Trip> {
  const clocks = clocksOf(app, actor);
  if (!hasLapsed(trip, clocks)) return expireLease(trip, clocks.realNow);
  return await app.db.transaction((tx) => expireTrip(tx, app, trip, clocks));
}

/** Trips of one page, as a read shows each of them; the lapses found here are made final in one transaction. */
export async function showTrips(app: App, actor: TripActor, trips: readonly Trip[]): Promise<readonly Trip[]> {
  const clocks = clocksOf(app, actor);
  // In the order of their ids: two pages that share trips never wait for each other.
  const lapsed = trips
    .filter((trip) => hasLapsed(trip, clocks))
    .sort((one, other) => (one.tripId < other.tripId ? -1 : 1));
  const expired = new Map<TripId, Trip>();
  if (lapsed.length > 0)
    await app.db.transaction(async (tx) => {
      for (const trip of lapsed) expired.set(trip.tripId, await expireTrip(tx, app, trip, clocks));
    });
  return trips.map((trip) => expired.get(trip.tripId) ?? expireLease(trip, clocks.realNow));
}

/** Locks the trip and looks again: a write may have renewed it since it was read. */
async function expireTrip(tx: Tx, app: App, seen: Trip, clocks: Clocks): Promise<Trip> {
  const before = await lockTrip(tx, seen.organizationId, seen.tripId);
  const after = lapseTrip(before, clocks);
  if (after === before) return expireLease(before, clocks.realNow);
  await voidQuotePayment(tx, app, before);
  await store.updateTrip(tx, before, after);
  return after;
}

/** The trip as it is stored, without a lapse; undefined when the organization has none of this id. */
export async function loadTrip(h: Handle, organizationId: OrganizationId, tripId: TripId): Promise<Trip | undefined> {
  return await store.findTrip(h, organizationId, tripId);
}

/** Trips as they are stored, by their ids; those the organization does not have are left out. */
export async function loadTrips(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly TripId[],
): Promise<ReadonlyMap<TripId, Trip>> {
  return new Map((await store.listTripsById(h, organizationId, tripIds)).map((trip) => [trip.tripId, trip]));
}

/** The booking reference a trip has got by now. */
export async function findTripBookingRef(
  h: Handle,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<BookingRef | undefined> {
  return await store.findBookingRef(h, organizationId, tripId);
}

/** The trip, locked until the transaction ends. Throws trip_not_found. */
export async function lockTrip(tx: Tx, organizationId: OrganizationId, tripId: TripId): Promise<Trip> {
  const trip = await store.findTripForUpdate(tx, organizationId, tripId);
  if (!trip) throw refuse('trip_not_found');
  return trip;
}

/** Voids the payment a quote was opened with, at the processor too; nothing without one. */
export async function voidQuotePayment(tx: Tx, app: App, trip: Trip): Promise<void> {
  const paymentId = trip.quote?.paymentId;
  if (paymentId !== undefined) await voidPayment(tx, { organizationId: trip.organizationId, paymentId }, app);
}

/** The organization's clock and the real one. */
export function clocksOf(app: App, actor: TripActor): Clocks {
  return { now: actor.now, realNow: app.clock.now() };
}
