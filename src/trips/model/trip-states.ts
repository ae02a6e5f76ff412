import { type Refusal, refuse } from '../../platform/errors.ts';
import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a trip (contract, section 6). `quoting → expired` also needs a lease that has run out: see `lapse.ts`.
 */
export const tripLifecycle = defineLifecycle('A trip', {
  draft: ['quoting', 'cancelled', 'expired'],
  quoting: ['quoted', 'draft', 'expired'],
  quoted: ['draft', 'quoting', 'fulfilling', 'cancelled', 'expired'],
  fulfilling: ['fulfilled', 'failed'],
  fulfilled: [],
  cancelled: [],
  failed: [],
  expired: [],
});
export type TripStatus = StateOf<typeof tripLifecycle>;

/** Statuses of a trip whose payment was authorised and whose booking has not failed. */
export const PAID_FOR: readonly TripStatus[] = ['fulfilling', 'fulfilled'];

/** Statuses of a trip that nobody has paid for, and that is purged once it has been idle for weeks. */
export const NEVER_SOLD: readonly TripStatus[] = ['draft', 'quoting', 'quoted', 'cancelled', 'expired'];

/**
 * The only function that assigns a trip's status. Staying is a no-op; a move outside the table is a refusal that names
 * the status.
 */
export function moveTrip<T extends Movable>(trip: T, to: TripStatus): T {
  if (trip.status === to) return trip;
  if (!tripLifecycle.mayMove(trip.status, to)) throw refuseStatus(trip);
  return { ...trip, status: to, lease: to === 'quoting' ? trip.lease : undefined };
}

/**
 * The refusal of anything a trip's status does not allow (spec.md, Write rules): expired is not recoverable, the rest
 * is a conflict.
 */
export function refuseStatus(trip: Movable, clocks: Clocks = {}): Refusal {
  const keys = { status: trip.status };
  if (trip.status === 'expired') return refuse('trip_expired', { keys });
  const closed = findClosing(trip, clocks);
  if (closed === undefined) return refuse('trip_state_conflict', { message: CONFLICTS[trip.status], keys });
  const seconds = Math.ceil((closed.until.getTime() - closed.now.getTime()) / 1000);
  return refuse('trip_state_conflict', { message: closed.message, keys, headers: { 'Retry-After': String(seconds) } });
}

/** What of a trip its status and the refusals depend on. */
interface Movable {
  readonly status: TripStatus;
  readonly paymentInFlightUntil?: Date | undefined;
  readonly lease?: { readonly until: Date } | undefined;
}
type Clocks = { readonly now?: Date; readonly realNow?: Date };

/** What closes a trip for a known time: a payment attempt, or a checkout that holds it. */
function findClosing({ status, paymentInFlightUntil, lease }: Movable, { now, realNow }: Clocks) {
  if (status === 'quoted' && now !== undefined && paymentInFlightUntil !== undefined && paymentInFlightUntil > now) {
    const until = paymentInFlightUntil.toISOString();
    return {
      now,
      until: paymentInFlightUntil,
      message: `A payment of the trip is under way, until ${until} at most. Read trip_status for its outcome, or try again then.`,
    };
  }
  if (status === 'quoting' && realNow !== undefined && lease !== undefined && lease.until > realNow) {
    return {
      now: realNow,
      until: lease.until,
      message: `A checkout of the trip is under way, until ${lease.until.toISOString()} at most. Try again then.`,
    };
  }
  return undefined;
}

const CONFLICTS = {
  draft: 'The trip has no quote, or somebody has just changed it. Call checkout for a fresh one.',
  quoting: 'A checkout of the trip is under way. Try again in a minute.',
  quoted: 'Another payment or checkout of the trip is under way. Read trip_status, then try again.',
  fulfilling: 'The trip has been paid for and is being booked. Follow it with trip_status.',
  fulfilled: 'The trip has been booked. Change or cancel its booking instead.',
  failed: 'The trip could not be booked and has ended: fulfillment.failure says why. Build a new one.',
  cancelled: 'The trip was cancelled. Build a new one.',
} as const satisfies Record<Exclude<TripStatus, 'expired'>, string>;
