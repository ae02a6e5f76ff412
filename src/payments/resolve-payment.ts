import * as z from 'zod';
import type { App } from '../context.ts';
import { asId } from '../platform/ids.ts';
import type { JobDeclaration, JobOutcome } from '../platform/jobs/job.ts';
import { ATTEMPT_LIFETIME_SECONDS, type Payment, type PaymentKey } from './model/payment.ts';
import { MAY_HAVE_NEWS } from './model/payment-states.ts';
import { askProcessor, requireProcessor } from './processor.ts';
import { recordNothing, recordOutcome } from './record-outcome.ts';
import { logExhausted, RESOLVE_PAYMENT, RETRY_DELAYS_SECONDS } from './release-payment.ts';
import { findPayment } from './store.ts';

const ASK_AGAIN_SECONDS_MIN = 30;
const ASK_AGAIN_SECONDS_MAX = 3600;
const ResolvePayload = z.object({ payment_id: z.string() });

/** Learns the outcome of an attempt whose call never came back. */
export const resolvePaymentJob: JobDeclaration<z.infer<typeof ResolvePayload>> = {
  name: RESOLVE_PAYMENT.name,
  payload: ResolvePayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 4,
  timeoutSeconds: 120,
  run: (payload, app, run) =>
    resolvePayment(
      app,
      { organizationId: run.organizationId, paymentId: asId('payment', payload.payment_id) },
      run.now,
    ),
  exhausted: async (payload, app) => logExhausted(app, RESOLVE_PAYMENT.name, payload.payment_id),
};

/**
 * True while the processor may have news of a payment. A declined or voided payment is looked at only when a callback
 * says that there is news.
 */
export function mayHaveNews(payment: Payment): boolean {
  return MAY_HAVE_NEWS.includes(payment.status) && payment.attempt > 0;
}

/**
 * Asks the processor about an attempt whose outcome may be open, and answers the payment as it is on record then;
 * undefined when the processor could not say.
 */
export async function lookUpPayment(app: App, payment: Payment, now: Date): Promise<Payment | undefined> {
  if (!mayHaveNews(payment)) return payment;
  if (payment.amount.value === 0) return await recordNothing(app, payment, now);
  const answer = await askProcessor(app, payment);
  if (answer.kind !== 'known') return undefined;
  const outcome = { attempt: payment.attempt, processorId: requireProcessor(app).id, payment: answer.payment, now };
  return await recordOutcome(app, payment, outcome);
}

/** Asks the processor what became of an attempt whose own call never came back, until it is known. */
export async function resolvePayment(app: App, key: PaymentKey, now: Date): Promise<JobOutcome> {
  const payment = await findPayment(app.db, key);
  if (payment === undefined || !mayHaveNews(payment)) return undefined;
  const known = await lookUpPayment(app, payment, now);
  if (known !== undefined && known.status !== 'submitted' && known.status !== 'processing') return undefined;
  return { runAgainInSeconds: askAgainSeconds(payment, now) };
}

/** Waits as long again as has been waited so far, between half a minute and an hour. */
function askAgainSeconds(payment: Payment, now: Date): number {
  const startedAt = (payment.inFlightUntil ?? now).getTime() - ATTEMPT_LIFETIME_SECONDS * 1000;
  const waited = Math.round((now.getTime() - startedAt) / 1000);
  return Math.min(Math.max(waited, ASK_AGAIN_SECONDS_MIN), ASK_AGAIN_SECONDS_MAX);
}
