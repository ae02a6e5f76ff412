import * as z from 'zod';
import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { asId } from '../platform/ids.ts';
import type { JobDeclaration, JobOutcome } from '../platform/jobs/job.ts';
import { authoriseEntries } from './ledger-entries.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { askProcessor } from './processor.ts';
import { beginRelease, callRelease, finishRelease } from './settle-payment.ts';
import { updateEntered, updateStatus } from './store-moves.ts';
import { findPayment } from './store.ts';

/** A failing run is tried again for about a week: money is never given up on quietly. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [
  1,
  5,
  15,
  60,
  300,
  900,
  ...Array.from({ length: 160 }, () => 3600),
];
/** Names the job that asks about an attempt, for those who drop it once the outcome is known. */
export const RESOLVE_PAYMENT = { name: 'payments.resolve' } as const;
const ASK_AGAIN_SECONDS = 30;
const ReleasePayload = z.object({ payment_id: z.string() });

/** Gives a hold back, or closes a payment at the processor. */
export const releasePaymentJob: JobDeclaration<z.infer<typeof ReleasePayload>> = {
  name: 'payments.release',
  payload: ReleasePayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 4,
  timeoutSeconds: 120,
  run: (payload, app, run) =>
    releasePayment(
      app,
      { organizationId: run.organizationId, paymentId: asId('payment', payload.payment_id) },
      run.now,
    ),
  exhausted: async (payload, app) => logExhausted(app, 'payments.release', payload.payment_id),
};

/** Gives back what is held, in the caller's transaction; the job does it. Nothing for a payment that holds nothing. */
export async function releaseHeldSoon(tx: Tx, key: PaymentKey, app: App): Promise<void> {
  if ((await beginRelease(tx, key)) === undefined) return;
  await app.jobs.enqueue(tx, releasePaymentJob, {
    organizationId: key.organizationId,
    payload: { payment_id: key.paymentId },
    key: key.paymentId,
  });
}

/** The last word of a payment job that has failed for a week. */
export function logExhausted(app: App, job: string, paymentId: string): void {
  app.log.error({ job, paymentId }, 'a payment job has failed for a week; settle this payment by hand');
}

/** Gives back what is held for a payment that is voided or being released, until the processor says so. */
async function releasePayment(app: App, key: PaymentKey, now: Date): Promise<JobOutcome> {
  app.faults.pass('release.after_intent');
  const payment = await findPayment(app.db, key);
  if (payment?.status === 'voided') return closeVoided(app, payment, now);
  if (payment?.status !== 'releasing') return undefined;
  return releaseHeld(app, payment, now);
}

/** A voided payment may turn out to hold money after all: then the hold is entered before it is given back. */
async function closeVoided(app: App, payment: Payment, now: Date): Promise<JobOutcome> {
  // A payment of nothing never reached a processor.
  if (payment.amount.value === 0) return setReleased(app, payment);
  const answer = await askProcessor(app, payment);
  if (answer.kind === 'unknown') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  if (answer.payment.status === 'authorised') {
    const { processorRef, captureBefore } = answer.payment;
    const move = { to: 'releasing', change: { processorRef, captureBefore: captureBefore ?? null } } as const;
    const releasing = await app.db.transaction((tx) =>
      updateEntered(tx, payment, { statuses: ['voided'] }, move, { entries: authoriseEntries(payment, now) }),
    );
    return releasing === undefined ? { runAgainInSeconds: ASK_AGAIN_SECONDS } : releaseHeld(app, releasing, now);
  }
  if ((await callRelease(app, payment)) !== 'released') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  return setReleased(app, payment);
}

async function setReleased(app: App, payment: Payment): Promise<undefined> {
  await app.db.transaction(async (tx) => updateStatus(tx, payment, { statuses: ['voided'] }, 'released', {}));
}

async function releaseHeld(app: App, payment: Payment, now: Date): Promise<JobOutcome> {
  if ((await callRelease(app, payment)) !== 'released') return { runAgainInSeconds: ASK_AGAIN_SECONDS };
  app.faults.pass('release.after_call');
  await app.db.transaction(async (tx) => finishRelease(tx, payment, 'releasing', now));
  return undefined;
}
