import type { CancellationSchedule } from '../../travel/cancellation.ts';
import { majorUnits, presentValue } from '../../travel/money.ts';

/**
 * A schedule as trips and bookings word it: from `cancel_time` on, cancelling costs `amount`; before the first it is
 * free.
 */
export function presentCancellation(schedule: CancellationSchedule) {
  return schedule.map(({ from, penalty, basis }) => ({
    cancel_time: from.toISOString(),
    amount: majorUnits(penalty),
    currency: penalty.currency,
    type: basis,
    amount_money: presentValue(penalty),
  }));
}
