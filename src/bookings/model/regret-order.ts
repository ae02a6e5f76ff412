import type { Fare } from '../../travel/flight.ts';

/** How much is lost when a booked item must be given up: nothing, a fee, or everything. */
export function regretOf(fare: Fare): number {
  if (!fare.isRefundable) return 2;
  const hasFee = fare.rules.some((rule) => rule.ruleType === 'refund' && rule.isAllowed && rule.fee !== undefined && rule.fee.value > 0);
  return hasFee ? 1 : 0;
}

/** Items in the order they are booked: free to cancel first, non-refundable last, else as the traveler chose them. */
export function inRegretOrder<T>(items: readonly T[], fareOf: (item: T) => Fare): readonly T[] {
  return items.map((item, index) => ({ item, index, regret: regretOf(fareOf(item)) }))
    .sort((a, b) => a.regret - b.regret || a.index - b.index).map(({ item }) => item);
}
