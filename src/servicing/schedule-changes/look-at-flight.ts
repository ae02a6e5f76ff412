import * as z from 'zod';
import { getBooking } from '../../bookings/guests/look-up-booking.ts';
import { findFlightByReference } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { asBookingRef, asId, type OrganizationId } from '../../platform/ids.ts';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { failureAsAnswer } from '../../suppliers/calls/call-supplier.ts';
import { findScheduleChange, type FlightKey } from './find-schedule-change.ts';

const LookPayload = z.object({ booking_ref: z.string(), item_id: z.string() });
type LookPayload = z.infer<typeof LookPayload>;
/** How soon an airline that did not answer is asked again, and one that may still be working on an acceptance. */
const AGAIN_SECONDS = 300;

/**
 * Asks the airline of one flight what it has changed, because it has called, or because nobody knows whether it has
 * taken the travelers' yes. Asks until it answers.
 */
export const lookAtFlightJob: JobDeclaration<LookPayload> = {
  name: 'servicing.look_at_flight',
  payload: LookPayload,
  retryDelaysSeconds: [60, 600, 3_600, 3_600, 3_600],
  jitter: 0.1,
  concurrency: 4,
  organizationConcurrency: 1,
  timeoutSeconds: 60,
  async run(payload, app, { organizationId, now }) {
    const key: FlightKey = {
      organizationId,
      bookingRef: asBookingRef(payload.booking_ref),
      itemId: asId('item', payload.item_id),
    };
    const failed = await failureAsAnswer(() => findScheduleChange(app, key, now));
    if (failed !== undefined) app.log.warn({ err: failed.failure, ...payload }, 'an airline was silent; asked again');
    const booking = await getBooking(app, key, key.bookingRef);
    const item = booking.items.find(({ itemId }) => itemId === key.itemId);
    const isOpen = item?.status === 'confirmed' && item.scheduleChange?.status === 'accepting';
    return failed !== undefined || isOpen ? { runAgainInSeconds: AGAIN_SECONDS } : undefined;
  },
};

/** Enqueues a look at one flight, at once unless it is due later; a second is the same look. */
export function enqueueLook(tx: Tx, app: App, key: FlightKey, dueAt?: Date): Promise<void> {
  return app.jobs.enqueue(tx, lookAtFlightJob, {
    organizationId: key.organizationId,
    payload: { booking_ref: key.bookingRef, item_id: key.itemId },
    // A look that is wanted now must not be the one that waits for an acceptance.
    key: `${dueAt === undefined ? 'now' : 'later'} ${key.bookingRef} ${key.itemId}`,
    ...(dueAt && { dueAt }),
  });
}

/** Has the flight that a supplier has called about looked at; false where it is none that stands. */
export async function wakeScheduleLook(
  app: App,
  named: { readonly organizationId: OrganizationId; readonly reference: string },
): Promise<boolean> {
  const key = await findFlightByReference(app, named);
  if (key === undefined) return false;
  await app.db.transaction((tx) => enqueueLook(tx, app, key));
  return true;
}
