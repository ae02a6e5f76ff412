import { getBooking } from '../bookings/look-up-booking.ts';
import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EventType } from '../webhooks/model/event-types.ts';
import { publishEvent } from '../webhooks/publish-event.ts';
import { type BookingChange, publicReference } from './model/change.ts';

/**
 * Publishes what a change that has ended means: `booking.exchanged` for an exchange; for an item that was given up
 * `booking.cancelled`, and `booking.refunded` where money came back. Each names the item and the change, and is told by mail once;
 * a refund that people have to settle is not: nobody is told of money that does not come.
 */
export async function publishDone(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  if (change.plan.kind === 'exchange') {
    await publish(tx, app, { type: 'booking.exchanged', change, now, mail: 'changed' });
    return;
  }
  const hasRefund = change.plan.refund.value > 0 && change.status === 'done';
  await publish(tx, app, { type: 'booking.cancelled', change, now, mail: hasRefund || change.status !== 'done' ? undefined : 'refunded' });
  if (hasRefund) await publish(tx, app, { type: 'booking.refunded', change, now, mail: 'refunded' });
}

/** Publishes that a committed exchange came to nothing. A refund that was refused changes nothing and is told by its status. */
export async function publishFailed(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  if (change.plan.kind === 'exchange') await publish(tx, app, { type: 'booking.exchange_failed', change, now, mail: undefined });
}

interface ToldChange {
  readonly type: EventType;
  readonly change: BookingChange;
  readonly now: Date;
  readonly mail: 'refunded' | 'changed' | undefined;
}

async function publish(tx: Tx, app: App, { type, change, now, mail }: ToldChange): Promise<void> {
  const { organizationId, bookingRef, tripId, itemId } = change;
  const booking = await getBooking({ db: tx }, { organizationId }, bookingRef);
  const newItemId = booking.items.find((item) => item.itemId === itemId)?.replacedBy;
  const eventId = await publishEvent(tx, {
    organizationId, type, bookingRef, status: booking.status, occurredAt: now,
    data: { item_id: itemId, ...(newItemId === undefined ? {} : { new_item_id: newItemId }), reference: publicReference(change), change_status: change.status },
  }, app);
  if (mail !== undefined) await app.bookingMail.enqueue(tx, { organizationId, eventId, bookingRef, tripId, kind: mail, changeId: change.changeId, occurredAt: now }, app);
}
