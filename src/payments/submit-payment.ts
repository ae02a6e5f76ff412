import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { CardDetails, PaymentProcessor, ProcessorAnswer } from '../suppliers/ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../suppliers/ports/supplier.ts';
import { ATTEMPT_LIFETIME_SECONDS, type Payment, type PaymentKey } from './model/payment.ts';
import { ATTEMPT_RUNNING, paymentLifecycle } from './model/payment-states.ts';
import {
  unknownAtProcessor,
  openAtProcessor,
  processorContext,
  requireProcessor,
  RESOLVE_AFTER_SECONDS,
} from './processor.ts';
import { recordNothing, recordOutcome } from './record-outcome.ts';
import { resolvePaymentJob } from './resolve-payment.ts';
import { updateQueued, updateStatus } from './store-moves.ts';
import { getPaymentForUpdate } from './open-payment.ts';

/** `started`: the caller's to submit. Otherwise somebody else's attempt runs, or the payment takes no more attempts. */
export type AttemptStart = { readonly kind: 'started' | 'in_flight' | 'settled'; readonly payment: Payment };

/**
 * Records, in the caller's transaction, that an attempt to pay is about to be made, and the job that asks what became
 * of it should nobody come back. Of fifty who start at once one is answered `started`.
 */
export async function startAttempt(tx: Tx, payment: Payment, now: Date, app: App): Promise<AttemptStart> {
  const from = { statuses: paymentLifecycle.allowedFrom('submitted'), attempt: payment.attempt };
  const change = { attempt: payment.attempt + 1, inFlightUntil: attemptEnd(now), declineReason: null };
  const started = await updateQueued(
    tx,
    payment,
    from,
    { to: 'submitted', change },
    app.jobs.enqueueCte(tx, resolvePaymentJob, resolveSoon(payment, now)),
  );
  if (started === undefined) {
    const current = await getPaymentForUpdate(tx, payment);
    return { kind: ATTEMPT_RUNNING.includes(current.status) ? 'in_flight' : 'settled', payment: current };
  }
  return { kind: 'started', payment: started };
}

/** How long an attempt that starts now may take. */
export function attemptEnd(now: Date): Date {
  return new Date(now.getTime() + ATTEMPT_LIFETIME_SECONDS * 1000);
}

/**
 * Submits a card for a payment that `startAttempt` has just moved; the outcome is recorded before this answers. A
 * status of `submitted` afterwards means that the outcome is not known yet: `payments.resolve` will learn it. The card
 * stays in memory.
 */
export async function submitCard(app: App, payment: Payment, card: CardDetails): Promise<Payment> {
  return submit(app, payment, (processor, processorRef, context) => processor.submitCard(processorRef, card, context));
}

/** Submits an attempt with a shared payment token that an agent holds. */
export async function submitSharedToken(app: App, payment: Payment, token: string): Promise<Payment> {
  return submit(app, payment, (processor, processorRef, context) =>
    processor.submitSharedToken(processorRef, token, context),
  );
}

/** Confirms a payment of nothing (everything is due later): authorised without a processor. */
export async function submitNothing(app: App, payment: Payment): Promise<Payment> {
  if (payment.amount.value !== 0) throw new Error('Only a payment of nothing needs no card.');
  app.faults.pass('pay.after_attempt_intent');
  return recordNothing(app, payment, await app.organizationNow(payment.organizationId));
}

/**
 * Reports to the processor how the payer's bank challenge ended. On a payment that waits for no challenge nothing
 * happens.
 */
export async function completeAction(app: App, key: PaymentKey, result: 'approve' | 'reject'): Promise<Payment> {
  const now = await app.organizationNow(key.organizationId);
  const { isOurs, payment } = await app.db.transaction(async (tx) => {
    const current = await getPaymentForUpdate(tx, key);
    if (current.status !== 'requires_action') return { isOurs: false, payment: current };
    const started = await updateStatus(tx, key, { statuses: ['requires_action'] }, 'submitted', {
      attempt: current.attempt + 1,
    });
    await enqueueResolve(tx, app, key, now);
    return { isOurs: true, payment: started ?? current };
  });
  if (!isOurs) return payment;
  return submit(app, payment, (processor, processorRef, context) =>
    processor.completeAction(processorRef, result, context),
  );
}

type Submission = (
  processor: PaymentProcessor,
  processorRef: string,
  context: SupplierContext,
) => Promise<ProcessorAnswer>;

async function submit(app: App, payment: Payment, call: Submission): Promise<Payment> {
  const processor = requireProcessor(app);
  app.faults.pass('pay.after_attempt_intent');
  const context = await processorContext(app, payment);
  const answer = await callProcessor(app, { processor, payment, context }, call);
  app.faults.pass('pay.after_submit_call');
  if (answer.kind === 'unknown') return payment;
  return recordOutcome(app, payment, {
    attempt: payment.attempt,
    processorId: processor.id,
    payment: answer.payment,
    now: context.now,
  });
}

interface Submitted {
  readonly processor: PaymentProcessor;
  readonly payment: Payment;
  readonly context: SupplierContext;
}

async function callProcessor(
  app: App,
  { processor, payment, context }: Submitted,
  call: Submission,
): Promise<ProcessorAnswer> {
  return unknownAtProcessor(app, 'payment', async () => {
    const processorRef = await openAtProcessor(app, processor, payment, context);
    app.faults.pass('pay.after_open');
    try {
      return await call(processor, processorRef, context);
    } catch (failure) {
      // A request the processor has rejected held nothing; any other failure leaves that open.
      if (!(failure instanceof SupplierFailure) || failure.kind !== 'rejected') throw failure;
      return processor.get(processorRef, context);
    }
  });
}

/** The job that asks what became of an attempt, in the transaction that records its intent. */
export async function enqueueResolve(tx: Tx, app: App, key: PaymentKey, now: Date): Promise<void> {
  await app.jobs.enqueue(tx, resolvePaymentJob, resolveSoon(key, now));
}

/** Moves the job that asks what became of an attempt to an instant of the organization's clock. */
export async function resolveAt(app: App, key: PaymentKey, dueAt: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    await app.jobs.cancel(tx, resolvePaymentJob, { organizationId: key.organizationId, key: key.paymentId });
    await app.jobs.enqueue(tx, resolvePaymentJob, { ...resolveSoon(key, dueAt), dueAt });
  });
}

function resolveSoon({ organizationId, paymentId }: PaymentKey, now: Date) {
  return {
    organizationId,
    payload: { payment_id: paymentId },
    key: paymentId,
    dueAt: new Date(now.getTime() + RESOLVE_AFTER_SECONDS * 1000),
  };
}
