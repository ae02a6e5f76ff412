import { supplierPayable } from '../ledger/model/entry.ts';
import type { NewLedgerEntry } from '../ledger/record-ledger.ts';
import { faultPoint } from '../platform/fault-points.ts';
import type { CancelOutcome } from '../suppliers/ports.ts';
import { itemOf, withItem } from './book-item.ts';
import { type FulfilmentRun, intendMoney, OvertakenError, settlePhase, type StepResult, storeStep, withVersionOf } from './fulfilment.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import { moveBookingItem } from './model/booking-item-states.ts';
import { moveFulfilment } from './model/fulfilment-states.ts';
import { bookedTotal } from './model/next-step.ts';
import { saveItemStep } from './store.ts';
import { callCancel } from './supplier-calls.ts';

/** A supplier that says nothing this long after its time was over is waited for no longer: the hold is about to lapse. */
const GIVE_UP_HOURS = 23;

/** Undoes one item of this booking and of no other: it is named by the reference we gave it. Intent, commit, call, result. */
export async function cancelItem(run: FulfilmentRun, booking: Booking, item: BookingItem): Promise<StepResult> {
  run.cancelTried.add(item.itemId);
  const undoing = moveFulfilment(withItem(booking, moveBookingItem(item, 'cancelling')), 'undoing');
  const isIntended = item.status === 'cancelling';
  if (!isIntended && !await saveItemStep(run.app.db, booking, undoing.phase, itemOf(undoing, item))) return { kind: 'overtaken' };
  const current = isIntended ? booking : withVersionOf(booking, undoing);
  faultPoint('fulfil.after_cancel_intent');
  const outcome = await callCancel(run.app, booking, item, run.now);
  faultPoint('fulfil.after_cancel_call');
  return recordOutcome(run, current, itemOf(current, item), outcome);
}

async function recordOutcome(run: FulfilmentRun, booking: Booking, item: BookingItem, outcome: CancelOutcome): Promise<StepResult> {
  const isTooLate = run.now.getTime() >= booking.openUntil.getTime() + GIVE_UP_HOURS * 3_600_000;
  const decided: CancelOutcome = outcome.kind === 'unknown' && isTooLate ? { kind: 'refused', reason: 'The supplier never answered.' } : outcome;
  if (decided !== outcome) run.app.log.error({ reference: item.reference }, 'no answer until the hold lapses: settle this item by hand');
  const after = settlePhase(run, withItem(booking, applyOutcome(item, decided)));
  return storeStep(run.app, async (tx) => {
    const isUndone = itemOf(after, item).status === 'cancelled' && item.bookedAt !== undefined;
    const entries = isUndone ? [undoneEntry(run, booking, item)] : [];
    if (!await saveItemStep(tx, booking, after.phase, itemOf(after, item), entries)) throw new OvertakenError();
    const payment = await intendMoney(tx, booking, after, bookedTotal(after));
    return { kind: 'moved', booking: withVersionOf(booking, after), payment };
  });
}

function undoneEntry(run: FulfilmentRun, booking: Booking, item: BookingItem): NewLedgerEntry {
  return {
    organizationId: booking.organizationId, tripId: booking.tripId, step: 'release', reference: item.reference, at: run.now,
    transfers: [{ debit: supplierPayable(item.supplierId), credit: 'trip_clearing', amount: item.total }],
  };
}

function applyOutcome(item: BookingItem, outcome: CancelOutcome): BookingItem {
  switch (outcome.kind) {
    case 'cancelled': return moveBookingItem(item, 'cancelled');
    // What was confirmed and cannot be undone free of charge is kept; what never was confirmed is not sold.
    case 'refused': return item.bookedAt === undefined
      ? { ...moveBookingItem(item, 'failed'), failure: outcome.reason } : { ...moveBookingItem(item, 'confirmed'), isKept: true };
    case 'unknown': return { ...item, lookUps: item.lookUps + 1 };
    default: return outcome satisfies never;
  }
}
