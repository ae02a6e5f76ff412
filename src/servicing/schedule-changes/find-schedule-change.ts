import { getBooking, lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import {
  recordScheduleCheck,
  recordScheduleChange,
  rescheduleItem,
  withdrawScheduleChange,
} from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { BookingRef, ItemId, OrganizationId } from '../../platform/ids.ts';
import type { FlightScheduleChange, FlightScheduleService } from '../../suppliers/ports/servicing.ts';
import { movesOf, severityOf } from '../../travel/schedule-change.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { findAffectedItems } from '../model/affected-items.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { readCall } from '../engine/supplier-changes.ts';

/** Names one item of a booking. */
export interface FlightKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

/**
 * Asks the airline of a flight whether it was moved. What is new is stored and published by one
 * `booking.schedule_changed` and its mail, in one transaction; what is known stays as it is. Throws SupplierFailure.
 */
export async function findScheduleChange(app: App, key: FlightKey, now: Date): Promise<void> {
  const booking = await getBooking(app, key, key.bookingRef);
  const item = booking.items.find((candidate) => candidate.itemId === key.itemId);
  const schedules = item && findSchedules(app, item);
  if (item?.status !== 'confirmed' || schedules === undefined) return recordScheduleCheck(app.db, key, now);
  const change = await callSupplier(app, readCall(booking, now), (context) => schedules.find(item.reference, context));
  await app.db.transaction(async (tx) => {
    if (change !== undefined) await record(tx, app, { key, change, now });
    await recordScheduleCheck(tx, key, now);
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
  readonly change: FlightScheduleChange;
  readonly now: Date;
}

async function record(tx: Tx, app: App, { key, change, now }: FoundChange): Promise<void> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  const item = booking.items.find((candidate) => candidate.itemId === key.itemId);
  if (item?.status !== 'confirmed' || item.tripItem.kind !== 'flight') return;
  const known = item.scheduleChange;
  // The process that accepted the change at the airline died before it was entered in the booking.
  if (change.isAccepted && known?.status === 'open' && known.supplierChangeId === change.changeId)
    return enterAccepted(tx, app, key, now);
  const { offer } = item.tripItem;
  const moves = movesOf(offer, change.times);
  if (moves.length === 0) return withdrawScheduleChange(tx, key, now);
  const severity = severityOf(offer, moves);
  const affected = findAffectedItems(booking.items, item, moves);
  const number = await recordScheduleChange(tx, booking, key, {
    supplierChangeId: change.changeId,
    severity,
    moves,
    affected,
    foundAt: now,
  });
  if (number === undefined) return;
  // Taken at the airline itself, before it was known here.
  if (change.isAccepted) await enterAccepted(tx, app, key, now);
  await publish(tx, app, booking, { item, number, severity, affectedIds: affected.map(({ itemId }) => itemId), now });
}

async function enterAccepted(tx: Tx, app: App, key: FlightKey, now: Date): Promise<void> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  if ((await rescheduleItem(tx, app, booking, { key, now })) === undefined) throw refuse('state_conflict');
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
