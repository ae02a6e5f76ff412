import type { App } from '../context.ts';
import type { LockedPurpose, SettledAttempt } from './payment-purposes.ts';
import type { Tx } from '../platform/db/db.ts';
import type { ProcessorPayment } from '../suppliers/ports/payments.ts';
import { authoriseEntries } from './ledger-entries.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { HOLD_UNWANTED, paymentLifecycle } from './model/payment-states.ts';
import { releasePaymentJob, RESOLVE_PAYMENT } from './release-payment.ts';
import { type PaymentChange, updateEntered, updateStatus } from './store-moves.ts';
import { getPaymentForUpdate } from './open-payment.ts';

/** What the processor said of one attempt. */
export interface AttemptOutcome {
  readonly attempt: number;
  readonly processorId: string;
  readonly payment: ProcessorPayment;
  /** The organization's clock when it was said. */
  readonly now: Date;
}

/** What of a payment never changes: enough to name it and to enter its amount. */
type KnownPayment = Pick<Payment, 'organizationId' | 'paymentId' | 'tripId' | 'purpose' | 'amount'>;
interface Recording {
  readonly tx: Tx;
  readonly app: App;
  readonly key: KnownPayment;
  readonly purpose: LockedPurpose;
}

/**
 * The one path on which an attempt's outcome becomes ours, no matter who brings it: the page, an agent, the job that
 * asks, or all of them at once. The guarded update lets exactly one through; for the others there is nothing left to
 * do.
 */
export async function recordOutcome(app: App, key: KnownPayment, outcome: AttemptOutcome): Promise<Payment> {
  const payment = await app.db.transaction(async (tx) => {
    const purpose = await app.paymentPurposes[key.purpose.kind].lock(
      tx,
      { organizationId: key.organizationId, purposeId: key.purpose.id },
      app,
    );
    const recorded = await move({ tx, app, key, purpose }, outcome);
    app.faults.pass('pay.before_outcome_commit');
    return recorded ?? getPaymentForUpdate(tx, key);
  });
  app.faults.pass('pay.after_outcome');
  return payment;
}

/** The confirmation of a payment of nothing: authorised without a processor, which never hears of it. */
export async function recordNothing(app: App, payment: Payment, now: Date): Promise<Payment> {
  return recordOutcome(app, payment, {
    attempt: payment.attempt,
    processorId: 'none',
    now,
    payment: {
      processorRef: payment.paymentId,
      status: 'authorised',
      amount: payment.amount,
      amountCaptured: payment.amountCaptured,
      amountRefunded: payment.amountRefunded,
      captureBefore: undefined,
      declineReason: undefined,
    },
  });
}

async function move(recording: Recording, outcome: AttemptOutcome): Promise<Payment | undefined> {
  const { status } = outcome.payment;
  if (outcome.payment.isAwaitingPayer) return awaitPayer(recording, outcome);
  switch (status) {
    case 'authorised':
      return authorise(recording, outcome);
    // Ours already, or somebody else's doing at the processor; reconcile would say.
    case 'captured':
      return undefined;
    case 'requires_action':
      return keepRunning(recording, outcome, status);
    case 'processing':
      return keepRunning(recording, outcome, status);
    // `open`: the attempt never arrived. `released`: closed or lapsed before it was ours. Either way nothing is held.
    case 'declined':
    case 'open':
    case 'released':
      return decline(recording, outcome);
    default:
      return status satisfies never;
  }
}

async function authorise({ tx, app, key, purpose }: Recording, outcome: AttemptOutcome): Promise<Payment | undefined> {
  const change = {
    ...processorColumns(outcome),
    captureBefore: outcome.payment.captureBefore ?? null,
    declineReason: null,
    ...(outcome.payment.card && { card: outcome.payment.card }),
  };
  const from = { statuses: paymentLifecycle.allowedFrom('authorised') };
  const payment = await updateEntered(
    tx,
    key,
    from,
    { to: 'authorised', change },
    {
      entries: authoriseEntries(key, outcome.now),
      queueCte: app.jobs.cancelCte(RESOLVE_PAYMENT, { organizationId: key.organizationId, key: key.paymentId }),
    },
  );
  if (payment === undefined) return releaseUnwanted(tx, app, key, outcome);
  if (!isAmountHeld(payment, outcome)) {
    await purpose.onDeclined(toSettled(payment, outcome.now));
    return releaseSoon(tx, payment, app);
  }
  const use = await purpose.onAuthorised(toSettled(payment, outcome.now));
  return use === 'taken' ? payment : releaseSoon(tx, payment, app);
}

/** A hold on a payment that was voided, or that the payer was shown as failed: entered, given back, never used. */
async function releaseUnwanted(
  tx: Tx,
  app: App,
  key: KnownPayment,
  outcome: AttemptOutcome,
): Promise<Payment | undefined> {
  const change = { ...processorColumns(outcome), captureBefore: outcome.payment.captureBefore ?? null };
  const from = { statuses: HOLD_UNWANTED };
  const payment = await updateEntered(
    tx,
    key,
    from,
    { to: 'releasing', change },
    { entries: authoriseEntries(key, outcome.now) },
  );
  if (payment === undefined) return undefined;
  await enqueueRelease(tx, app, payment);
  return payment;
}

/**
 * The payer is on the processor's own page and may pay there yet: the attempt goes on, with the reason the last card
 * failed.
 */
async function awaitPayer({ tx, key }: Recording, outcome: AttemptOutcome): Promise<Payment | undefined> {
  const declineReason = outcome.payment.declineReason ?? null;
  return updateStatus(tx, key, { statuses: ['submitted'], attempt: outcome.attempt }, 'submitted', {
    ...processorColumns(outcome),
    declineReason,
  });
}

async function keepRunning(
  { tx, app, key }: Recording,
  outcome: AttemptOutcome,
  status: 'requires_action' | 'processing',
): Promise<Payment | undefined> {
  const from = { statuses: paymentLifecycle.allowedFrom(status), attempt: outcome.attempt };
  const payment = await updateStatus(tx, key, from, status, processorColumns(outcome));
  // A challenge waits for the payer, not for the processor: there is nothing to ask.
  if (payment !== undefined && status === 'requires_action') await dropResolve(tx, app, payment);
  return payment;
}

async function decline({ tx, app, key, purpose }: Recording, outcome: AttemptOutcome): Promise<Payment | undefined> {
  const declineReason = outcome.payment.declineReason ?? 'processing_error';
  const from = { statuses: paymentLifecycle.allowedFrom('declined'), attempt: outcome.attempt };
  const payment = await updateStatus(tx, key, from, 'declined', {
    ...processorColumns(outcome),
    declineReason,
    inFlightUntil: null,
  });
  if (payment === undefined) return undefined;
  await dropResolve(tx, app, payment);
  await purpose.onDeclined(toSettled(payment, outcome.now));
  return payment;
}

/**
 * Gives an authorisation back that its purpose has no use for. The job does it: no processor is called in a
 * transaction.
 */
async function releaseSoon(tx: Tx, key: PaymentKey, app: App): Promise<Payment | undefined> {
  const payment = await updateStatus(tx, key, { statuses: ['authorised'] }, 'releasing', {});
  if (payment !== undefined) await enqueueRelease(tx, app, payment);
  return payment;
}

async function enqueueRelease(tx: Tx, app: App, { organizationId, paymentId }: PaymentKey): Promise<void> {
  await app.jobs.enqueue(tx, releasePaymentJob, { organizationId, payload: { payment_id: paymentId }, key: paymentId });
}

async function dropResolve(tx: Tx, app: App, { organizationId, paymentId }: PaymentKey): Promise<void> {
  await app.jobs.cancel(tx, RESOLVE_PAYMENT, { organizationId, key: paymentId });
}

/** A processor that holds another amount than was asked for is not to be captured from. */
function isAmountHeld(payment: Payment, { payment: held }: AttemptOutcome): boolean {
  return held.amount.value === payment.amount.value && held.amount.currency === payment.amount.currency;
}

function processorColumns({ processorId, payment }: AttemptOutcome): PaymentChange {
  return { processorId, processorRef: payment.processorRef };
}

function toSettled(payment: Payment, now: Date): SettledAttempt {
  const { organizationId, paymentId, sessionId, amount, captureBefore } = payment;
  return { organizationId, paymentId, purposeId: payment.purpose.id, sessionId, amount, captureBefore, now };
}
