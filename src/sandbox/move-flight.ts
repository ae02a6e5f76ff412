import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { App, Caller } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { RehearsedChange } from '../suppliers/ports/servicing.ts';
import { callSupplier } from '../suppliers/calls/call-supplier.ts';
import { findScheduleChange, findSchedules } from '../servicing/schedule-changes/find-schedule-change.ts';

/** Which flight of a booking is changed, and how. */
export interface FlightMove {
  readonly bookingRef: string;
  readonly change: RehearsedChange;
  /** Of a flight that is shifted; later is positive. */
  readonly minutes: number;
  /** The first flight to be flown unless set. */
  readonly segmentId: string | undefined;
}

const CALL_MS = 10_000;

/**
 * Has the built-in airline change a flight of a booking, and learns of it at once, as the watching job would within the
 * hour.
 */
export async function moveFlight(
  app: App,
  caller: Caller,
  { bookingRef, change, minutes, segmentId }: FlightMove,
): Promise<Booking> {
  const booking = await getBooking(app, caller, bookingRef);
  const item = booking.items.find(
    ({ kind, status, tripItem }) =>
      kind === 'flight' &&
      status === 'confirmed' &&
      tripItem.kind === 'flight' &&
      (segmentId === undefined ||
        tripItem.offer.slices.some(({ segments }) => segments.some((segment) => segment.segmentId === segmentId))),
  );
  if (item === undefined) {
    if (segmentId !== undefined)
      throw refuseFields([{ path: 'segment', problem: 'is not the segment_id of a confirmed flight of this booking' }]);
    throw refuse('state_conflict', { message: 'The booking has no confirmed flight.' });
  }
  const schedules = findSchedules(app, item);
  const call = {
    organizationId: caller.organizationId,
    now: caller.now,
    purpose: 'servicing',
    timeoutMs: CALL_MS,
  } as const;
  const move = { reference: item.reference, change, segmentId, minutes };
  const moved =
    schedules && (await callSupplier(app, call, async (context) => await schedules.rehearse?.(move, context)));
  if (moved === 'no_other')
    throw refuse('state_conflict', { message: 'No other route is flown between these airports on that day.' });
  if (moved !== 'moved')
    throw refuse('state_conflict', { message: 'Only confirmed flights of the built-in airlines can be moved.' });
  await findScheduleChange(
    app,
    { organizationId: caller.organizationId, bookingRef: booking.bookingRef, itemId: item.itemId },
    caller.now,
  );
  return getBooking(app, caller, booking.bookingRef);
}
