import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import { rescheduleItem } from '../../bookings/reschedule-item.ts';
import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { refuseUnlessFree } from '../engine/commit-change.ts';
import { findScheduleChange, findSchedules } from './find-schedule-change.ts';
import { findServicedItem, type ItemClaim, reloadItem, type ServicedItem } from '../find-serviced-item.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { readCall } from '../engine/supplier-changes.ts';

/**
 * The travelers take the open change of their flight: the airline is informed first, then the booking is flown at its
 * new times. A change that was accepted before answers as it stands. Throws state_conflict where none is open, where
 * the airline has moved the flight again meanwhile (the newer change is then stored and published), and while the
 * booking is being changed otherwise.
 */
export async function acceptScheduleChange(app: App, caller: Caller, claim: ItemClaim): Promise<ServicedItem> {
  const found = await findServicedItem(app, caller, claim, 'flight');
  const { booking, item } = found;
  const change = item.scheduleChange;
  if (change?.status === 'accepted' && item.status === 'confirmed') return found;
  if (change?.status !== 'open' || item.status !== 'confirmed') {
    throw refuse('state_conflict', {
      message: 'No schedule change of this flight is open.',
      keys: { status: change?.status ?? 'none' },
    });
  }
  const key = { organizationId: booking.organizationId, bookingRef: booking.bookingRef, itemId: item.itemId };
  await app.db.transaction((tx) => refuseUnlessFree(tx, { ...key, changeId: '' }));
  const schedules = findSchedules(app, item);
  const names = { reference: item.reference, changeId: change.supplierChangeId };
  const answer =
    schedules &&
    (await callSupplier(app, readCall(booking, caller.now), (context) => schedules.accept(names, context)));
  if (answer !== 'accepted') {
    await findScheduleChange(app, key, caller.now);
    throw refuse('state_conflict', {
      message: 'The airline has changed the flight again. Read the booking, then decide anew.',
    });
  }
  await app.db.transaction(async (tx) => {
    const locked = await lockBooking(tx, key.organizationId, key.bookingRef);
    const newest = locked.items.find((candidate) => candidate.itemId === key.itemId)?.scheduleChange;
    // Somebody else has accepted it at the same time: that is what was wanted.
    if (newest?.status === 'accepted' && newest.number === change.number) return;
    if (
      newest?.number !== change.number ||
      (await rescheduleItem(tx, app, locked, { key, now: caller.now })) === undefined
    )
      throw refuse('state_conflict');
  });
  return reloadItem(app, found);
}
