import { type CancellationSchedule, type CancelledShare, retainedOfShares } from '../../../src/travel/cancellation.ts';
import type { Money } from '../../../src/travel/money.ts';

/**
 * The schedule of a product that takes the place of another one, of which so much was lost already
 * (docs/decisions/0018): from the exchange on at least that is withheld, and more where its own terms ask for more.
 * Nothing is withheld twice.
 */
export function carryForfeited(
  { schedule, price, paid }: CancelledShare,
  forfeited: Money,
  exchangedAt: Date,
): CancellationSchedule {
  const floor = forfeited.value > paid.value ? paid : forfeited;
  if (floor.value === 0) return schedule;
  const dearer = schedule.filter(
    (step) => retainedOfShares([{ schedule: [step], price, paid }], step.from, paid.currency).value >= floor.value,
  );
  const [first] = dearer;
  return first !== undefined && first.from <= exchangedAt
    ? dearer
    : [{ from: exchangedAt, penalty: floor, basis: 'forfeited' }, ...dearer];
}
