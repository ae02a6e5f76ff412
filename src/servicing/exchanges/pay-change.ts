import {
  completeChallenge,
  type PaymentMeans,
  type PaymentResult,
  submitMeans,
  toPaymentResult,
} from '../../checkout/pay-session.ts';
import type { App } from '../../context.ts';
import { isPaymentInFlight, type Payment } from '../../payments/model/payment.ts';
import { getPayment } from '../../payments/open-payment.ts';
import { isPaidElsewhere } from '../../payments/processor.ts';
import { openPayerPage } from '../../payments/redirect-payer.ts';
import { startAttempt } from '../../payments/submit-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse, refuseFields } from '../../platform/errors.ts';
import { resumeChange } from '../engine/execute-change.ts';
import { refuseExpired, refuseUnlessFree, requireChange } from '../engine/commit-change.ts';
import type { BookingChange } from '../model/change.ts';
import type { ChangeKey } from '../store.ts';

/**
 * One attempt to pay what a change costs, and the change itself as far as it goes now. Throws quote_expired when
 * the quote has run out, state_conflict while another attempt runs or when the item cannot be changed any more: then
 * nothing is asked of the processor.
 */
export async function payChange(app: App, key: ChangeKey, means: PaymentMeans): Promise<PaymentResult> {
  if (means.kind === 'card' && isPaidElsewhere(app)) {
    throw refuseFields([
      {
        path: 'card',
        problem: "is not taken here: the card is typed on the payment processor's own page, behind checkout_url",
      },
    ]);
  }
  // What costs nothing is committed without a payment: there is always an amount to pay here.
  if (means.kind === 'nothing')
    throw refuseFields([{ path: means.missing, problem: 'is required: there is an amount to pay' }]);
  return submitAttempt(app, key, await beginAttempt(app, key), means);
}

/**
 * Begins an attempt on the processor's own page and answers where that is; undefined when there is nowhere to go.
 * Refuses as `payChange` does.
 */
export async function openChangePage(app: App, key: ChangeKey): Promise<string | undefined> {
  return openPayerPage(app, await beginAttempt(app, key));
}

/** Ends the bank's challenge of a change's payment. */
export async function completeChangeChallenge(
  app: App,
  change: BookingChange,
  result: 'approve' | 'reject',
): Promise<PaymentResult> {
  if (change.sessionId === undefined)
    throw refuse('resource_not_found', { message: 'The change has no checkout session.' });
  const ended = await completeChallenge(app, {
    organizationId: change.organizationId,
    sessionId: change.sessionId,
    result,
  });
  await advanceWhenPaid(app, change, ended);
  return ended;
}

/** Pays an attempt that `startChangeAttempt` has begun and goes on with the change once the money is held. */
export async function submitAttempt(
  app: App,
  key: ChangeKey,
  payment: Payment,
  means: PaymentMeans,
): Promise<PaymentResult> {
  const result = toPaymentResult(await submitMeans(app, payment, means));
  await advanceWhenPaid(app, key, result);
  return result;
}

/**
 * Authorised is requested: recorded in one transaction. Anyone who has paid goes on at once; the job is for those who
 * died.
 */
async function advanceWhenPaid(app: App, key: ChangeKey, { status }: PaymentResult): Promise<void> {
  if (status === 'authorised') await resumeChange(app, key, await app.organizationNow(key.organizationId));
}

async function beginAttempt(app: App, key: ChangeKey): Promise<Payment> {
  const now = await app.organizationNow(key.organizationId);
  return app.db.transaction(async (tx) => {
    const change = await requireChange(tx, key);
    return (await startChangeAttempt(tx, app, change, now)) ?? refuseAttempt(change);
  });
}

function refuseAttempt({ status, failure, plan }: BookingChange): never {
  const what = plan.kind === 'services' ? 'order of services' : 'exchange';
  const failed = `The ${what} has failed: ${(failure ?? 'it could not be made').replace(/\.$/, '')}. Nothing is charged. Ask for a fresh quote.`;
  const message =
    status === 'failed'
      ? failed
      : status === 'paying'
        ? `A payment of the ${what} is under way. Ask for its status.`
        : `The ${what} has been paid for. Ask for its status.`;
  throw refuse('state_conflict', { message });
}

/**
 * Begins an attempt on a locked change in the caller's transaction. Undefined when it takes none: one is under way, or
 * the payment is past that. Throws as `payChange` does.
 */
export async function startChangeAttempt(
  tx: Tx,
  app: App,
  change: BookingChange,
  now: Date,
): Promise<Payment | undefined> {
  if (change.status !== 'paying' || change.paymentId === undefined) return undefined;
  const payment = await getPayment(tx, { organizationId: change.organizationId, paymentId: change.paymentId });
  // A challenge somebody left is not ours to overwrite: it may still be answered in another window.
  if (isPaymentInFlight(payment, now)) return undefined;
  if (now >= change.expiresAt) throw refuseExpired();
  if (payment.status !== 'created' && payment.status !== 'declined') return undefined;
  await refuseUnlessFree(tx, change);
  const start = await startAttempt(tx, payment, now, app);
  return start.kind === 'started' ? start.payment : undefined;
}
