import * as z from 'zod';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { asBookingRef, asId, type BookingRef, type ItemId, type OrganizationId } from '../../platform/ids.ts';
import type { JobDeclaration, JobOutcome } from '../../platform/jobs/job.ts';
import type { SupplierOrder } from '../../suppliers/ports/supplier.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { withItem } from '../fulfil/book-item.ts';
import { callLookUp } from '../fulfil/supplier-calls.ts';
import { lockBooking } from '../guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../model/booking.ts';
import { isGone } from '../model/item-status.ts';
import { refreshInSeconds } from './model/refresh-times.ts';
import { beginsAt } from '../../trips/model/items/product.ts';
import { findBooking } from '../store-read.ts';
import { saveServicedBooking } from '../store-serviced.ts';

const RefreshPayload = z.object({
  booking_ref: z.string(),
  item_id: z.string(),
  /** The supplier may have issued other numbers in the place of those that are known. */
  is_changed: z.boolean().optional(),
});
type RefreshPayload = z.infer<typeof RefreshPayload>;
/** A database that is away for two days ends no refresh. */
const RETRY_DELAYS_SECONDS: readonly number[] = [60, 600, ...Array.from({ length: 48 }, () => 3_600)];

/**
 * Asks the supplier of one sold item for the numbers that it had not given when it confirmed: of tickets, or the
 * hotel's own. One item of an organization at a time, on the supplier's budget for servicing: what it does not answer
 * is asked at the next time.
 */
export const refreshItemJob: JobDeclaration<RefreshPayload> = {
  name: 'bookings.refresh_item',
  payload: RefreshPayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  jitter: 0.1,
  concurrency: 4,
  organizationConcurrency: 1,
  timeoutSeconds: 60,
  run: (payload, app, { organizationId, now }) =>
    refreshItem(
      app,
      {
        organizationId,
        bookingRef: asBookingRef(payload.booking_ref),
        itemId: asId('item', payload.item_id),
        isChanged: payload.is_changed === true,
      },
      now,
    ),
};

/** Enqueues a refresh of each sold item that lacks numbers, in the transaction that ends the fulfilment. */
export async function enqueueRefreshes(tx: Tx, app: App, booking: Booking, now: Date): Promise<void> {
  const { organizationId, bookingRef } = booking;
  for (const item of booking.items) {
    const seconds = refreshDelayOf(booking, item, now);
    if (seconds === undefined) continue;
    await app.jobs.enqueue(tx, refreshItemJob, {
      organizationId,
      payload: { booking_ref: bookingRef, item_id: item.itemId },
      dueAt: new Date(now.getTime() + seconds * 1_000),
      key: `${bookingRef} ${item.itemId}`,
    });
  }
}

interface ItemKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

async function refreshItem(
  app: App,
  { isChanged, ...key }: ItemKey & { readonly isChanged: boolean },
  now: Date,
): Promise<JobOutcome> {
  const booking = await findBooking(app.db, key.organizationId, key.bookingRef);
  const item = booking?.items.find(({ itemId }) => itemId === key.itemId);
  if (booking === undefined || item === undefined) return undefined;
  if (!lacksNumbers(booking, item) && !(isChanged && item.status === 'confirmed')) return undefined;
  const outcome = await callLookUp(app, booking, item, now, 'servicing');
  const after =
    outcome.kind === 'confirmed'
      ? await app.db.transaction((tx) => recordNumbers(tx, app, { key, order: outcome.order, now }))
      : booking;
  const left = after.items.find(({ itemId }) => itemId === key.itemId);
  const seconds = left && refreshDelayOf(after, left, now);
  return seconds === undefined ? undefined : { runAgainInSeconds: seconds };
}

/** Enters what is new into the booking and publishes it; what the supplier leaves out takes no number away. */
async function recordNumbers(
  tx: Tx,
  app: App,
  { key, order, now }: { readonly key: ItemKey; readonly order: SupplierOrder; readonly now: Date },
): Promise<Booking> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  const item = booking.items.find(({ itemId }) => itemId === key.itemId);
  if (item === undefined || item.status !== 'confirmed') return booking;
  const hasOther = hasOtherTickets(item, order);
  const confirmationNumber = order.confirmationNumber || item.confirmationNumber;
  if (!hasOther && confirmationNumber === item.confirmationNumber) return booking;
  const after = withItem(booking, { ...item, confirmationNumber, tickets: hasOther ? order.tickets : item.tickets });
  if (!(await saveServicedBooking(tx, booking, after, [])))
    throw new Error(`The locked booking ${key.bookingRef} has moved.`);
  const { organizationId, bookingRef, status } = booking;
  const data = { item_id: item.itemId };
  await publishEvent(tx, { organizationId, type: 'booking.updated', bookingRef, status, occurredAt: now, data }, app);
  return { ...after, version: booking.version + 1 };
}

/** Whether a supplier names tickets that are not known, and one at least for everybody who has one. */
function hasOtherTickets(known: Pick<BookingItem, 'tickets'>, order: Pick<SupplierOrder, 'tickets'>): boolean {
  const named = new Set(order.tickets.map(({ travelerId }) => travelerId));
  const numbers = new Set(known.tickets.map(({ travelerId, number }) => `${travelerId} ${number}`));
  return (
    known.tickets.every(({ travelerId }) => named.has(travelerId)) &&
    order.tickets.some(({ travelerId, number }) => !numbers.has(`${travelerId} ${number}`))
  );
}

/** Seconds until the numbers of an item are asked for; undefined where none is missing or it begins before. */
function refreshDelayOf(booking: Booking, item: BookingItem, now: Date): number | undefined {
  if (!lacksNumbers(booking, item)) return undefined;
  // Suppliers date what they booked by their own clock, which may be behind the organization's.
  const bookedAt = new Date(Math.max(booking.createdAt.getTime(), item.bookedAt?.getTime() ?? 0));
  return refreshInSeconds({ bookedAt, beginsAt: beginsAt(item.tripItem) }, now);
}

/**
 * Whether a flight was sold of which a traveler has no ticket number so far, or a stay that still goes by its
 * supplier's id instead of the hotel's own number.
 */
function lacksNumbers({ status, travelers }: Booking, item: BookingItem): boolean {
  if (status !== 'confirmed' || item.status !== 'confirmed' || isGone(item)) return false;
  if (item.kind === 'hotel') return item.confirmationNumber === item.supplierOrderId;
  const ticketed = new Set(item.tickets.map(({ travelerId }) => travelerId));
  return item.kind === 'flight' && travelers.some(({ travelerId }) => !ticketed.has(travelerId));
}
