import { recordLedgerEntries } from '../../ledger/record-ledger.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { getPayment } from '../../payments/open-payment.ts';
import { callCapture, callRelease, finishCapture, finishRelease } from '../../payments/settle-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline.ts';
import { newId } from '../../platform/ids.ts';
import { endFulfilment } from '../../trips/write/progress-trip.ts';
import { recordTripDemand } from '../../trips/write/record-trip-demand.ts';
import { endsAt } from '../../trips/model/items/product.ts';
import type { FulfilmentStatus, ItemOutcome, TripOutcome } from '../../trips/model/trip.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import {
  type FulfilmentRun,
  intendMoney,
  StaleVersionError,
  settlePhase,
  type StepResult,
  storeStep,
  withVersionOf,
} from './fulfilment.ts';
import type { Booking } from '../model/booking.ts';
import type { BookingItemStatus } from '../model/booking-item-states.ts';
import { unpaidSaleTransfers } from '../model/costs/item-transfers.ts';
import { failureOf } from '../model/failure-of.ts';
import { moveBooking } from '../model/booking-states.ts';
import { moveFulfilment } from '../model/fulfilment-states.ts';
import { bookedTotal } from '../model/next-step.ts';
import { enqueueRefreshes } from '../refresh/refresh-item.ts';
import { cancelPendingItems, saveBookingStep } from '../store-steps.ts';

const ASK_AGAIN_SECONDS = 30;

/**
 * The money is due though no item was just settled: the time to book the rest ran out between two runs. What will be
 * asked of the processor is intended first, as after an item.
 */
export async function enterSettlement(run: FulfilmentRun, booking: Booking): Promise<StepResult> {
  const after = settlePhase(run, booking);
  return storeStep(run.app, async (tx) => {
    if (!(await saveBookingStep(tx, booking, after))) throw new StaleVersionError();
    const payment = await intendMoney(tx, booking, after, bookedTotal(after));
    return { kind: 'moved', booking: withVersionOf(booking, after), payment };
  });
}

/** Captures exactly what is booked, gives the rest of the hold back, and ends the trip with its one event. */
export async function captureBooking(
  run: FulfilmentRun,
  booking: Booking,
  intended: Payment | undefined,
): Promise<StepResult> {
  const payment = intended ?? (await loadPayment(run, booking));
  const outcome = await callCapture(run.app, payment);
  run.app.faults.pass('fulfil.after_capture_call');
  if (outcome === 'unknown' || outcome === 'released') return { kind: 'wait', seconds: ASK_AGAIN_SECONDS };
  if (outcome === 'lapsed') return undoUnpaid(run, booking, payment);
  const totalPaid = payment.amountToCapture ?? booking.totalPaid;
  const after = moveFulfilment(
    { ...moveBooking(booking, 'confirmed'), totalPaid, lastArrivalAt: lastArrivalOfBooked(booking) },
    'done',
  );
  return end(run, booking, after, async (tx) => {
    if ((await finishCapture(tx, payment, 'captured', run.now)) === undefined) throw new StaleVersionError();
  });
}

/** Gives the whole hold back and ends the trip as failed. */
export async function releaseBooking(
  run: FulfilmentRun,
  booking: Booking,
  intended: Payment | undefined,
): Promise<StepResult> {
  const payment = intended ?? (await loadPayment(run, booking));
  run.app.faults.pass('release.after_intent');
  if ((await callRelease(run.app, payment)) !== 'released') return { kind: 'wait', seconds: ASK_AGAIN_SECONDS };
  run.app.faults.pass('release.after_call');
  const after = moveFulfilment({ ...moveBooking(booking, 'failed'), failure: booking.failure ?? 'refused' }, 'done');
  return end(run, booking, after, async (tx) => {
    if ((await finishRelease(tx, payment, 'releasing', run.now)) === undefined) throw new StaleVersionError();
  });
}

/**
 * The hold was gone before it was captured, and what was booked has been undone as far as it can be. The rest is our
 * loss.
 */
export async function endUnpaid(run: FulfilmentRun, booking: Booking): Promise<StepResult> {
  const after = moveFulfilment(moveBooking(booking, 'failed'), 'done');
  const confirmed = booking.items.filter((item) => item.status === 'confirmed');
  if (confirmed.length > 0)
    run.app.log.error({ bookingRef: booking.bookingRef }, 'items stay booked that nobody has paid for');
  return end(run, booking, after, (tx) =>
    recordLedgerEntries(
      tx,
      confirmed.map((item) => ({
        organizationId: booking.organizationId,
        tripId: booking.tripId,
        step: 'penalty',
        reference: item.reference,
        at: run.now,
        transfers: unpaidSaleTransfers(item),
      })),
    ),
  );
}

async function undoUnpaid(run: FulfilmentRun, booking: Booking, payment: Payment): Promise<StepResult> {
  const after = moveFulfilment({ ...booking, failure: 'unpaid' as const }, 'undoing');
  return storeStep(run.app, async (tx) => {
    if (!(await saveBookingStep(tx, booking, after))) throw new StaleVersionError();
    if ((await finishCapture(tx, payment, 'lapsed', run.now)) === undefined) throw new StaleVersionError();
    return { kind: 'moved', booking: withVersionOf(booking, after) };
  });
}

/** Trip, booking, money, event and mail end in one transaction: all of it happened, or none. */
async function end(
  run: FulfilmentRun,
  before: Booking,
  after: Booking,
  settleMoney: (tx: Tx) => Promise<void>,
): Promise<StepResult> {
  const result = await storeStep(run.app, async (tx) => {
    const isSold = after.status === 'confirmed';
    const outcome = isSold ? 'fulfilled' : 'failed';
    const [isTripEnded, isStored] = await pipeline([
      endFulfilment(tx, before, { outcome, status: endStatus(after), phase: 'done', ...toTripOutcome(after) }, run.now),
      saveBookingStep(tx, before, after, run.endJob),
      before.items.some((item) => item.status === 'pending') ? cancelPendingItems(tx, before) : Promise.resolve(),
      settleMoney(tx),
      publishEnd(run, tx, after),
      enqueueRefreshes(tx, run.app, after, run.now),
    ]);
    if (!isStored) throw new StaleVersionError();
    if (!isTripEnded) throw new Error(`The trip ${before.tripId} is not being fulfilled.`);
    run.app.faults.pass('fulfil.before_end_commit');
    return { kind: 'moved', booking: withVersionOf(before, after) };
  });
  if (result.kind === 'moved' && after.status === 'confirmed') recordSold(run, after);
  run.app.faults.pass('fulfil.after_end');
  return result;
}

async function publishEnd(
  { app, now }: FulfilmentRun,
  tx: Tx,
  { organizationId, bookingRef, tripId, status }: Booking,
): Promise<void> {
  const isSold = status === 'confirmed';
  const eventId = newId('event');
  await pipeline([
    publishEvent(
      tx,
      {
        organizationId,
        eventId,
        type: isSold ? 'booking.completed' : 'booking.failed',
        bookingRef,
        status,
        occurredAt: now,
      },
      app,
    ),
    app.bookingMail.enqueue(
      tx,
      { organizationId, eventId, bookingRef, tripId, kind: isSold ? 'confirmed' : 'failed', occurredAt: now },
      app,
    ),
  ]);
}

/** Only the run that ends the trip gets here. What was not sold is no part of what was booked. */
function recordSold({ app, now }: FulfilmentRun, { organizationId, items }: Booking): void {
  const sold = items.filter((item) => item.status === 'confirmed');
  recordTripDemand(
    app,
    { kind: 'booking', organizationId, now },
    sold.map(({ tripItem }) => tripItem),
  );
}

function endStatus(booking: Booking): FulfilmentStatus {
  if (booking.status === 'confirmed')
    return booking.items.every((item) => item.status === 'confirmed') ? 'completed' : 'partial';
  return booking.failure === 'expired_quote' ? 'expired_quote' : 'failed';
}

/** The outcome for the trip: an item that was never requested counts as given up, whatever its row said until now. */
function toTripOutcome(booking: Booking): TripOutcome {
  const failure = failureOf(booking);
  return {
    items: booking.items.map(({ itemId, status }) => ({ itemId, status: ITEM_OUTCOME[status] })),
    charged: booking.totalPaid,
    ...(failure && { failure }),
  };
}

const ITEM_OUTCOME = {
  pending: 'cancelled',
  booking: 'pending',
  awaiting: 'pending',
  unknown: 'pending',
  cancelling: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'confirmed',
  exchanged: 'confirmed',
} as const satisfies Record<BookingItemStatus, ItemOutcome>;

/** A booking is travelled when the last of what was really booked has landed. */
function lastArrivalOfBooked(booking: Booking): Date {
  const arrivals = booking.items
    .filter((item) => item.status === 'confirmed')
    .map((item) => endsAt(item.tripItem).getTime());
  return arrivals.length > 0 ? new Date(Math.max(...arrivals)) : booking.lastArrivalAt;
}

function loadPayment(run: FulfilmentRun, booking: Booking): Promise<Payment> {
  return getPayment(run.app.db, { organizationId: booking.organizationId, paymentId: booking.paymentId });
}
