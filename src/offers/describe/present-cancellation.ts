import type { StatedSchedule } from '../../travel/cancellation.ts';
import { majorUnits, presentValue } from '../../travel/money.ts';

/**
 * A schedule as trips and bookings word it: from `cancel_time` on, cancelling costs `amount`; before the first it is
 * free. Null where the supplier does not state what cancelling costs.
 */
export function presentCancellation(schedule: StatedSchedule) {
  if (schedule === 'unknown') return { cancellation_schedule: null, cancellation_schedule_known: false } as const;
  return {
    cancellation_schedule: schedule.map(({ from, penalty, basis }) => ({
      cancel_time: from.toISOString(),
      amount: majorUnits(penalty),
      currency: penalty.currency,
      type: basis,
      amount_money: presentValue(penalty),
    })),
  };
}
