import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { ItemScheduleChange } from '../../bookings/model/schedule-change.ts';
import { beginAcceptance, reopenChange } from '../../bookings/reschedule-item.ts';
import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import type { AcceptanceOutcome } from '../../suppliers/ports/servicing.ts';
import { callSupplier, failureAsAnswer, unknownOnFailure } from '../../suppliers/calls/call-supplier.ts';
import { refuseUnlessFree } from '../engine/commit-change.ts';
import { CHANGE_CALL_SECONDS } from '../engine/supplier-changes.ts';
import { findServicedItem, type ItemClaim, reloadItem, type ServicedItem } from '../find-serviced-item.ts';
import { enterAccepted, findScheduleChange, findSchedules, type FlightKey } from './find-schedule-change.ts';
import { enqueueLook } from './look-at-flight.ts';

/** An airline that works on longer than we wait has ended by then. */
const MARGIN_SECONDS = 10;

/**
 * The travelers take the open change of their flight: the airline is informed first, then the booking is flown as it is
 * now. A change that was accepted before answers as it stands. Where the airline does not answer, the change stands at
 * `accepting`, and the airline is asked later what came of it; repeating the call asks at once, and never accepts twice
 * what may be accepted. Throws state_conflict where none is open or there is nothing to take, where the airline has
 * changed the flight again meanwhile (the newer change is then stored and published), and while the booking is being
 * changed otherwise.
 */
export async function acceptScheduleChange(app: App, caller: Caller, claim: ItemClaim): Promise<ServicedItem> {
  const found = await findServicedItem(app, caller, claim, 'flight');
  if (found.item.scheduleChange?.status !== 'accepting') return acceptOpen(app, caller, found);
  await findScheduleChange(app, keyOf(found), caller.now);
  const now = await reloadItem(app, found);
  return now.item.scheduleChange?.status === 'open' ? acceptOpen(app, caller, now) : now;
}

async function acceptOpen(app: App, caller: Caller, found: ServicedItem): Promise<ServicedItem> {
  const { booking, item } = found;
  const change = item.scheduleChange;
  if (change?.status === 'accepted' && item.status === 'confirmed') return found;
  if (change?.status !== 'open' || item.status !== 'confirmed') {
    throw refuse('state_conflict', {
      message: 'No schedule change of this flight is open.',
      keys: { status: change?.status ?? 'none' },
    });
  }
  if (!change.canAccept) throw refuseNothing(change);
  const key = keyOf(found);
  const schedules = findSchedules(app, item);
  // Another request has begun it: what comes of it is not known here.
  if (schedules === undefined || !(await begin(app, key, change, caller.now))) return reloadItem(app, found);
  app.faults.pass('schedule.after_begin');
  const call = {
    organizationId: booking.organizationId,
    now: caller.now,
    purpose: 'servicing',
    timeoutMs: CHANGE_CALL_SECONDS * 1000,
  } as const;
  const names = { reference: item.reference, changeId: change.supplierChangeId };
  const outcome = await unknownOnFailure(
    app,
    { operation: 'accept a schedule change', keys: { reference: item.reference } },
    () => callSupplier<AcceptanceOutcome>(app, call, (context) => schedules.accept(names, context)),
  );
  app.faults.pass('schedule.after_call');
  await settle(app, key, { change, outcome, now: caller.now });
  app.faults.pass('schedule.after_settle');
  return reloadItem(app, found);
}

/**
 * Records that the airline is being asked, with the look that settles it should this process not live to do so. False
 * where it has been begun or settled meanwhile.
 */
async function begin(app: App, key: FlightKey, { number }: ItemScheduleChange, now: Date): Promise<boolean> {
  const seconds = CHANGE_CALL_SECONDS + MARGIN_SECONDS;
  const until = new Date(app.clock.now().getTime() + seconds * 1000);
  return app.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
    const newest = booking.items.find(({ itemId }) => itemId === key.itemId)?.scheduleChange;
    if (newest?.number !== number || newest.status !== 'open') return false;
    await refuseUnlessFree(tx, { ...key, changeId: '' });
    if (!(await beginAcceptance(tx, key, { number, until }))) return false;
    await enqueueLook(tx, app, key, new Date(now.getTime() + (seconds + MARGIN_SECONDS) * 1000));
    return true;
  });
}

interface Answered {
  readonly change: ItemScheduleChange;
  readonly outcome: AcceptanceOutcome;
  readonly now: Date;
}

/** Enters what the airline's answer proves; an unknown one is left to the look. */
async function settle(app: App, key: FlightKey, { change, outcome, now }: Answered): Promise<void> {
  switch (outcome.kind) {
    case 'accepted':
      return app.db.transaction(async (tx) => {
        const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
        const newest = booking.items.find((candidate) => candidate.itemId === key.itemId)?.scheduleChange;
        // A look has entered it at the same time: that is what was wanted.
        if (newest?.status === 'accepted' && newest.number === change.number) return;
        if (newest?.number !== change.number) throw refuse('state_conflict');
        await enterAccepted(tx, app, key, now);
      });
    case 'gone':
      await app.db.transaction((tx) => reopenChange(tx, key, change.number));
      await failureAsAnswer(() => findScheduleChange(app, key, now));
      throw refuse('state_conflict', {
        message: 'The airline has changed the flight again. Read the booking, then decide anew.',
      });
    case 'refused':
      await app.db.transaction((tx) => reopenChange(tx, key, change.number));
      throw refuse('state_conflict', { message: outcome.reason });
    case 'unsent':
      await app.db.transaction((tx) => reopenChange(tx, key, change.number));
      throw outcome.failure;
    case 'unknown':
      return;
    default:
      return outcome satisfies never;
  }
}

function refuseNothing({ severity }: ItemScheduleChange) {
  return refuse('state_conflict', {
    message: 'The airline offers no other flight: there is nothing to accept. Ask for a refund or for other flights.',
    keys: { severity },
  });
}

function keyOf({ booking, item }: ServicedItem): FlightKey {
  return { organizationId: booking.organizationId, bookingRef: booking.bookingRef, itemId: item.itemId };
}
