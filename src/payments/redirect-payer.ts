import type { App } from '../context.ts';
import type { PayerPage } from '../suppliers/ports/payments.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { WITH_PAYER } from './model/payment-states.ts';
import { isPaidElsewhere, openAtProcessor, processorContext, requireProcessor } from './processor.ts';
import { recordOutcome } from './record-outcome.ts';
import { updateStatus } from './store-moves.ts';
import { findPaymentForUpdate } from './store.ts';
import { enqueueResolve } from './submit-payment.ts';

/**
 * Whether the payer of a running attempt can be sent (back) to the processor's page: they came back without having
 * paid, or an agent's attempt needs them.
 */
export function canContinueElsewhere(app: App, payment: Payment): boolean {
  return isPaidElsewhere(app) && WITH_PAYER.includes(payment.status);
}

/**
 * The processor's page for an attempt that `startAttempt` has just moved. Undefined when there is nowhere to go: the
 * payment then shows why, or the outcome is not known and `payments.resolve` will learn it.
 */
export async function openPayerPage(app: App, payment: Payment): Promise<string | undefined> {
  const processor = requireProcessor(app);
  app.faults.pass('pay.after_attempt_intent');
  const context = await processorContext(app, payment);
  const page = await askForPage(app, payment);
  if (page.kind === 'page') return page.url;
  if (page.kind === 'known') {
    await recordOutcome(app, payment, {
      attempt: payment.attempt,
      processorId: processor.id,
      payment: page.payment,
      now: context.now,
    });
  }
  return undefined;
}

/**
 * Sends the payer of a running attempt to the processor again, as a new attempt: whatever is still being learnt of the
 * one before cannot end this one. The trip stays closed to writes only as long as the first attempt closed it.
 */
export async function continuePayment(app: App, key: PaymentKey): Promise<string | undefined> {
  const now = await app.organizationNow(key.organizationId);
  const started = await app.db.transaction(async (tx) => {
    const current = await findPaymentForUpdate(tx, key);
    if (current === undefined || !canContinueElsewhere(app, current)) return undefined;
    const next = await updateStatus(tx, key, { statuses: WITH_PAYER }, 'submitted', {
      attempt: current.attempt + 1,
    });
    await enqueueResolve(tx, app, key, now);
    return next;
  });
  return started && (await openPayerPage(app, started));
}

async function askForPage(app: App, payment: Payment): Promise<PayerPage> {
  const processor = requireProcessor(app);
  if (processor.openPage === undefined) throw new Error(`The processor ${processor.id} has no page of its own.`);
  const context = await processorContext(app, payment);
  try {
    const processorRef = await openAtProcessor(app, processor, payment, context);
    app.faults.pass('pay.after_open');
    try {
      return await processor.openPage(processorRef, payment.expiresAt, context);
    } catch (failure) {
      // A request the processor has rejected held nothing; any other failure leaves that open.
      if (!(failure instanceof SupplierFailure) || failure.kind !== 'rejected') throw failure;
      app.log.warn({ err: failure, paymentId: payment.paymentId }, 'the processor opens no page for this payment');
      return await processor.get(processorRef, context);
    }
  } catch (cause) {
    app.log.warn({ err: cause, paymentId: payment.paymentId }, "payment page: the processor's answer is not known");
    return { kind: 'unknown', detail: 'the page could not be opened' };
  }
}
