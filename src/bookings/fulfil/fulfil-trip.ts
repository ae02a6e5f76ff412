import * as z from 'zod';
import type { App } from '../../context.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { asId, type OrganizationId, type TripId } from '../../platform/ids.ts';
import type { JobDeclaration, JobOutcome, JobRun } from '../../platform/jobs/job.ts';
import { bookItem, lookUpItem } from './book-item.ts';
import { cancelItem } from './cancel-item.ts';
import { captureBooking, endUnpaid, enterSettlement, releaseBooking } from './end-fulfilment.ts';
import type { FulfilmentRun, StepResult } from './fulfilment.ts';
import type { Booking } from '../model/booking.ts';
import { nextStep, waitSeconds } from '../model/next-step.ts';
import { reportSlowFulfilment } from './report-slow-fulfilment.ts';
import { repriceBooking } from '../reprice-booking.ts';
import { findBookingOfTrip } from '../store-read.ts';

/** Many more steps than the largest trip can take in one run; a process that needs them is turning in circles. */
const STEPS_MAX = 200;
const STALE_VERSION_WAIT_SECONDS = 5;
/** A run that throws is tried again for about a week: what was paid for is never given up on quietly. */
const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 15, 60, 300, 900, ...Array.from({ length: 160 }, () => 3600)];
const FulfilPayload = z.object({ trip_id: z.string() });

/** Turns an authorised payment into bookings, a capture and an event. */
export const fulfilTripJob: JobDeclaration<z.infer<typeof FulfilPayload>> = {
  name: 'bookings.fulfil',
  payload: FulfilPayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 16,
  concurrencyPerKey: 1,
  timeoutSeconds: 900,
  async run(payload, app, run) {
    const key = { organizationId: run.organizationId, tripId: asId('trip', payload.trip_id) };
    let hasEnded = false;
    try {
      const outcome = await fulfilTrip(app, key, run.now, run.endCte);
      hasEnded = outcome === undefined || 'hasEnded' in outcome;
      return outcome;
    } finally {
      if (!hasEnded) await reportSlowFulfilment(app, key, run.now);
    }
  },
  async exhausted(payload, app) {
    app.log.error({ tripId: payload.trip_id }, 'fulfilment has failed for a week; settle this trip by hand');
  },
};

/**
 * Runs the process from wherever it stands: each step's intent is committed before its call and its result after, so
 * that a run that is killed anywhere is continued by the next one, which asks the supplier or the processor what
 * happened.
 */
export async function fulfilTrip(
  app: App,
  trip: { readonly organizationId: OrganizationId; readonly tripId: TripId },
  now: Date,
  endJob?: JobRun['endCte'],
): Promise<JobOutcome> {
  const run: FulfilmentRun = { app, now, lookedUp: new Set(), cancelTried: new Set(), ...(endJob && { endJob }) };
  let booking = await findBookingOfTrip(app.db, trip.organizationId, trip.tripId);
  let payment: Payment | undefined;
  for (let steps = 0; booking !== undefined && booking.phase !== 'done'; steps += 1) {
    if (steps >= STEPS_MAX) throw new Error(`Fulfilment of ${trip.tripId} does not come to an end.`);
    app.faults.pass('fulfil.start');
    const result: StepResult = await takeStep(run, booking, payment);
    if (result.kind === 'overtaken') return { runAgainInSeconds: STALE_VERSION_WAIT_SECONDS };
    if (result.kind === 'wait') return { runAgainInSeconds: result.seconds };
    ({ booking, payment } = { booking: result.booking, payment: result.payment });
    if (booking.phase === 'done' && endJob) return { hasEnded: true };
  }
  return undefined;
}

async function takeStep(run: FulfilmentRun, booking: Booking, payment: Payment | undefined): Promise<StepResult> {
  const step = nextStep(booking, run);
  switch (step.kind) {
    case 'reprice':
      return repriceBooking(run, booking);
    case 'book':
      return bookItem(run, booking, step.item);
    case 'look_up':
      return lookUpItem(run, booking, step.item);
    case 'cancel':
      return cancelItem(run, booking, step.item);
    case 'capture':
      return booking.phase === 'capturing' ? captureBooking(run, booking, payment) : enterSettlement(run, booking);
    case 'release':
      return booking.phase === 'releasing' ? releaseBooking(run, booking, payment) : enterSettlement(run, booking);
    case 'end_unpaid':
      return endUnpaid(run, booking);
    case 'wait':
      return { kind: 'wait', seconds: waitSeconds(booking, run.now) };
    case 'done':
      return { kind: 'moved', booking };
    default:
      return step satisfies never;
  }
}
