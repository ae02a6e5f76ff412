import type { NewLedgerEntry } from '../../ledger/record-ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { BookOutcome } from '../../suppliers/ports/booking.ts';
import type { SupplierOrder } from '../../suppliers/ports/supplier.ts';
import { progressFulfilment } from '../../trips/write/progress-trip.ts';
import { lockTrip } from '../../trips/read/read-trip.ts';
import {
  type FulfilmentRun,
  StaleVersionError,
  orStale,
  settlePhase,
  type StepResult,
  storeStep,
  withVersionOf,
} from './fulfilment.ts';
import { codeOfRefusal } from '../model/failure-of.ts';
import type { Booking, BookingItem, ItemFailureCode } from '../model/booking.ts';
import { driftTransfers, findDrift } from '../model/costs/cost-drift.ts';
import { saleTransfers } from '../model/costs/item-transfers.ts';
import { moveBookingItem } from '../model/booking-item-states.ts';
import { bookedTotal } from '../model/next-step.ts';
import { OVERDUE_PHASE } from './report-slow-fulfilment.ts';
import { type ItemStep, saveItemStep, saveItemStepIntending } from '../store-steps.ts';
import { publishDrift } from './publish-drift.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { BOOK_CALL_SECONDS, callBook, callLookUp } from './supplier-calls.ts';

/** A supplier that keeps proving it never heard of us is not asked to book a sixth time. */
const BOOK_CALLS_MAX = 5;
/** Why an item failed whose supplier has proven that it never had it. */
export const UNKNOWN_TO_SUPPLIER = 'The supplier does not know the booking.';

/** Books one item: intent, commit, call, result. */
export async function bookItem(run: FulfilmentRun, booking: Booking, item: BookingItem): Promise<StepResult> {
  const callUntil = new Date(run.app.clock.now().getTime() + BOOK_CALL_SECONDS * 1000);
  const intended = withItem(booking, { ...moveBookingItem(item, 'booking'), calls: item.calls + 1, callUntil });
  if (!(await saveItemStep(run.app.db, booking, booking.phase, itemOf(intended, item)))) return { kind: 'overtaken' };
  run.app.faults.pass('fulfil.after_book_intent');
  // Whatever it answers now, asking again in the same breath would be hammering.
  run.lookedUp.add(item.itemId);
  const outcome = await callBook(run.app, booking, item, run.now);
  run.app.faults.pass('fulfil.after_book_call');
  return recordOutcome(run, withVersionOf(booking, intended), itemOf(intended, item), outcome);
}

/** Asks the supplier what became of an item whose outcome we do not have, and goes on from there. */
export async function lookUpItem(run: FulfilmentRun, booking: Booking, item: BookingItem): Promise<StepResult> {
  run.lookedUp.add(item.itemId);
  const outcome = await callLookUp(run.app, booking, item, run.now);
  if (outcome.kind === 'cancelled')
    return recordOutcome(run, booking, item, {
      kind: 'refused',
      reason: 'The supplier has cancelled it.',
      proof: 'the look-up answered cancelled',
    });
  if (outcome.kind !== 'none') return recordOutcome(run, booking, markRequested(item), outcome);
  return bookAgain(run, booking, item, outcome.proof);
}

/**
 * Proven never to have been booked: it may be asked for again while there is time, once no earlier call can still be on
 * its way.
 */
async function bookAgain(run: FulfilmentRun, booking: Booking, item: BookingItem, proof: string): Promise<StepResult> {
  const isOver = run.now >= booking.openUntil || item.calls >= BOOK_CALLS_MAX;
  if (item.status === 'awaiting' || (isOver && !mayBeCalling(run, item))) {
    return recordOutcome(run, booking, item, { kind: 'refused', reason: UNKNOWN_TO_SUPPLIER, proof });
  }
  const canBook = !isOver && (!mayBeCalling(run, item) || findSupplier(run.app, item)?.isBookIdempotent === true);
  return canBook ? bookItem(run, booking, item) : { kind: 'moved', booking };
}

/** True while a booking call of a process that died may still reach the supplier. */
export function mayBeCalling(run: FulfilmentRun, item: BookingItem): boolean {
  return (item.callUntil?.getTime() ?? 0) > run.app.clock.now().getTime();
}

/**
 * Stores what the supplier said and the next intent if the money is due: one statement, but where the trip has to show
 * that it waits.
 */
async function recordOutcome(
  run: FulfilmentRun,
  booking: Booking,
  item: BookingItem,
  outcome: BookOutcome,
): Promise<StepResult> {
  const after = settlePhase(run, withItem(booking, applyOutcome(item, outcome, run.now)));
  const settled = itemOf(after, item);
  const entries = settled.status === 'confirmed' ? [bookedEntry(run, booking, settled)] : [];
  const step = { phase: after.phase, item: settled, entries };
  const startsConfirming = isConfirming(after) && !isConfirming(booking);
  const result =
    startsConfirming || settled.supplierTotal !== undefined
      ? await storeStep(run.app, async (tx) => {
          if (startsConfirming) await showConfirming(tx, run, booking);
          await publishDrift(tx, run, booking, settled);
          run.app.faults.pass('fulfil.before_book_commit');
          return saveOutcome(tx, booking, after, step);
        })
      : await orStale(() => {
          run.app.faults.pass('fulfil.before_book_commit');
          return saveOutcome(run.app.db, booking, after, step);
        });
  run.app.faults.pass('fulfil.after_book_result');
  return result;
}

async function saveOutcome(h: Db | Tx, booking: Booking, after: Booking, step: ItemStep): Promise<StepResult> {
  const moved = withVersionOf(booking, after);
  if (after.phase === booking.phase || (after.phase !== 'capturing' && after.phase !== 'releasing')) {
    if (!(await saveItemStep(h, booking, step.phase, step.item, step.entries))) throw new StaleVersionError();
    return { kind: 'moved', booking: moved };
  }
  const payment = await saveItemStepIntending(
    h,
    booking,
    step,
    after.phase === 'capturing' ? bookedTotal(after) : undefined,
  );
  if (payment === undefined) throw new StaleVersionError();
  return { kind: 'moved', booking: moved, payment };
}

function applyOutcome(item: BookingItem, outcome: BookOutcome, now: Date): BookingItem {
  switch (outcome.kind) {
    case 'confirmed':
      return confirmItem(item, outcome.order, now);
    case 'pending':
      return { ...moveBookingItem(item, 'awaiting'), supplierOrderId: outcome.orderId };
    case 'refused':
      return failItem(
        item,
        outcome.reason,
        outcome.reason === UNKNOWN_TO_SUPPLIER ? 'not_confirmed' : codeOfRefusal(outcome.reason),
      );
    // An accepted item stays accepted while the supplier cannot say more.
    case 'unknown':
      return item.status === 'awaiting' ? item : moveBookingItem(item, 'unknown');
    default:
      return outcome satisfies never;
  }
}

/** The item as one that its supplier did not book. */
export function failItem(item: BookingItem, failure: string, failureCode: ItemFailureCode): BookingItem {
  return { ...moveBookingItem(item, 'failed'), failure, failureCode };
}

/** The item as its supplier's order says it was booked. */
export function confirmItem(
  item: BookingItem,
  { orderId, confirmationNumber, tickets, total, confirmedAt, voidUntil }: SupplierOrder,
  now: Date,
): BookingItem {
  return {
    ...moveBookingItem(item, 'confirmed'),
    supplierOrderId: orderId,
    confirmationNumber,
    tickets,
    supplierTotal: findDrift(item.originTotal, total),
    bookedAt: confirmedAt ?? now,
    ...(voidUntil && { voidUntil }),
  };
}

/** What the supplier is owed and the fee earns from the moment it confirmed `item`. */
export function bookedEntry(run: FulfilmentRun, booking: Booking, item: BookingItem): NewLedgerEntry {
  return {
    organizationId: booking.organizationId,
    tripId: booking.tripId,
    step: 'book',
    reference: item.reference,
    at: run.now,
    transfers: [...saleTransfers(item), ...driftTransfers(item)],
  };
}

async function showConfirming(tx: Tx, run: FulfilmentRun, booking: Booking): Promise<void> {
  const trip = await lockTrip(tx, booking.organizationId, booking.tripId);
  const phase = trip.fulfilment?.phase === OVERDUE_PHASE ? OVERDUE_PHASE : 'waiting_for_supplier';
  await progressFulfilment(tx, trip, { status: 'confirming', phase }, run.now);
}

function isConfirming(booking: Booking): boolean {
  return booking.items.some((item) => item.status === 'awaiting' || item.status === 'unknown');
}

function markRequested(item: BookingItem): BookingItem {
  return { ...item, lookUps: item.lookUps + 1 };
}

/** The booking with one of its items replaced. */
export function withItem(booking: Booking, item: BookingItem): Booking {
  return { ...booking, items: booking.items.map((candidate) => (candidate.itemId === item.itemId ? item : candidate)) };
}

/** The item of a booking that another value of it names. */
export function itemOf(booking: Booking, { itemId }: Pick<BookingItem, 'itemId'>): BookingItem {
  const item = booking.items.find((candidate) => candidate.itemId === itemId);
  if (item === undefined) throw new Error(`The booking has no item ${itemId}.`);
  return item;
}
