import type { Tx } from '../../platform/db/db.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import type { Booking, BookingItem } from '../model/booking.ts';
import type { FulfilmentRun } from './fulfilment.ts';

/**
 * Says that the supplier took another sum for an item than was quoted, in the transaction that records it; nothing
 * where it took what was quoted. The payer pays what was agreed: the difference is ours.
 */
export async function publishDrift(
  tx: Tx,
  { app, now }: FulfilmentRun,
  { organizationId, bookingRef }: Booking,
  { itemId, supplierTotal }: BookingItem,
): Promise<void> {
  if (supplierTotal === undefined) return;
  const data = { item_id: itemId };
  await publishEvent(
    tx,
    { organizationId, type: 'booking.cost_drifted', bookingRef, status: 'pending', occurredAt: now, data },
    app,
  );
}
