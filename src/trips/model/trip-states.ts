import { type Refusal, refuse } from '../../platform/errors.ts';
import { TRIP_STATUSES, type Trip, type TripStatus } from './trip.ts';

/** The life of a trip (contract, section 6). `quoting → expired` also needs a lease that has run out: see `lapse.ts`. */
export const NEXT_TRIP_STATUSES = {
  draft: ['quoting', 'cancelled', 'expired'],
  quoting: ['quoted', 'draft', 'expired'],
  quoted: ['draft', 'quoting', 'fulfilling', 'cancelled', 'expired'],
  fulfilling: ['fulfilled', 'failed'],
  fulfilled: [],
  cancelled: [],
  failed: [],
  expired: [],
} as const satisfies Record<TripStatus, readonly TripStatus[]>;

/** The only function that assigns a trip's status. Staying is a no-op; a move outside the table is a refusal that names the status. */
export function moveTrip(trip: Trip, to: TripStatus): Trip {
  if (trip.status === to) return trip;
  if (!canMoveTrip(trip.status, to)) throw refuseStatus(trip);
  return { ...trip, status: to, lease: to === 'quoting' ? trip.lease : undefined };
}

/** The statuses a trip may come from: for a guarded update, which is check and move in one. */
export function tripStatusesBefore(to: TripStatus): readonly TripStatus[] {
  return TRIP_STATUSES.filter((from) => canMoveTrip(from, to));
}

/** Whether the table has this move. */
export function canMoveTrip(from: TripStatus, to: TripStatus): boolean {
  const next: readonly TripStatus[] = NEXT_TRIP_STATUSES[from];
  return next.includes(to);
}

/** The refusal of anything a trip's status does not allow (spec.md, Write rules): expired is not recoverable, the rest is a conflict. */
export function refuseStatus(trip: Pick<Trip, 'status'>): Refusal {
  const condition = trip.status === 'expired' ? 'trip_expired' : 'trip_state_conflict';
  return refuse(condition, { keys: { status: trip.status } });
}
