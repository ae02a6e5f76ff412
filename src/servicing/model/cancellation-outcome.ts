import type { BookingItem } from '../../bookings/model/booking.ts';
import { withFeeReturned } from '../../bookings/model/costs/service-fee.ts';
import { refundOf } from '../../bookings/model/refund-of.ts';
import type { CancellationOutcome } from '../../suppliers/ports/servicing.ts';
import { type Money, money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { CancellationPlan } from './change.ts';

/** A supplier's yes. */
type Cancelled = Pick<Extract<CancellationOutcome, { readonly kind: 'cancelled' }>, 'refund' | 'credits'>;
type GivenItem = Pick<BookingItem, 'total' | 'nonRefundable' | 'rate' | 'serviceFee'>;

/**
 * The plan as the supplier has carried it out: with the credits it issued, and with a larger refund where it gave back
 * more than it had quoted. Where it gave back less the payer still gets what was agreed, and the seller bears the rest
 * (`costBeyondPlan`).
 */
export function withOutcome(plan: CancellationPlan, item: GivenItem, { refund, credits }: Cancelled): CancellationPlan {
  const issued = credits === undefined ? plan : { ...plan, credits };
  const { originRefund, originPenalty } = plan;
  if (refund === undefined || originRefund === undefined || originPenalty === undefined) return issued;
  if (plan.decidedBy !== undefined || refund.currency !== originRefund.currency || refund.value <= originRefund.value)
    return issued;
  const penalty = money(Math.max(0, originPenalty.value - (refund.value - originRefund.value)), refund.currency);
  const given = plan.isServiceFeeReturned === true ? withFeeReturned(item as BookingItem) : item;
  const back = refundOf(given, { refund, penalty });
  if (back.value <= (plan.refund?.value ?? 0) || back.value > plan.totalPaid.value) return issued;
  return {
    ...issued,
    refund: back,
    penalty: subtractMoney(plan.totalPaid, back),
    originRefund: refund,
    originPenalty: penalty,
  };
}

/**
 * What the supplier withheld beyond what the payer bears of it, in the supplier's currency; below zero where less.
 * Undefined where it does not say what it gave back.
 *
 * Example: it took GBP 100.00, gives back GBP 70.00 and had quoted GBP 80.00: GBP 10.00.
 */
export function costBeyondPlan(
  plan: CancellationPlan,
  { originTotal, supplierTotal }: Pick<BookingItem, 'originTotal' | 'supplierTotal'>,
  refund: Money | undefined,
): Money | undefined {
  if (refund?.currency !== originTotal.currency || plan.originPenalty?.currency !== originTotal.currency)
    return undefined;
  const withheld = (supplierTotal ?? originTotal).value - refund.value;
  const isAllBorne = (plan.refund?.value ?? 0) === 0;
  const borne = isAllBorne ? originTotal.value : Math.min(plan.originPenalty.value, originTotal.value);
  const beyond = withheld - borne;
  return beyond === 0 ? zeroMoney(originTotal.currency) : money(beyond, originTotal.currency);
}
