import type { App } from '../context.ts';
import type { Cte, WrittenCte } from '../platform/db/cte.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Money, zeroMoney } from '../travel/money.ts';
import { captureEntries, releaseEntry } from './ledger-entries.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { paymentLifecycle } from './model/payment-states.ts';
import { unknownAtProcessor, openAtProcessor, processorContext, requireProcessor } from './processor.ts';
import { intendedCte, updateEntered, updateStatus } from './store-moves.ts';
import { type PaymentRow, toPayment } from './store-rows.ts';

/** How a capture or release ended at the processor. `lapsed`: the hold was gone before the capture. */
export type SettleOutcome = 'captured' | 'released' | 'lapsed' | 'unknown';

/** Records that an amount is about to be captured; undefined when the payment is past that. */
export async function beginCapture(tx: Tx, key: PaymentKey, amount: Money): Promise<Payment | undefined> {
  return updateStatus(tx, key, { statuses: paymentLifecycle.allowedFrom('capturing') }, 'capturing', {
    amountToCapture: amount,
  });
}

/**
 * Records the intent to capture an amount, or with none to release the hold, as a part of the statement that makes it
 * due: if and only if `ready` has a row. The part returns the payment, for `readIntended`.
 */
export function intentCte(
  key: PaymentKey,
  amount: Money | undefined,
  ready: Cte,
): WrittenCte<'intended', IntendedPayment> {
  const move =
    amount === undefined
      ? ({ to: 'releasing', change: {} } as const)
      : ({ to: 'capturing', change: { amountToCapture: amount } } as const);
  return intendedCte(key, move, ready);
}

/** The row that the part returns. */
export type IntendedPayment = PaymentRow;

/** The payment the part has moved. */
export function readIntended(row: IntendedPayment): Payment {
  return toPayment(row);
}

/** Captures what was intended. Asking twice captures once. */
export async function callCapture(app: App, payment: Payment): Promise<SettleOutcome> {
  const amount = payment.amountToCapture;
  if (amount === undefined) throw new Error('A capture needs its intent first.');
  if (payment.amount.value === 0) return 'captured';
  const processor = requireProcessor(app);
  const context = await processorContext(app, payment);
  const answer = await unknownAtProcessor(app, 'capture', async () =>
    processor.capture(
      payment.processorRef ?? (await openAtProcessor(app, processor, payment, context)),
      amount,
      context,
    ),
  );
  if (answer.kind === 'unknown') return 'unknown';
  const { status, amountCaptured } = answer.payment;
  if (status === 'released') return 'lapsed';
  if (status !== 'captured') return 'unknown';
  if (amountCaptured.value !== amount.value)
    throw new Error(`The processor captured ${amountCaptured.value}, not the ${amount.value} intended.`);
  return 'captured';
}

/** Records how a capture ended, with its ledger entries: what was captured, and the rest of the hold given back. */
export async function finishCapture(
  tx: Tx,
  payment: Payment,
  outcome: 'captured' | 'lapsed',
  now: Date,
): Promise<Payment | undefined> {
  if (outcome === 'lapsed') return finishRelease(tx, payment, 'capturing', now);
  const amountCaptured = payment.amountToCapture ?? zeroMoney(payment.amount.currency);
  const entries = captureEntries({ ...payment, amountCaptured }, now);
  return updateEntered(
    tx,
    payment,
    { statuses: paymentLifecycle.allowedFrom('captured') },
    { to: 'captured', change: { amountCaptured } },
    { entries },
  );
}

/** Records that a hold is about to be given back; undefined when the payment is past that. */
export async function beginRelease(tx: Tx, key: PaymentKey): Promise<Payment | undefined> {
  return updateStatus(tx, key, { statuses: ['authorised'] }, 'releasing', {});
}

/** Gives a hold back, or closes a payment nobody has paid. Asking twice releases once. */
export async function callRelease(app: App, payment: Payment): Promise<SettleOutcome> {
  if (payment.amount.value === 0) return 'released';
  const processor = requireProcessor(app);
  const context = await processorContext(app, payment);
  const answer = await unknownAtProcessor(app, 'release', async () =>
    processor.release(payment.processorRef ?? (await openAtProcessor(app, processor, payment, context)), context),
  );
  return answer.kind === 'known' && answer.payment.status === 'released' ? 'released' : 'unknown';
}

/** Records that a hold was given back. */
export async function finishRelease(
  tx: Tx,
  payment: Payment,
  from: 'releasing' | 'capturing',
  now: Date,
): Promise<Payment | undefined> {
  return updateEntered(
    tx,
    payment,
    { statuses: [from] },
    { to: 'released', change: {} },
    { entries: [releaseEntry(payment, now)] },
  );
}
