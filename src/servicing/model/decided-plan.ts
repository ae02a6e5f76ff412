import type { BookingItem } from '../../bookings/model/booking.ts';
import { feeOf, withFeeReturned } from '../../bookings/model/costs/service-fee.ts';
import { returnableOf } from '../../bookings/model/refund-of.ts';
import { convertMoney, type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { CancellationPlan } from './change.ts';

/** The most that can be given back of an item: what was paid without service fee and what earlier changes used up. */
export function refundMaxOf(item: BookingItem): Money {
  return returnableOf(item, zeroMoney(item.total.currency));
}

/** The most that can be given back by a plan: with the service fee, where that was agreed to go back. */
export function decidableMaxOf({ isServiceFeeReturned }: CancellationPlan, item: BookingItem): Money {
  return refundMaxOf(isServiceFeeReturned === true ? withFeeReturned(item) : item);
}

/**
 * The plan with what people of the seller have decided; undefined for a refund of more than can be given back, of less
 * than nothing, or in another currency.
 */
export function decidePlan(
  plan: CancellationPlan,
  item: BookingItem,
  { refund, by }: { readonly refund: Money; readonly by: string },
): CancellationPlan | undefined {
  const most = decidableMaxOf(plan, item);
  if (refund.currency !== most.currency || refund.value < 0 || refund.value > most.value) return undefined;
  // The fee goes back last: only with more than all that the supplier was paid.
  const isServiceFeeReturned = refund.value > refundMaxOf(item).value;
  const ofSupplier = isServiceFeeReturned ? subtractMoney(refund, feeOf(item)) : refund;
  return {
    ...plan,
    refund,
    penalty: subtractMoney(plan.totalPaid, refund),
    ...(plan.isServiceFeeReturned === undefined ? {} : { isServiceFeeReturned }),
    originPenalty: originPenaltyOf(item, ofSupplier, refundMaxOf(item)),
    decidedBy: by,
  };
}

/** What the supplier may withhold so that the decided refund costs the seller nothing, at the rate of the sale. */
function originPenaltyOf({ originTotal, rate }: BookingItem, refund: Money, most: Money): Money {
  if (refund.value === 0) return originTotal;
  const { currency } = originTotal;
  if (refund.value === most.value) return zeroMoney(currency);
  const back = refund.currency === currency ? refund : convertMoney(refund, currency, 1 / rate);
  return { value: Math.max(0, originTotal.value - back.value), currency };
}
