import { getBooking } from '../../bookings/guests/look-up-booking.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventType } from '../../webhooks/model/event-types.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { agreedRefund, type BookingChange, publicReference } from '../model/change.ts';
import { listChangesUnderWay } from '../store.ts';

/**
 * Publishes what a change that has ended means: `booking.exchanged` for an exchange, `booking.updated` for added
 * bags and seats; for a cancelled item
 * `booking.item_cancelled`, and `booking.refunded` where money came back; then `booking.cancelled` when it was the last
 * item of its booking. The traveler gets one mail, or none where people have to settle the refund: it must not announce
 * money that does not come.
 */
export async function publishDone(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  if (change.plan.kind === 'exchange') {
    await publish(tx, app, { type: 'booking.exchanged', change, now, mail: 'changed' });
    return;
  }
  if (change.plan.kind === 'services') {
    await publish(tx, app, { type: 'booking.updated', change, now, mail: 'changed' });
    return;
  }
  const hasRefund = agreedRefund(change.plan).value > 0 && change.status === 'done';
  await publish(tx, app, {
    // What somebody else has cancelled was published when it was found.
    type: change.plan.cause === 'cancelled_elsewhere' ? 'booking.updated' : 'booking.item_cancelled',
    change,
    now,
    mail: hasRefund || change.status !== 'done' ? undefined : 'refunded',
  });
  if (hasRefund) await publish(tx, app, { type: 'booking.refunded', change, now, mail: 'refunded' });
  await publishCancelled(tx, app, change, now);
}

/**
 * Publishes that people have moved the money of a change that its supplier had made before: `booking.refunded` with its
 * mail, or of an exchange `booking.updated`.
 */
export async function publishSettledByHand(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  const hasRefund = agreedRefund(change.plan).value > 0;
  await publish(tx, app, {
    type: hasRefund ? 'booking.refunded' : 'booking.updated',
    change,
    now,
    mail: hasRefund ? 'refunded' : undefined,
  });
}

/**
 * Publishes that the whole booking has ended cancelled. It is `cancelled` as soon as the supplier of its last item has
 * cancelled, while the money of several items may still be on its way: the last of these changes to end publishes. The
 * caller holds the booking's row.
 */
async function publishCancelled(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  const { organizationId, bookingRef } = change;
  const { status, items } = await getBooking({ db: tx }, { organizationId }, bookingRef);
  if (status !== 'cancelled' || (await listChangesUnderWay(tx, change)).length > 0) return;
  const itemIds = items
    .filter((item) => item.status === 'cancelled' || item.status === 'refunded')
    .map(({ itemId }) => itemId);
  await publishEvent(
    tx,
    { organizationId, type: 'booking.cancelled', bookingRef, status, occurredAt: now, data: { item_ids: itemIds } },
    app,
  );
}

/** Publishes that an item was found cancelled at its supplier by nobody here, with a mail; people decide about it. */
export async function publishGone(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  await publish(tx, app, { type: 'booking.item_cancelled', change, now, mail: 'cancelled_elsewhere' });
}

/**
 * Publishes that a committed change came to nothing. `before`: as it stood until then. What waited for people gets a
 * mail with their reason, because its page has promised one; who asked for the rest was answered at once.
 */
export async function publishFailed(
  tx: Tx,
  app: App,
  { before, failed }: { readonly before: BookingChange; readonly failed: BookingChange },
  now: Date,
): Promise<void> {
  const hasWaited = before.status === 'pending' || before.status === 'deciding';
  await publish(tx, app, {
    type: FAILED_EVENTS[failed.plan.kind],
    change: failed,
    now,
    mail: hasWaited ? 'declined' : undefined,
  });
}

const FAILED_EVENTS = {
  cancellation: 'booking.cancellation_failed',
  exchange: 'booking.exchange_failed',
  services: 'booking.updated',
} as const satisfies Record<BookingChange['plan']['kind'], EventType>;

interface PublishedChange {
  readonly type: EventType;
  readonly change: BookingChange;
  readonly now: Date;
  readonly mail: 'refunded' | 'changed' | 'declined' | 'cancelled_elsewhere' | undefined;
}

async function publish(tx: Tx, app: App, { type, change, now, mail }: PublishedChange): Promise<void> {
  const { organizationId, bookingRef, tripId, itemId } = change;
  const booking = await getBooking({ db: tx }, { organizationId }, bookingRef);
  const newItemId = booking.items.find((item) => item.itemId === itemId)?.replacedBy;
  const eventId = await publishEvent(
    tx,
    {
      organizationId,
      type,
      bookingRef,
      status: booking.status,
      occurredAt: now,
      data: {
        item_id: itemId,
        ...(newItemId === undefined ? {} : { new_item_id: newItemId }),
        reference: publicReference(change),
        change_status: change.status,
      },
    },
    app,
  );
  if (mail !== undefined)
    await app.bookingMail.enqueue(
      tx,
      { organizationId, eventId, bookingRef, tripId, kind: mail, changeId: change.changeId, occurredAt: now },
      app,
    );
}
