import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a delivery: one event that is sent to one endpoint. A delivery is settled for good: sending it once more
 * makes a new delivery of the same event. Migration 0006 repeats the names.
 */
export const deliveryLifecycle = defineLifecycle('A delivery', {
  pending: ['retrying', 'delivered', 'failed', 'cancelled'],
  retrying: ['delivered', 'failed', 'cancelled'],
  delivered: [],
  failed: [],
  cancelled: [],
});
export type DeliveryStatus = StateOf<typeof deliveryLifecycle>;

/** Whether nothing more will be sent for this delivery. */
export function isSettled(status: DeliveryStatus): boolean {
  return !deliveryLifecycle.open.includes(status);
}

/** The endpoint has accepted the event, or is about to be sent it. */
export const DELIVERED_OR_OPEN: readonly DeliveryStatus[] = [...deliveryLifecycle.open, 'delivered'];
