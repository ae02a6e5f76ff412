import { freeUntil, isAlwaysFree, type StatedSchedule } from '../../travel/cancellation.ts';
import type { Fare } from '../../travel/flight.ts';
import { isCharged } from '../../travel/penalty.ts';
import type { Product } from '../../trips/model/trip.ts';

/** How much is lost when a booked item must be given up at an instant: nothing (0), a fee (1), or everything (2). */
export function cancellationCostRank(product: Product, now: Date): number {
  switch (product.kind) {
    case 'flight':
      return costRankOfFare(product.fare);
    case 'hotel':
      return Math.max(...product.stay.rates.map((rate) => costRankOfTerms(rate, now)));
    case 'car':
      return costRankOfTerms(product.rental, now);
    default:
      return product satisfies never;
  }
}

function costRankOfFare(fare: Fare): number {
  if (fare.isRefundable !== true) return 2;
  // A fee that nobody says is counted as one: never as free.
  const hasFee = fare.rules.some((rule) => rule.ruleType === 'refund' && rule.isAllowed && isCharged(rule) !== false);
  return hasFee ? 1 : 0;
}

/** What may not be refundable is counted as lost, what may cost something as a fee: never as free. */
function costRankOfTerms(
  { isRefundable, cancellation }: { readonly isRefundable: boolean | undefined; readonly cancellation: StatedSchedule },
  now: Date,
): number {
  if (isRefundable !== true) return 2;
  return isAlwaysFree(cancellation) || freeUntil(cancellation, now) !== undefined ? 0 : 1;
}

/** Items in the order they are booked: free to cancel first, non-refundable last, else as the traveler chose them. */
export function cheapestToCancelFirst<T>(items: readonly T[], costRank: (item: T) => number): readonly T[] {
  return items
    .map((item, index) => ({ item, index, costRank: costRank(item) }))
    .sort((a, b) => a.costRank - b.costRank || a.index - b.index)
    .map(({ item }) => item);
}
