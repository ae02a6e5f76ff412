import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { RESOLVE_PAYMENT, releasePaymentJob } from './release-payment.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { paymentLifecycle } from './model/payment-states.ts';
import { updateStatus } from './store-moves.ts';

/**
 * Closes a payment whose quote is no more, in the caller's transaction. One that was ever submitted is closed at the
 * processor too, by a job, which also gives back a hold that appears there late. An authorised one is left alone.
 */
export async function voidPayment(tx: Tx, key: PaymentKey, app: App): Promise<Payment | undefined> {
  const payment = await updateStatus(tx, key, { statuses: paymentLifecycle.allowedFrom('voided') }, 'voided', {
    inFlightUntil: null,
  });
  if (payment === undefined || payment.attempt === 0) return payment;
  const { organizationId, paymentId } = key;
  await app.jobs.cancel(tx, RESOLVE_PAYMENT, { organizationId, key: paymentId });
  await app.jobs.enqueue(tx, releasePaymentJob, { organizationId, payload: { payment_id: paymentId }, key: paymentId });
  return payment;
}
