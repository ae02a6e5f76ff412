import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isUnpaid, paidOf } from '../../bookings/model/paid-of.ts';
import type { ItemId } from '../../platform/ids.ts';
import { agreedRefund, type ChangePlan, type ServicesPlan } from './change.ts';

/** Why a change may not be asked of a supplier, a sentence for anyone who wants it; `status` is the item's. */
export interface EntryObstacle {
  readonly reason: string;
  readonly status: BookingItem['status'] | 'missing';
}

/**
 * Whether what a supplier would make of a change could be entered in the locked booking; undefined where it could.
 * Asked before the supplier is: what it has done and nobody can enter would be lost. Without a plan only whether the
 * item stands.
 */
export function findEntryObstacle(booking: Booking, itemId: ItemId, plan?: ChangePlan): EntryObstacle | undefined {
  const item = booking.items.find((candidate) => candidate.itemId === itemId);
  // Of a booking that is cancelled an item may stand whose order is gone: its money is still to be decided about.
  const isSettled = booking.status === 'confirmed' || booking.status === 'failed';
  const hasEnded =
    booking.phase === 'done' && (isSettled || (booking.status === 'cancelled' && item?.goneAt !== undefined));
  if (item?.status !== 'confirmed' || !hasEnded) {
    return {
      reason: `This item is ${item?.status ?? 'not a part of the booking'}: it cannot be changed any more.`,
      status: item?.status ?? 'missing',
    };
  }
  if (item.scheduleChange?.status === 'accepting')
    return { reason: 'The airline has not answered so far whether its change is accepted.', status: item.status };
  const reason = plan && findPlanObstacle(booking, item, plan);
  return reason === undefined ? undefined : { reason, status: item.status };
}

/** What nobody has paid for can only be given up, and nothing comes back that was not paid. */
function findPlanObstacle(booking: Booking, item: BookingItem, plan: ChangePlan): string | undefined {
  const paid = paidOf(booking, item);
  if (plan.kind !== 'cancellation' && isUnpaid(booking)) return UNPAID_OBSTACLE;
  if (plan.kind === 'services' && !holdsFlights(item, plan))
    return 'The flights have changed since this was quoted. Check again what can be added.';
  // Bags and seats bought since would be lost without a word.
  if (plan.kind === 'exchange' && plan.oldTotal !== undefined && plan.oldTotal.value !== item.total.value)
    return 'Something was added to this item since this was quoted. Ask for a fresh quote.';
  const isAsQuoted =
    agreedRefund(plan).value <= paid.value && (plan.kind !== 'cancellation' || plan.totalPaid.value === paid.value);
  return isAsQuoted
    ? undefined
    : 'What was paid for this item is not what it was when this was quoted. Ask for a fresh quote.';
}

/** Whether every flight that services were quoted for is still one of the item's. */
function holdsFlights({ tripItem }: BookingItem, { services }: ServicesPlan): boolean {
  const slices = tripItem.kind === 'flight' ? tripItem.offer.slices : [];
  const ids = new Set(slices.flatMap(({ segments }) => segments.map(({ segmentId }) => segmentId)));
  return services.every((service) =>
    (service.kind === 'seat' ? [service.segmentId] : service.segmentIds).every((id) => ids.has(id)),
  );
}

/** Why something of a booking that failed is not exchanged, and nothing is added to it. */
export const UNPAID_OBSTACLE = 'Nothing was paid for it: it can be given up, not exchanged. Book anew.';
