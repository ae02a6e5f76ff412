/** The lifecycle of a delivery: one event on its way to one endpoint. Migration 0006 repeats the names. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A delivery is settled for good: sending it once more makes a new delivery of the same event. */
export const NEXT_DELIVERY_STATUSES = {
  pending: ['retrying', 'delivered', 'failed', 'cancelled'],
  retrying: ['delivered', 'failed', 'cancelled'],
  delivered: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<DeliveryStatus, readonly DeliveryStatus[]>;

/** The status after a move, or a throw where the table has none. Staying is a no-op. */
export function moveDelivery(from: DeliveryStatus, to: DeliveryStatus): DeliveryStatus {
  const next: readonly DeliveryStatus[] = NEXT_DELIVERY_STATUSES[from];
  if (from !== to && !next.includes(to)) throw new RangeError(`A delivery does not move from ${from} to ${to}.`);
  return to;
}

/** Whether nothing more will be sent for this delivery. */
export function isSettled(status: DeliveryStatus): boolean {
  return NEXT_DELIVERY_STATUSES[status].length === 0;
}
