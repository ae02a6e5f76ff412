import { fulfilTripJob } from '../bookings/fulfil/fulfil-trip.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { App } from '../context.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import { refuse } from '../platform/errors.ts';
import { wakeChange } from '../servicing/engine/wake-changes.ts';
import { isUnderWay } from '../servicing/model/change.ts';
import { listChangesOf } from '../servicing/read-changes.ts';

/** What was woken: the fulfilment, and so many changes. */
export interface Retried {
  readonly isFulfilmentWoken: boolean;
  readonly changesWoken: number;
}

/**
 * Has what waits of a booking looked at now instead of at its next time: its fulfilment and its changes. Nothing is
 * done twice by it: each run asks first what became of the call before. Throws `state_conflict` where nothing waits.
 */
export async function retryBooking(app: App, acting: Acting, bookingRef: string): Promise<Retried> {
  const { organizationId } = acting.caller;
  const booking = await getBooking(app, acting.caller, bookingRef);
  const isFulfilmentWoken = booking.phase !== 'done';
  const changes = (await listChangesOf(app, booking)).filter(
    (change) => isUnderWay(change) && change.status !== 'deciding',
  );
  if (!isFulfilmentWoken && changes.length === 0)
    throw refuse('state_conflict', { message: 'Nothing of this booking waits to be tried again.' });
  await app.db.transaction(async (tx) => {
    if (isFulfilmentWoken)
      await app.jobs.enqueue(tx, fulfilTripJob, {
        organizationId,
        payload: { trip_id: booking.tripId },
        key: booking.tripId,
        concurrencyKey: booking.tripId,
      });
    for (const change of changes) await wakeChange(tx, app, change);
    await recordAct(tx, app.clock, acting, {
      action: 'booking.retried',
      target: booking.bookingRef,
      detail: { fulfilment: isFulfilmentWoken, changes: changes.length },
    });
  });
  return { isFulfilmentWoken, changesWoken: changes.length };
}
