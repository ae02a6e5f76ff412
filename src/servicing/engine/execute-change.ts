import * as z from 'zod';
import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import { recordItemCancelled, recordItemGone, recordServicesAdded, replaceItem } from '../../bookings/change-items.ts';
import { itemOf } from '../../bookings/fulfil/book-item.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { lookUpDelaySeconds } from '../../bookings/model/next-step.ts';
import type { App } from '../../context.ts';
import { refundTrip } from '../../payments/refund-payment.ts';
import { releaseHeldSoon } from '../../payments/release-payment.ts';
import { beginCapture } from '../../payments/settle-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobDeclaration, JobOutcome } from '../../platform/jobs/job.ts';
import { expireUnpaidExchange } from '../exchanges/expire-unpaid-exchange.ts';
import {
  agreedRefund,
  type BookingChange,
  type ChangePlan,
  type ChangeResult,
  dueOf,
  isCharged,
  isRunning,
  type ServicesPlan,
} from '../model/change.ts';
import { costBeyondPlan, withOutcome } from '../model/cancellation-outcome.ts';
import { moveChange } from '../model/change-states.ts';
import { withServices } from '../model/planned-service.ts';
import { publishFailed } from './publish-change.ts';
import { settleChange } from './settle-change.ts';
import { type ChangeKey, findChange, listChangesUnderWay, saveChange } from '../store.ts';
import { callChange, type ChangeAnswer, CHANGE_CALL_SECONDS, lookUpChange } from './supplier-changes.ts';
import { findBookingOf } from '../find-serviced-item.ts';

/** A run that throws is tried again for about a week: what was committed to is never given up on quietly. */
const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 15, 60, 300, 900, ...Array.from({ length: 160 }, () => 3600)];
/** A supplier that keeps proving it has done nothing is not asked a sixth time. */
const CALLS_MAX = 5;
/** How long a cancellation that a supplier has not carried out is still looked up before people decide. */
const LOOKED_UP_MS = 24 * 3_600_000;
const STALE_VERSION_WAIT_SECONDS = 5;
const ExecutePayload = z.object({ change_id: z.string() });

/** Goes on with a committed change from wherever it stands. */
export const executeChangeJob: JobDeclaration<z.infer<typeof ExecutePayload>> = {
  name: 'servicing.carry_out',
  payload: ExecutePayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 8,
  concurrencyPerKey: 1,
  timeoutSeconds: 600,
  run: (payload, app, run) =>
    advanceChange(
      app,
      { organizationId: run.organizationId, changeId: payload.change_id },
      { now: run.now, isJob: true },
    ),
  async exhausted(payload, app) {
    app.log.error({ changeId: payload.change_id }, 'a change of a booking has failed for a week; settle it by hand');
  },
};

/**
 * The change as the database has it, and on from there: anyone who called the supplier before may have died, so it is
 * asked first.
 */
export async function resumeChange(app: App, key: ChangeKey, now: Date): Promise<void> {
  await advanceChange(app, key, { now, isJob: false });
}

/**
 * Who goes on, and when. The job's look-ups alone are counted: polling a status must not delay the job's own
 * intervals.
 */
interface Resuming {
  readonly now: Date;
  readonly isJob: boolean;
}

async function advanceChange(app: App, key: ChangeKey, by: Resuming): Promise<JobOutcome> {
  const { now } = by;
  const change = await findChange(app.db, key);
  if (change === undefined) return undefined;
  switch (change.status) {
    case 'requested':
      return change.calls === 0 ? callAgain(app, change, now) : lookUp(app, change, by);
    case 'unknown':
    case 'pending':
      return lookUp(app, change, by);
    case 'settling':
      return settleChange(app, change, now);
    case 'paying':
      return expireUnpaidExchange(app, change, now);
    case 'quoted':
    case 'deciding':
    case 'done':
    case 'partial':
    case 'failed':
      return undefined;
    default:
      return change.status satisfies never;
  }
}

/** Calls the supplier for the intent this very process has just committed, and stores what it says. */
export async function executeChange(app: App, change: BookingChange, now: Date): Promise<JobOutcome> {
  const of = await itemOfChange(app, change);
  const answer = await callChange(app, change, of, now);
  app.faults.pass('change.after_call');
  // An earlier call may have done it while this one was refused for that very reason.
  const made = answer.kind === 'refused' && change.calls > 1 ? await lookUpChange(app, change, of, now) : answer;
  return store(app, change, made.kind === 'none' ? answer : made, now);
}

async function lookUp(app: App, change: BookingChange, { now, isJob }: Resuming): Promise<JobOutcome> {
  const answer = await lookUpChange(app, change, await itemOfChange(app, change), now);
  if (answer.kind !== 'none') return store(app, { ...change, lookUps: change.lookUps + (isJob ? 1 : 0) }, answer, now);
  // Suppliers make a change once, however often they are called with its reference: even a call that may still be under
  // way can be repeated.
  if (change.status !== 'pending' && change.calls < CALLS_MAX) return callAgain(app, change, now);
  const isCallUnderWay = (change.callUntil?.getTime() ?? 0) > app.clock.now().getTime();
  if (isCallUnderWay) return { runAgainInSeconds: lookUpDelaySeconds(change.lookUps) };
  return endUntaken(app, change, now);
}

/**
 * The supplier has proven that it carried out none of our calls. An exchange or added services end there: their
 * payer's money is held. A cancellation is looked up for a day, in case it shows late; then people decide about it.
 */
async function endUntaken(app: App, change: BookingChange, now: Date): Promise<JobOutcome> {
  const { plan, status } = change;
  if (status === 'pending')
    return store(app, change, { kind: 'refused', reason: 'The supplier had accepted it, and did not do it.' }, now);
  if (plan.kind !== 'cancellation') return store(app, change, { kind: 'refused', reason: TAKEN_BY_NOBODY }, now);
  const lookedUp = { ...change, lookUps: change.lookUps + 1 };
  if (now.getTime() - (change.committedAt ?? now).getTime() < LOOKED_UP_MS)
    return wait(app, { before: change, after: lookedUp }, 'unknown');
  const after: BookingChange = {
    ...moveChange(moveChange(change, 'unknown'), 'deciding'),
    plan: { ...plan, support: 'manual', manualReason: `${TAKEN_BY_NOBODY} ${PEOPLE_ASK}` },
  };
  return (await saveChange(app.db, change, after)) ? undefined : { runAgainInSeconds: STALE_VERSION_WAIT_SECONDS };
}
const TAKEN_BY_NOBODY = `The supplier was asked ${CALLS_MAX} times and did not do it: it stands as it was.`;
const PEOPLE_ASK = 'Ask the supplier, then decide.';

/** Proven never to have arrived, or never sent: intent, commit, call. */
async function callAgain(app: App, change: BookingChange, now: Date): Promise<JobOutcome> {
  const again: BookingChange = {
    ...moveChange(change, 'requested'),
    calls: change.calls + 1,
    callUntil: new Date(app.clock.now().getTime() + CHANGE_CALL_SECONDS * 1000),
  };
  if (!(await saveChange(app.db, change, again))) return { runAgainInSeconds: STALE_VERSION_WAIT_SECONDS };
  app.faults.pass('change.after_commit');
  return executeChange(app, { ...again, version: change.version + 1 }, now);
}

/** Stores what the supplier said; what it has done is entered in the booking and its money in the same transaction. */
async function store(app: App, change: BookingChange, answer: ChangeAnswer, now: Date): Promise<JobOutcome> {
  switch (answer.kind) {
    case 'cancelled':
    case 'exchanged':
    case 'added':
      return apply(app, change, answer, now);
    case 'refused':
      // People have decided to give it back though the airline's system does not take it.
      return isOwedByAirline(change.plan)
        ? apply(app, change, { kind: 'cancelled', refund: undefined }, now)
        : fail(app, change, answer.reason, now);
    case 'pending': {
      const decided = decidedOutcome(change, answer);
      if (decided !== undefined) return apply(app, change, decided, now);
      const after = withPeople(change, answer);
      return isCharged(after) && !isCharged(change)
        ? recordCharged(app, { before: change, after }, now)
        : wait(app, { before: change, after }, 'pending');
    }
    // What was accepted stays accepted while the supplier cannot say more.
    case 'unknown':
      return wait(app, { before: change, after: change }, change.status === 'pending' ? 'pending' : 'unknown');
    case 'none':
      throw new Error('A proven absence is not stored.');
    default:
      return answer satisfies never;
  }
}

function isOwedByAirline(plan: ChangePlan): boolean {
  return plan.kind === 'cancellation' && plan.cause === 'owed' && plan.decidedBy !== undefined;
}

interface Waiting {
  readonly before: BookingChange;
  readonly after: BookingChange;
}

async function wait(app: App, { before, after }: Waiting, status: 'pending' | 'unknown'): Promise<JobOutcome> {
  await saveChange(app.db, before, moveChange(after, status));
  return { runAgainInSeconds: lookUpDelaySeconds(after.lookUps) };
}

/** Its supplier has given it up for certain, and charged for that: from now on it is gone, whatever comes back. */
async function recordCharged(app: App, { before, after }: Waiting, now: Date): Promise<JobOutcome> {
  const isStored = await storeStep(app, async (tx) => {
    const booking = await lockBooking(tx, before.organizationId, before.bookingRef);
    if (!(await saveChange(tx, before, moveChange(after, 'pending')))) throw new StaleVersionError();
    if ((await recordItemGone(tx, booking, before.itemId, now)) === undefined) throw new StaleVersionError();
  });
  return { runAgainInSeconds: isStored ? lookUpDelaySeconds(after.lookUps) : STALE_VERSION_WAIT_SECONDS };
}

type Pending = Extract<ChangeAnswer, { kind: 'pending' }>;

/** The change with what its supplier says only now: that people have to decide, and why. */
function withPeople(change: BookingChange, answer: Pending): BookingChange {
  const { plan } = change;
  if (!('isManual' in answer) || !answer.isManual || plan.kind !== 'cancellation') return change;
  const charged = answer.charged === undefined ? {} : ({ isCharged: true } as const);
  if (plan.support === 'manual') return { ...change, plan: { ...plan, ...charged } };
  return {
    ...change,
    plan: { ...plan, ...charged, support: 'manual', manualReason: answer.reason ?? PEOPLE_DECIDE },
  };
}

/** Given up, and charged for: it ends with what people have decided, whatever the supplier still gives back. */
function decidedOutcome({ plan }: BookingChange, answer: Pending): MadeChange | undefined {
  const isDecided = plan.kind === 'cancellation' && plan.decidedBy !== undefined;
  if (!isDecided || !('isManual' in answer) || answer.charged === undefined) return undefined;
  return { kind: 'cancelled', refund: answer.charged.refund };
}
const PEOPLE_DECIDE = 'People at the supplier decide.';

/** The supplier has done it: booking, ledger and the intents of the money, all of it or nothing. */
async function apply(app: App, change: BookingChange, made: MadeChange, now: Date): Promise<JobOutcome> {
  const { item } = await itemOfChange(app, change);
  const { plan: agreed } = change;
  const plan = agreed.kind === 'cancellation' && made.kind === 'cancelled' ? withOutcome(agreed, item, made) : agreed;
  const settling = { ...moveChange(change, 'settling'), plan, result: toResult(made), failure: undefined };
  const isStored = await storeStep(app, async (tx) => {
    // The booking first: anyone who requests another change of it holds it while looking for changes under way.
    const booking = await lockBooking(tx, change.organizationId, change.bookingRef);
    // What was decided after days may find another item's change at work: it waits for that one.
    const underWay = await listChangesUnderWay(tx, change);
    if (underWay.some((other) => other.changeId !== change.changeId && isRunning(other))) throw new StaleVersionError();
    if (!(await saveChange(tx, change, settling))) throw new StaleVersionError();
    const after = await changeBooking(tx, booking, settling, made, now);
    if (after === undefined) throw new StaleVersionError();
    await intendMoney(tx, app, settling, now);
    app.faults.pass('change.before_result_commit');
  });
  app.faults.pass('change.after_result');
  return isStored
    ? settleChange(app, { ...settling, version: change.version + 1 }, now)
    : { runAgainInSeconds: STALE_VERSION_WAIT_SECONDS };
}

/** The supplier's yes. */
type MadeChange = Extract<ChangeAnswer, { readonly kind: 'cancelled' | 'exchanged' | 'added' }>;

/** What is stored of it: nothing that would come back from the database as another type. */
function toResult(made: MadeChange): ChangeResult {
  if (made.kind === 'cancelled')
    return made.refund ? { kind: 'cancelled', refund: made.refund } : { kind: 'cancelled' };
  const { orderId, confirmationNumber, tickets, total } = made.order;
  return { kind: made.kind, order: { orderId, confirmationNumber, tickets, total } };
}

function changeBooking(
  tx: Tx,
  booking: Booking,
  change: BookingChange,
  made: MadeChange,
  now: Date,
): Promise<Booking | undefined> {
  const { plan, itemId, reference } = change;
  if (plan.kind === 'cancellation')
    return recordItemCancelled(tx, booking, {
      itemId,
      reference,
      refund: agreedRefund(plan),
      recovered: plan.recovered,
      costBeyond: made.kind === 'cancelled' ? costBeyondPlan(plan, itemOf(booking, change), made.refund) : undefined,
      isServiceFeeReturned: plan.isServiceFeeReturned,
      now,
    });
  if (plan.kind === 'services') return addServices(tx, booking, { change, plan, now });
  if (made.kind !== 'exchanged')
    throw new Error(`The change ${change.changeId} is an exchange and was answered as ${made.kind}.`);
  const { replacement, originTotal, due, refund, penalty } = plan;
  return replaceItem(tx, booking, {
    itemId,
    tripItem: replacement,
    order: made.order,
    reference,
    originTotal,
    due,
    refund,
    penalty,
    now,
  });
}

/** The item keeps its place, its tickets and its terms; bags and seats are added to it at what was agreed. */
function addServices(
  tx: Tx,
  booking: Booking,
  { change, plan, now }: { readonly change: BookingChange; readonly plan: ServicesPlan; readonly now: Date },
): Promise<Booking | undefined> {
  const { itemId, reference } = change;
  const { tripItem } = itemOf(booking, change);
  if (tripItem.kind !== 'flight') throw new Error(`The item ${itemId} is no flight.`);
  const { originTotal, due, services } = plan;
  return recordServicesAdded(tx, booking, {
    itemId,
    tripItem: withServices(tripItem, services),
    originTotal,
    due,
    reference,
    now,
  });
}

/** What will be asked of the processor, committed before it is called. */
async function intendMoney(tx: Tx, app: App, change: BookingChange, now: Date): Promise<void> {
  const { organizationId, tripId, changeId, plan, paymentId } = change;
  const due = dueOf(plan);
  if (due.value > 0) {
    const captured = paymentId && (await beginCapture(tx, { organizationId, paymentId }, due));
    if (captured === undefined) throw new Error(`The change ${changeId} was made and no payment is authorised for it.`);
  }
  const amount = agreedRefund(plan);
  if (amount.value > 0 && !(await refundTrip(tx, { organizationId, tripId, reference: changeId, amount }, now, app))) {
    throw new Error(`The refund of ${changeId} is more than was captured.`);
  }
}

/** Nothing was changed: a payment that was made for it goes back. */
async function fail(app: App, change: BookingChange, reason: string, now: Date): Promise<JobOutcome> {
  const failed = { ...moveChange(change, 'failed'), failure: reason, endedAt: now };
  const isStored = await storeStep(app, async (tx) => {
    if (!(await saveChange(tx, change, failed))) throw new StaleVersionError();
    if (change.paymentId !== undefined)
      await releaseHeldSoon(tx, { organizationId: change.organizationId, paymentId: change.paymentId }, app);
    await publishFailed(tx, app, { before: change, failed }, now);
  });
  return isStored ? undefined : { runAgainInSeconds: STALE_VERSION_WAIT_SECONDS };
}

async function itemOfChange(
  app: App,
  change: BookingChange,
): Promise<{ readonly booking: Booking; readonly item: BookingItem }> {
  const booking = await findBookingOf(app, change);
  return { booking, item: itemOf(booking, change) };
}

/** Ends the transaction of a step that found itself overtaken. */
class StaleVersionError extends Error {
  constructor() {
    super('Another run has taken a step of this change.');
    this.name = 'StaleVersionError';
  }
}

async function storeStep(app: App, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    await app.db.transaction(work);
    return true;
  } catch (failure) {
    if (failure instanceof StaleVersionError) return false;
    throw failure;
  }
}
