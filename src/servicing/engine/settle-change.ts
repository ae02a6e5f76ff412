import { writeOffUnpaid } from '../../bookings/change-items.ts';
import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import { getPayment } from '../../payments/open-payment.ts';
import { settleTripRefund } from '../../payments/refund-payment.ts';
import { callCapture, finishCapture } from '../../payments/settle-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentId } from '../../platform/ids.ts';
import type { JobOutcome } from '../../platform/jobs/job.ts';
import { agreedRefund, type BookingChange, dueOf } from '../model/change.ts';
import { moveChange } from '../model/change-states.ts';
import { enqueueCreditLook } from '../cancellations/ask-for-credits.ts';
import { publishDone } from './publish-change.ts';
import { saveChange } from '../store.ts';

const ASK_AGAIN_SECONDS = 30;

/** Moves the money of a change its supplier has made, and ends it with its events. Asking twice moves it once. */
export async function settleChange(app: App, change: BookingChange, now: Date): Promise<JobOutcome> {
  const { plan, paymentId } = change;
  if (dueOf(plan).value > 0 && paymentId !== undefined) return collect(app, change, paymentId, now);
  return agreedRefund(plan).value > 0 ? refundThenEnd(app, change, now) : end(app, change, now, async () => undefined);
}

async function refundThenEnd(app: App, change: BookingChange, now: Date): Promise<JobOutcome> {
  const outcome = await settleTripRefund(
    app,
    { organizationId: change.organizationId, tripId: change.tripId, reference: change.changeId },
    now,
  );
  app.faults.pass('change.after_refund_call');
  if (outcome === 'unknown') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  return end(
    app,
    change,
    now,
    async () => undefined,
    outcome === 'refused' ? 'The payment processor refused to give the money back.' : undefined,
  );
}

/**
 * Captures what the payer agreed to. A hold that was gone by then leaves us with a change nobody has paid for: our
 * loss, and reported.
 */
async function collect(app: App, change: BookingChange, paymentId: PaymentId, now: Date): Promise<JobOutcome> {
  const payment = await getPayment(app.db, { organizationId: change.organizationId, paymentId });
  if (payment.status === 'captured') return end(app, change, now, async () => undefined);
  const outcome = await callCapture(app, payment);
  app.faults.pass('change.after_capture_call');
  if (outcome === 'unknown' || outcome === 'released') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  return end(
    app,
    change,
    now,
    async (tx, booking) => {
      if ((await finishCapture(tx, payment, outcome, now)) === undefined)
        throw new Error(`The payment ${paymentId} was settled by somebody else.`);
      if (outcome === 'lapsed') await enterLoss(tx, booking, change, now);
    },
    outcome === 'lapsed'
      ? 'The hold had lapsed before it was captured: the change is made and not paid for.'
      : undefined,
  );
}

async function enterLoss(
  tx: Tx,
  booking: Booking,
  { plan, itemId, reference }: BookingChange,
  now: Date,
): Promise<void> {
  const isStored = await writeOffUnpaid(tx, booking, {
    itemId,
    due: dueOf(plan),
    reference: `${reference}:unpaid`,
    now,
  });
  if (!isStored) throw new Error(`The locked booking ${booking.bookingRef} was moved by somebody else.`);
}

async function end(
  app: App,
  change: BookingChange,
  now: Date,
  settleMoney: (tx: Tx, booking: Booking) => Promise<void>,
  failure?: string,
): Promise<JobOutcome> {
  const ended: BookingChange = {
    ...moveChange(change, failure === undefined ? 'done' : 'partial'),
    failure,
    endedAt: now,
  };
  const isStored = await app.db.transaction(async (tx) => {
    // The booking before the change, as anyone who commits to another change of it.
    const booking = await lockBooking(tx, change.organizationId, change.bookingRef);
    if (!(await saveChange(tx, change, ended))) return false;
    await settleMoney(tx, booking);
    await publishDone(tx, app, ended, now);
    await enqueueCreditLook(tx, app, ended, now);
    await app.bookingInvoices.enqueue(tx, ended, app);
    app.faults.pass('change.before_end_commit');
    return true;
  });
  app.faults.pass('change.after_end');
  if (failure !== undefined) app.log.error({ changeId: change.changeId, bookingRef: change.bookingRef }, failure);
  return isStored ? undefined : { runAgainInSeconds: ASK_AGAIN_SECONDS };
}
