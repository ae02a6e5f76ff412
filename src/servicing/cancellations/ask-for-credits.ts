import * as z from 'zod';
import { getBooking, lockBooking } from '../../bookings/guests/look-up-booking.ts';
import { itemOf } from '../../bookings/fulfil/book-item.ts';
import type { Booking } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobDeclaration, JobOutcome } from '../../platform/jobs/job.ts';
import { callSupplier, failureAsAnswer } from '../../suppliers/calls/call-supplier.ts';
import { lacksCode, mergeCredits, type TravelCredit } from '../../travel/cancellation.ts';
import { publishEvent } from '../../webhooks/publish-event.ts';
import { findCancellations, readCall } from '../engine/supplier-changes.ts';
import { type BookingChange, isMade } from '../model/change.ts';
import { creditLookInSeconds } from './credit-looks.ts';
import { type ChangeKey, findChange, findChangeForUpdate, saveChange } from '../store.ts';

const CreditsPayload = z.object({ change_id: z.string() });
/** A database that is away for two days ends no look. */
const RETRY_DELAYS_SECONDS: readonly number[] = [60, 600, ...Array.from({ length: 48 }, () => 3_600)];

/**
 * Asks the supplier of a cancellation for the codes of its credits that were not issued when it was confirmed. What it
 * does not answer is asked at the next time; after the last one nobody asks any more.
 */
export const askForCreditsJob: JobDeclaration<z.infer<typeof CreditsPayload>> = {
  name: 'servicing.ask_for_credits',
  payload: CreditsPayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  jitter: 0.1,
  concurrency: 4,
  organizationConcurrency: 1,
  timeoutSeconds: 60,
  run: (payload, app, { organizationId, now }) =>
    askForCredits(app, { organizationId, changeId: payload.change_id }, now),
};

/** Enqueues that where a credit of a cancellation lacks its code, in the transaction that ends it. */
export async function enqueueCreditLook(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  const seconds = secondsUntilLook(change, now);
  if (seconds === undefined || findCredits(change).length === 0) return;
  const { organizationId, changeId } = change;
  const dueAt = new Date(now.getTime() + seconds * 1_000);
  await app.jobs.enqueue(tx, askForCreditsJob, {
    organizationId,
    payload: { change_id: changeId },
    key: changeId,
    dueAt,
  });
}

/** Credits of a cancellation that was made. */
function findCredits({ plan }: BookingChange): readonly TravelCredit[] {
  return plan.kind === 'cancellation' ? (plan.credits ?? []) : [];
}

function secondsUntilLook(change: BookingChange, now: Date): number | undefined {
  return findCredits(change).some(lacksCode) && change.endedAt !== undefined
    ? creditLookInSeconds(change.endedAt, now)
    : undefined;
}

async function askForCredits(app: App, key: ChangeKey, now: Date): Promise<JobOutcome> {
  const change = await findChange(app.db, key);
  if (change === undefined || !isMade(change) || !findCredits(change).some(lacksCode)) return undefined;
  const booking = await getBooking(app, change, change.bookingRef);
  const item = itemOf(booking, change);
  const { readCredits } = findCancellations(app, item) ?? {};
  if (readCredits === undefined) return undefined;
  const names = { reference: item.reference, changeReference: change.reference };
  const answer = await failureAsAnswer(async () => ({
    kind: 'read' as const,
    credits: await callSupplier(app, readCall(booking, now), (context) => readCredits(names, context)),
  }));
  if (answer.kind === 'failed')
    app.log.warn({ err: answer.failure, ...key }, 'codes of credits could not be read; they are asked for again');
  const after =
    answer.kind === 'failed'
      ? change
      : await app.db.transaction((tx) => enterCredits(tx, app, { key, booking, credits: answer.credits, now }));
  const seconds = after && secondsUntilLook(after, now);
  return seconds === undefined ? undefined : { runAgainInSeconds: seconds };
}

interface ReadCredits {
  readonly key: ChangeKey;
  readonly booking: Pick<Booking, 'organizationId' | 'bookingRef'>;
  readonly credits: readonly TravelCredit[];
  readonly now: Date;
}

/** Enters what is new in the cancellation, which the booking shows, and publishes it. */
async function enterCredits(
  tx: Tx,
  app: App,
  { key, booking: { organizationId, bookingRef }, credits, now }: ReadCredits,
): Promise<BookingChange | undefined> {
  const { status } = await lockBooking(tx, organizationId, bookingRef);
  const change = await findChangeForUpdate(tx, key);
  if (change?.plan.kind !== 'cancellation') return change;
  const known = change.plan.credits ?? [];
  const merged = mergeCredits(known, credits);
  if (JSON.stringify(merged) === JSON.stringify(known)) return change;
  const after = { ...change, plan: { ...change.plan, credits: merged } };
  if (!(await saveChange(tx, change, after))) throw new Error(`The locked change ${key.changeId} has moved.`);
  const data = { item_id: change.itemId };
  await publishEvent(tx, { organizationId, type: 'booking.updated', bookingRef, status, occurredAt: now, data }, app);
  return { ...after, version: change.version + 1 };
}
