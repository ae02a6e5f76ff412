import * as z from 'zod';
import type { App } from '../context.ts';
import { recordLedger } from '../ledger/record-ledger.ts';
import type { Tx } from '../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../platform/ids.ts';
import type { JobDeclaration, JobOutcome } from '../platform/jobs/job.ts';
import type { ProcessorAnswer } from '../suppliers/ports/payments.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import { type Money, money } from '../travel/money.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { processorContext, requireProcessor } from './processor.ts';
import { logExhausted, RETRY_DELAYS_SECONDS } from './release-payment.ts';
import { addRefunded, findRefund, insertRefund, settleRefund, sumRefunds } from './store-refunds.ts';
import { findPayment, findPaymentForUpdate, listByTrips } from './store.ts';

const ASK_AGAIN_SECONDS = 30;

const RefundPayload = z.object({ payment_id: z.string(), reference: z.string() });

/** Makes an intended refund. */
export const refundPaymentJob: JobDeclaration<z.infer<typeof RefundPayload>> = {
  name: 'payments.refund',
  payload: RefundPayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 4,
  timeoutSeconds: 120,
  run(payload, app, run) {
    const key = { organizationId: run.organizationId, paymentId: asId('payment', payload.payment_id) };
    return settleRefundCall(app, key, payload.reference, run.now);
  },
  exhausted: async (payload, app) => logExhausted(app, 'payments.refund', payload.payment_id),
};

/** A refund, named by its caller: the same reference is the same refund. */
export interface NewRefund {
  readonly reference: string;
  readonly amount: Money;
}

/**
 * Intends a refund in the caller's transaction; the job makes it. All refunds of a payment together never exceed what
 * was captured: the payment's row is locked while that is checked. False when it was intended before or does not fit.
 */
export async function refundPayment(tx: Tx, key: PaymentKey, refund: NewRefund, now: Date, app: App): Promise<boolean> {
  const payment = await findPaymentForUpdate(tx, key);
  if (payment?.status !== 'captured' || refund.amount.currency !== payment.amount.currency || refund.amount.value <= 0)
    return false;
  if ((await sumRefunds(tx, key)) + refund.amount.value > payment.amountCaptured.value) return false;
  if (!(await insertRefund(tx, key, refund, now))) return false;
  await app.jobs.enqueue(tx, refundPaymentJob, {
    organizationId: key.organizationId,
    payload: { payment_id: key.paymentId, reference: refund.reference },
    key: `${key.paymentId}:${refund.reference}`,
  });
  return true;
}

/** Money to give back of everything that was paid for a trip. */
export interface TripRefund extends NewRefund {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
}

/**
 * Intends a refund in the caller's transaction, taken from what was captured last first; the jobs make it. False when
 * so much was never captured, or this reference was intended before: then nothing is.
 */
export async function refundTrip(tx: Tx, refund: TripRefund, now: Date, app: App): Promise<boolean> {
  const payments = await listByTrips(tx, refund.organizationId, [refund.tripId]);
  let left = refund.amount.value;
  for (const payment of payments.toReversed()) {
    const free = payment.amountCaptured.value - (await sumRefunds(tx, payment));
    const part = Math.min(left, free);
    if (part <= 0) continue;
    if (
      !(await refundPayment(
        tx,
        payment,
        { reference: refund.reference, amount: money(part, refund.amount.currency) },
        now,
        app,
      ))
    )
      return false;
    left -= part;
  }
  return left === 0;
}

/** Minor units that may still go back of what was captured for a trip: what neither has gone back nor is to. */
export async function readRefundable(
  tx: Tx,
  { organizationId, tripId }: Pick<TripRefund, 'organizationId' | 'tripId'>,
): Promise<number> {
  let left = 0;
  for (const payment of await listByTrips(tx, organizationId, [tripId]))
    left += payment.amountCaptured.value - (await sumRefunds(tx, payment));
  return left;
}

/**
 * Makes what was intended under a reference, of whatever payments of the trip: once, however often it is asked.
 * `refused`: at least a part of it was.
 */
export async function settleTripRefund(
  app: App,
  refund: Pick<TripRefund, 'organizationId' | 'tripId' | 'reference'>,
  now: Date,
): Promise<'refunded' | 'refused' | 'unknown'> {
  let worst: 'refunded' | 'refused' | 'unknown' = 'refunded';
  for (const payment of await listByTrips(app.db, refund.organizationId, [refund.tripId])) {
    await settleRefundCall(app, payment, refund.reference, now);
    const status = (await findRefund(app.db, payment, refund.reference))?.status;
    if (status === 'intended') worst = 'unknown';
    else if (status === 'refused' && worst === 'refunded') worst = 'refused';
  }
  return worst;
}

/**
 * Enters, in the caller's transaction, that people have given back by hand what the processor refused of a refund. What
 * was not refused stays as it is: nothing is given back twice.
 */
export async function recordRefundByHand(
  tx: Tx,
  { organizationId, tripId, reference }: Pick<TripRefund, 'organizationId' | 'tripId' | 'reference'>,
  now: Date,
): Promise<void> {
  for (const payment of await listByTrips(tx, organizationId, [tripId])) {
    const refund = await findRefund(tx, payment, reference);
    if (refund?.status !== 'refused' || !(await settleRefund(tx, payment, reference, 'by_hand'))) continue;
    const amount = money(refund.amount, payment.amount.currency);
    await recordLedger(tx, {
      organizationId,
      tripId,
      step: 'refund',
      reference: `${reference}:${payment.paymentId}:by_hand`,
      at: now,
      transfers: [{ debit: 'trip_clearing', credit: 'returned_by_hand', amount }],
    });
  }
}

/** Makes an intended refund at the processor, which knows it by its reference and so makes it once. */
async function settleRefundCall(app: App, key: PaymentKey, reference: string, now: Date): Promise<JobOutcome> {
  const [payment, refund] = [await findPayment(app.db, key), await findRefund(app.db, key, reference)];
  if (payment?.processorRef === undefined || refund?.status !== 'intended') return undefined;
  const amount = money(refund.amount, payment.amount.currency);
  const answer = await callRefund(app, payment, { reference, amount });
  if (answer === 'unknown') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  await app.db.transaction(async (tx) => {
    if (!(await settleRefund(tx, key, reference, answer)) || answer === 'refused') return;
    await addRefunded(tx, key, amount);
    // One refund may come out of several payments: each part is an entry of its own.
    await recordLedger(tx, {
      organizationId: key.organizationId,
      tripId: payment.tripId,
      step: 'refund',
      reference: `${reference}:${key.paymentId}`,
      at: now,
      transfers: [{ debit: 'trip_clearing', credit: 'processor_cash', amount }],
    });
  });
  return undefined;
}

async function callRefund(app: App, payment: Payment, refund: NewRefund): Promise<'refunded' | 'refused' | 'unknown'> {
  const context = await processorContext(app, payment);
  let answer: ProcessorAnswer;
  try {
    answer = await requireProcessor(app).refund(payment.processorRef ?? '', refund.amount, refund.reference, context);
  } catch (failure) {
    app.log.warn({ err: failure }, 'refund: the processor has not made it');
    return failure instanceof SupplierFailure && failure.kind === 'rejected' ? 'refused' : 'unknown';
  }
  return answer.kind === 'known' ? 'refunded' : 'unknown';
}
