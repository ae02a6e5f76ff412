import { getBooking } from '../../bookings/guests/look-up-booking.ts';
import type { App } from '../../context.ts';
import { isPaymentInFlight, type Payment } from '../../payments/model/payment.ts';
import { ATTEMPT_RUNNING } from '../../payments/model/payment-states.ts';
import { getPayment } from '../../payments/open-payment.ts';
import { resolvePayment } from '../../payments/resolve-payment.ts';
import { voidPayment } from '../../payments/void-payment.ts';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { JobOutcome } from '../../platform/jobs/job.ts';
import type { BookingChange } from '../model/change.ts';
import { moveChange } from '../model/change-states.ts';
import { unpaidFailure } from '../model/unpaid.ts';
import { publishFailed } from '../engine/publish-change.ts';
import { type ChangeKey, findChange, findChangeForUpdate, saveChange } from '../store.ts';

const LOOK_AGAIN_SECONDS = 60;

/**
 * Ends an exchange that waits for a payer once nobody can pay any more: its quote has run out, or the item no longer
 * stands. An attempt that is under way goes on. The payment is closed with it: money that turns up there later goes
 * back.
 */
export async function expireUnpaidExchange(app: App, key: ChangeKey, now: Date): Promise<JobOutcome> {
  const change = await findChange(app.db, key);
  if (change?.status !== 'paying') return undefined;
  if ((await findEnd(app.db, change, now)) !== undefined) await lookUpOnce(app, change, now);
  const left = await app.db.transaction((tx) => end(tx, app, key, now));
  return left === 'waits' ? { runAgainInSeconds: LOOK_AGAIN_SECONDS } : undefined;
}

/** An attempt that has outlived its time may have taken money all the same: it is asked after before it is given up. */
async function lookUpOnce(app: App, change: BookingChange, now: Date): Promise<void> {
  const payment = await findPaymentOf(app.db, change);
  if (payment === undefined || !ATTEMPT_RUNNING.includes(payment.status)) return;
  if (!isPaymentInFlight(payment, now)) await resolvePayment(app, payment, now);
}

async function end(tx: Tx, app: App, key: ChangeKey, now: Date): Promise<'ended' | 'waits'> {
  const change = await findChangeForUpdate(tx, key);
  if (change?.status !== 'paying') return 'ended';
  const failure = await findEnd(tx, change, now);
  const payment = await findPaymentOf(tx, change);
  if (failure === undefined || (payment !== undefined && isPaymentInFlight(payment, now))) return 'waits';
  const failed: BookingChange = { ...moveChange(change, 'failed'), failure, endedAt: now };
  if (!(await saveChange(tx, change, failed)))
    throw new Error(`The locked change ${change.changeId} was moved by somebody else.`);
  if (payment !== undefined) await voidPayment(tx, payment, app);
  await publishFailed(tx, app, { before: change, failed }, now);
  return 'ended';
}

/** Why it can be paid for no longer. */
async function findEnd(
  h: Handle,
  { organizationId, bookingRef, itemId, expiresAt, plan }: BookingChange,
  now: Date,
): Promise<string | undefined> {
  const { items } = await getBooking({ db: h }, { organizationId }, bookingRef);
  if (items.find((item) => item.itemId === itemId)?.status !== 'confirmed') return unpaidFailure(plan, 'item_gone');
  return now >= expiresAt ? unpaidFailure(plan, 'lapsed') : undefined;
}

async function findPaymentOf(h: Handle, { organizationId, paymentId }: BookingChange): Promise<Payment | undefined> {
  return paymentId === undefined ? undefined : getPayment(h, { organizationId, paymentId });
}
