import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { App } from '../../context.ts';
import { readRefundable } from '../../payments/refund-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { executeChange, executeChangeJob } from './execute-change.ts';
import { agreedRefund, type BookingChange, dueOf, isRunning, isUndecided } from '../model/change.ts';
import { moveChange } from '../model/change-states.ts';
import { findEntryObstacle } from '../model/entry-obstacle.ts';
import { type ChangeKey, findChange, findChangeForUpdate, listChangesUnderWay, saveChange } from '../store.ts';
import { CHANGE_CALL_SECONDS } from './supplier-changes.ts';

/** The job takes over from a process that died; one that is alive has ended the change by then. */
const TAKE_OVER_SECONDS = 10;
/** Anyone who has paid goes on at once with what they paid for; nobody does where the processor answers later. */
const PAID_TAKE_OVER_SECONDS = 3;

/**
 * Commits to a quoted change and carries it out as far as it goes now: done, or waiting for the supplier, or, where
 * nobody knows what comes back, for people of the seller. A change that was committed before answers as it stands.
 * Throws quote_expired when the quote has run out, state_conflict while another change of the booking is under way or
 * when the item no longer stands. Nothing of it asks for money: `collectPayment` does.
 */
export async function commitChange(app: App, key: ChangeKey, now: Date): Promise<BookingChange> {
  const committed = await app.db.transaction(async (tx) => {
    const change = await requireChange(tx, key);
    if (change.status !== 'quoted') return undefined;
    if (dueOf(change.plan).value > 0) throw new Error(`The change ${change.changeId} has to be paid for first.`);
    if (now >= change.expiresAt) throw refuseExpired();
    if (isUndecided(change.plan)) return handToPeople(tx, change, now);
    return requestChange(tx, app, change, { now, isCalledAtOnce: true });
  });
  app.faults.pass('change.after_commit');
  if (committed !== undefined) await executeChange(app, committed, now);
  return (await findChange(app.db, key)) ?? refuseUnknown();
}

/**
 * Nobody knows what comes back, so the supplier is asked for nothing until people of the seller have decided
 * (`decideChange`); until then the item is closed to other changes.
 */
async function handToPeople(tx: Tx, change: BookingChange, now: Date): Promise<undefined> {
  await refuseUnlessFree(tx, change);
  if (!(await saveChange(tx, change, { ...moveChange(change, 'deciding'), committedAt: now }))) throw refuseBusy();
}

/**
 * When a change is requested, and whether its first call of the supplier is committed with it: then this process must
 * make it.
 */
export interface Requesting {
  readonly now: Date;
  readonly isCalledAtOnce: boolean;
}

/**
 * Records the intent in the caller's transaction, with the job that goes on with it. `change` is the locked row, quoted
 * or paid for. Throws state_conflict while another change of the booking is under way or when the item no longer
 * stands.
 */
export async function requestChange(
  tx: Tx,
  app: App,
  change: BookingChange,
  { now, isCalledAtOnce }: Requesting,
): Promise<BookingChange> {
  await refuseUnlessFree(tx, change);
  await refuseUnlessPaid(tx, change);
  const callUntil = isCalledAtOnce ? new Date(app.clock.now().getTime() + CHANGE_CALL_SECONDS * 1000) : undefined;
  const requested: BookingChange = {
    ...moveChange(change, 'requested'),
    committedAt: change.committedAt ?? now,
    calls: isCalledAtOnce ? 1 : 0,
    callUntil,
  };
  if (!(await saveChange(tx, change, requested))) throw refuseBusy();
  const dueAt = new Date(now.getTime() + (isCalledAtOnce ? TAKE_OVER_SECONDS : PAID_TAKE_OVER_SECONDS) * 1000);
  await app.jobs.enqueue(tx, executeChangeJob, {
    organizationId: change.organizationId,
    payload: { change_id: change.changeId },
    key: change.changeId,
    concurrencyKey: change.bookingRef,
    dueAt,
  });
  return { ...requested, version: change.version + 1 };
}

/**
 * Refuses unless what comes of the change can be entered in the booking, and nothing else is being done to its item, or
 * to its booking at this moment. Locks the booking. Without a plan it is only asked whether the item stands.
 */
export async function refuseUnlessFree(tx: Tx, change: FreeToChange): Promise<void> {
  const booking = await lockBooking(tx, change.organizationId, change.bookingRef);
  const obstacle = findEntryObstacle(booking, change.itemId, change.plan);
  if (obstacle !== undefined)
    throw refuse('state_conflict', { message: obstacle.reason, keys: { status: obstacle.status } });
  const others = (await listChangesUnderWay(tx, change)).filter((other) => other.changeId !== change.changeId);
  if (others.some((other) => other.itemId === change.itemId || isRunning(other))) throw refuseBusy();
}

/** Names a change of an item, with what it would come to where that is known. */
type FreeToChange = Pick<BookingChange, 'organizationId' | 'bookingRef' | 'itemId' | 'changeId'> &
  Partial<Pick<BookingChange, 'plan'>>;

/** The supplier is never asked for what the payer could not be given: more than is left of what was captured. */
async function refuseUnlessPaid(tx: Tx, { plan, organizationId, tripId }: BookingChange): Promise<void> {
  const { value } = agreedRefund(plan);
  if (value === 0 || value <= (await readRefundable(tx, { organizationId, tripId }))) return;
  throw refuse('state_conflict', {
    message: 'More would go back than is left of what was paid. People have to settle this booking.',
  });
}

/** The locked change, for one who is about to move it. */
export async function requireChange(tx: Tx, key: ChangeKey): Promise<BookingChange> {
  return (await findChangeForUpdate(tx, key)) ?? refuseUnknown();
}

/** The quote has run out: servicing quotes live ten minutes. */
export function refuseExpired() {
  return refuse('quote_expired', { message: 'The quote has run out. Ask for a fresh one.' });
}

/** A commit that names no quote, where none lives. */
export function refuseUnquoted() {
  return refuse('quote_expired', {
    message: 'No quote of this lives: none was asked for, or it has run out. Ask for one, and commit to it by its id.',
  });
}

/** Something else is being done to the item or its booking. */
export function refuseBusy() {
  return refuse('state_conflict', {
    message: 'Another change of this booking is under way. Ask for its status, then try again.',
  });
}

function refuseUnknown(): never {
  throw refuse('booking_not_found');
}
