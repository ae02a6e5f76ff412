import { getBooking, lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import {
  recordScheduleCheck,
  recordScheduleChange,
  reopenChange,
  rescheduleItem,
  withdrawScheduleChange,
} from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { BookingRef, ItemId, OrganizationId } from '../../platform/ids.ts';
import type { CallPurpose } from '../../suppliers/ports/supplier.ts';
import type { CancelledOrder, FlightScheduleChange, FlightScheduleService } from '../../suppliers/ports/servicing.ts';
import { compareFlights, hasChanged, severityOf } from '../../travel/schedule-change.ts';
import { enqueueReissue } from '../../bookings/refresh/wake-refresh.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { findAffectedItems } from '../model/affected-items.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { recordGoneOrder } from './record-gone-order.ts';
import { readCall } from '../engine/supplier-changes.ts';

/** Names one item of a booking. */
export interface FlightKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

/**
 * Asks the airline of a flight whether it was changed. What is new is stored and published by one
 * `booking.schedule_changed` and its mail, in one transaction; what is known stays as it is. An acceptance whose
 * outcome is unknown is settled by what the airline says. Throws SupplierFailure. `purpose`: `monitor` for a look that
 * nobody waits for.
 */
export async function findScheduleChange(
  app: App,
  key: FlightKey,
  now: Date,
  purpose: CallPurpose = 'servicing',
): Promise<void> {
  const booking = await getBooking(app, key, key.bookingRef);
  const item = booking.items.find((candidate) => candidate.itemId === key.itemId);
  const schedules = item && findSchedules(app, item);
  const isStanding = item?.status === 'confirmed' && item.goneAt === undefined;
  if (!isStanding || item.tripItem.kind !== 'flight' || schedules === undefined)
    return recordScheduleCheck(app.db, key, { now, dueAt: undefined });
  const held = { reference: item.reference, slices: item.tripItem.offer.slices };
  const call = { ...readCall(booking, now), purpose };
  const change = await callSupplier(app, call, (context) => schedules.find(held, context));
  if (change?.kind === 'order_cancelled') return recordGoneOrder(app, key, call, now);
  await app.db.transaction(async (tx) => {
    await record(tx, app, { key, change, now });
    const dueAt = new Date(app.clock.now().getTime() + schedules.lookEverySeconds * 1_000);
    await recordScheduleCheck(tx, key, { now, dueAt });
  });
}

/** The schedules of an item's airline; undefined where its supplier has no such service or is no longer connected. */
export function findSchedules(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): FlightScheduleService | undefined {
  return kind === 'flight' ? findSupplier(app, { kind, supplierId })?.schedules : undefined;
}

interface FoundChange {
  readonly key: FlightKey;
  /** Undefined where the airline knows of none. */
  readonly change: FlightScheduleChange | CancelledOrder | undefined;
  readonly now: Date;
}

async function record(tx: Tx, app: App, { key, change, now }: FoundChange): Promise<void> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  const item = booking.items.find((candidate) => candidate.itemId === key.itemId);
  if (item?.status !== 'confirmed' || item.tripItem.kind !== 'flight' || change?.kind === 'order_cancelled') return;
  const known = item.scheduleChange;
  const isOpen = known?.status === 'open' || known?.status === 'accepting';
  const isKnown = isOpen && known.supplierChangeId === change?.changeId;
  // The process that accepted the change at the airline died before it was entered in the booking.
  if (isKnown && change?.isAccepted === true) return enterAccepted(tx, app, key, now);
  const isOver = known?.acceptingUntil !== undefined && app.clock.now() >= known.acceptingUntil;
  if ((isKnown || change === undefined) && known?.status === 'accepting' && isOver)
    await reopenChange(tx, key, known.number);
  if (isKnown || change === undefined) return;
  const segments = compareFlights(item.tripItem.offer, change.flights);
  if (!hasChanged(segments)) return withdrawScheduleChange(tx, key, now);
  const severity = severityOf(segments);
  const affected = findAffectedItems(booking.items, item, segments);
  const number = await recordScheduleChange(tx, booking, key, {
    supplierChangeId: change.changeId,
    severity,
    segments,
    isFree: change.isFreeToLeave,
    // A ticket with a direction less is none that a booking can hold: people decide.
    canAccept: change.canAccept && severity !== 'cancelled',
    affected,
    foundAt: now,
  });
  if (number === undefined) return;
  // Taken at the airline itself, before it was known here.
  if (change.isAccepted && severity !== 'cancelled') await enterAccepted(tx, app, key, now);
  await publish(tx, app, booking, { item, number, severity, affectedIds: affected.map(({ itemId }) => itemId), now });
}

/** Enters in the booking what the airline has taken down as accepted. */
export async function enterAccepted(tx: Tx, app: App, key: FlightKey, now: Date): Promise<void> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  if ((await rescheduleItem(tx, app, booking, { key, now })) === undefined) throw refuse('state_conflict');
  await enqueueReissue(tx, app, key);
}

interface StoredChange {
  readonly item: BookingItem;
  readonly number: number;
  readonly severity: string;
  readonly affectedIds: readonly string[];
  readonly now: Date;
}

async function publish(
  tx: Tx,
  app: App,
  { organizationId, bookingRef, tripId, status }: Booking,
  { item, number, severity, affectedIds, now }: StoredChange,
): Promise<void> {
  const eventId = await publishEvent(
    tx,
    {
      organizationId,
      type: 'booking.schedule_changed',
      bookingRef,
      status,
      occurredAt: now,
      data: { item_id: item.itemId, severity, affected_item_ids: affectedIds },
    },
    app,
  );
  await app.bookingMail.enqueue(
    tx,
    {
      organizationId,
      eventId,
      bookingRef,
      tripId,
      kind: 'rescheduled',
      scheduleChange: { itemId: item.itemId, number },
      occurredAt: now,
    },
    app,
  );
}
