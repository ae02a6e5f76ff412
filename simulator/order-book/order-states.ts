import { defineLifecycle, type StateOf } from '../../src/platform/lifecycle.ts';
import type { Money } from '../../src/travel/money.ts';
import type { LookUpOutcome } from '../../src/suppliers/ports/booking.ts';
import type { SupplierOrder } from '../../src/suppliers/ports/supplier.ts';

/** The life of an order. A repeated cancellation is no move. */
export const orderLifecycle = defineLifecycle('An order', { booked: ['cancelled'], cancelled: [] });
export type OrderStatus = StateOf<typeof orderLifecycle>;

/** The life of a cancellation: accepted at once, or decided later by people, who may refuse it. */
export const cancellationLifecycle = defineLifecycle('A cancellation', {
  pending: ['cancelled', 'refused'],
  cancelled: [],
  refused: [],
});
export type CancellationStatus = StateOf<typeof cancellationLifecycle>;

/** What every order of a built-in supplier has, whatever was sold. */
export interface OrderState {
  readonly reference: string;
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly scenario: string | undefined;
  readonly confirmationNumber: string;
  readonly total: Money;
  readonly bookedAt: Date;
  readonly confirmedAt: Date;
  /** What is answered before `confirmedAt`; undefined: it was confirmed at once. */
  readonly untilConfirmed: 'pending' | 'unknown' | undefined;
}

/** What the seller says about an order at an instant of the organization's clock. Only flights have tickets. */
export function describeOrder(
  order: OrderState & { readonly tickets?: SupplierOrder['tickets'] },
  now: Date,
): LookUpOutcome {
  if (order.status === 'cancelled') return { kind: 'cancelled' };
  if (order.untilConfirmed && now < order.confirmedAt) {
    return order.untilConfirmed === 'pending'
      ? { kind: 'pending', orderId: order.orderId }
      : { kind: 'unknown', detail: 'The seller has not answered yet.' };
  }
  const { orderId, confirmationNumber, tickets = [], total } = order;
  return { kind: 'confirmed', order: { orderId, confirmationNumber, tickets, total, confirmedAt: order.confirmedAt } };
}
