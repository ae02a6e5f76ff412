import type { RefundStatus } from '../../bookings/model/item-change.ts';
import type { Money } from '../../travel/money.ts';
import type { ItemKind } from '../../trips/model/trip.ts';
import { agreedRefund, type BookingChange, type ChangeKind, type ChangePlan } from './change.ts';

const KINDS = { flight: 'flight_refund', hotel: 'hotel_cancel', car: 'car_cancel' } as const satisfies Record<
  ItemKind,
  ChangeKind
>;

/** What giving up an item of a kind is called. */
export function cancellationKind(kind: ItemKind): ChangeKind {
  return KINDS[kind];
}

/** The status of a committed cancellation. */
export function refundStatusOf({ status, plan }: Pick<BookingChange, 'status' | 'plan'>): RefundStatus {
  switch (status) {
    case 'done':
      return 'refunded';
    case 'partial':
    case 'deciding':
      return 'manual';
    case 'failed':
      return 'failed';
    case 'pending':
      return plan.kind === 'cancellation' && plan.support === 'manual' ? 'manual' : 'pending';
    case 'quoted':
    case 'paying':
    case 'requested':
    case 'unknown':
    case 'settling':
      return 'pending';
    default:
      return status satisfies never;
  }
}

/** The service fee of what a plan gives up, and whether it goes back with it; undefined where there is none. */
export function feeReturnOf(plan: ChangePlan): { readonly amount: Money; readonly isReturned: boolean } | undefined {
  if (plan.kind !== 'cancellation' || plan.serviceFee === undefined) return undefined;
  return { amount: plan.serviceFee, isReturned: plan.isServiceFeeReturned === true };
}

/** What the payer has got back, once all of it is certain. */
export function confirmedRefund({ status, plan }: Pick<BookingChange, 'status' | 'plan'>): Money | undefined {
  return status === 'done' ? agreedRefund(plan) : undefined;
}
