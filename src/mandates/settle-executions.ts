import type { App } from '../context.ts';
import { isPaymentInFlight, type Payment } from '../payments/model/payment.ts';
import { listPaymentsOfTrips } from '../payments/list-payments.ts';
import { voidPayment } from '../payments/void-payment.ts';
import { refuse } from '../platform/errors.ts';
import { announce } from './announce.ts';
import { type ExecutionOutcome, settleExecution } from './budget.ts';
import type { Mandate } from './model/mandate.ts';
import { UNKNOWN_MANDATE } from './read-mandates.ts';
import { findMandate, type MandateKey } from './store.ts';
import { type Execution, listExecutions } from './store-budget.ts';

/** Open executions of one mandate that a reader settles; the job of each settles the rest. */
const settledAtOnceMax = 50;

/** A mandate with everything entered that is known by now. Throws 404 for an unknown one. */
export async function settleMandate(app: App, key: MandateKey, now: Date): Promise<Mandate> {
  const { organizationId, mandateId } = key;
  const open = await listExecutions(app.db, { organizationId, mandateId, status: 'open', limit: settledAtOnceMax });
  for (const execution of open) await settleIfKnown(app, execution, now);
  const mandate = await findMandate(app.db, key);
  if (mandate === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MANDATE });
  return mandate;
}

/**
 * Enters what became of an execution's payment, as the payment itself says; false while that is not known. A payment
 * that waits for its payer after its link has ended is closed first, so that nothing can be taken any more.
 */
export async function settleIfKnown(app: App, execution: Execution, now: Date): Promise<boolean> {
  if (execution.status !== 'open') return true;
  const payment = await findPayment(app, execution);
  if (payment !== undefined && isLeft(payment, now)) {
    await app.db.transaction((tx) => voidPayment(tx, payment, app));
    return await settleIfKnown(app, execution, now);
  }
  const outcome = outcomeOf(payment, execution);
  if (outcome === undefined) return false;
  await app.db.transaction(async (tx) => {
    const settled = await settleExecution(tx, execution, outcome, now);
    if (settled?.isExhausted)
      await announce(tx, app, {
        event: 'mandate.exhausted',
        status: 'exhausted',
        mandate: settled.mandate,
        mail: 'mandate_exhausted',
        at: now,
      });
    app.faults.pass('execute.before_settle_commit');
  });
  app.faults.pass('execute.after_settle');
  return true;
}

async function findPayment(app: App, { organizationId, tripId, paymentId }: Execution): Promise<Payment | undefined> {
  const payments = await listPaymentsOfTrips(app.db, organizationId, [tripId]);
  return payments.find((payment) => payment.paymentId === paymentId);
}

/** The payer left the bank's question unanswered, and their link has ended. */
function isLeft(payment: Payment, now: Date): boolean {
  return payment.status === 'requires_action' && now >= payment.expiresAt && !isPaymentInFlight(payment, now);
}

/**
 * `undefined` while it is open what becomes of the payment: the budget stays held. A payment whose trip is gone was
 * never taken: a trip that is paid for is never forgotten.
 */
function outcomeOf(payment: Payment | undefined, { reserved }: Execution): ExecutionOutcome | undefined {
  if (payment === undefined) return { kind: 'released' };
  switch (payment.status) {
    case 'captured':
      return { kind: 'spent', taken: takenOf(payment, reserved) };
    case 'declined':
    case 'voided':
    case 'released':
      return { kind: 'released' };
    case 'created':
    case 'submitted':
    case 'requires_action':
    case 'processing':
    case 'authorised':
    case 'capturing':
    case 'releasing':
      return undefined;
    default:
      return payment.status satisfies never;
  }
}

/** The share of the reservation that was captured of the payment, rounded up. */
function takenOf({ amount, amountCaptured }: Payment, reserved: number): number {
  return amount.value === 0 ? reserved : Math.ceil((reserved * amountCaptured.value) / amount.value);
}
