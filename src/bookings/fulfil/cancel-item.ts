import type { NewLedgerEntry } from '../../ledger/record-ledger.ts';
import type { CancelOutcome, LookUpOutcome } from '../../suppliers/ports/booking.ts';
import { codeOfRefusal } from '../model/failure-of.ts';
import {
  bookedEntry,
  confirmItem,
  failItem,
  itemOf,
  mayBeCalling,
  UNKNOWN_TO_SUPPLIER,
  withItem,
} from './book-item.ts';
import {
  type FulfilmentRun,
  intendMoney,
  StaleVersionError,
  settlePhase,
  type StepResult,
  storeStep,
  withVersionOf,
} from './fulfilment.ts';
import { publishDrift } from './publish-drift.ts';
import type { Booking, BookingItem } from '../model/booking.ts';
import { reversedDriftTransfers } from '../model/costs/cost-drift.ts';
import { reversedSaleTransfers } from '../model/costs/item-transfers.ts';
import { moveBookingItem } from '../model/booking-item-states.ts';
import { moveFulfilment } from '../model/fulfilment-states.ts';
import { bookedTotal, cancellationDeadline } from '../model/next-step.ts';
import { saveItemStep } from '../store-steps.ts';
import { callCancel, callLookUp } from './supplier-calls.ts';

/**
 * Undoes one item of this booking and of no other: it is named by the reference we gave it. Intent, commit, call,
 * result.
 */
export async function cancelItem(run: FulfilmentRun, booking: Booking, item: BookingItem): Promise<StepResult> {
  run.cancelTried.add(item.itemId);
  const undoing = moveFulfilment(withItem(booking, moveBookingItem(item, 'cancelling')), 'undoing');
  const isIntended = item.status === 'cancelling';
  if (!isIntended && !(await saveItemStep(run.app.db, booking, undoing.phase, itemOf(undoing, item))))
    return { kind: 'overtaken' };
  const current = isIntended ? booking : withVersionOf(booking, undoing);
  run.app.faults.pass('fulfil.after_cancel_intent');
  const outcome = await callCancel(run.app, booking, item, run.now);
  run.app.faults.pass('fulfil.after_cancel_call');
  return store(run, current, item, await settle(run, current, itemOf(current, item), outcome));
}

/**
 * The item as the answer leaves it. Nothing is called failed that its supplier may hold, until the hold is about to
 * lapse.
 */
async function settle(
  run: FulfilmentRun,
  booking: Booking,
  item: BookingItem,
  outcome: CancelOutcome,
): Promise<BookingItem> {
  // Undone free of charge: whatever the supplier took, it has given back.
  if (outcome.kind === 'cancelled') return { ...moveBookingItem(item, 'cancelled'), supplierTotal: undefined };
  const isTooLate = run.now >= cancellationDeadline(booking);
  if (outcome.kind === 'unknown' && !isTooLate) return markRequested(item);
  const isConfirmed = item.bookedAt !== undefined;
  if (isConfirmed && outcome.kind === 'refused') return retain(item);
  // It may not be what was confirmed any more, or we never heard that it was booked: it is asked what there is.
  const settled = applyLookUp(run, item, await callLookUp(run.app, booking, item, run.now));
  if (settled.status !== 'cancelling' || !isTooLate) return settled;
  run.app.log.error({ reference: item.reference }, 'no answer until the hold lapses: settle this item by hand');
  return isConfirmed ? retain(item) : failItem(item, 'The supplier never answered.', 'not_confirmed');
}

/** What cannot be undone free of charge stays booked, and is paid for. */
function retain(item: BookingItem): BookingItem {
  return { ...moveBookingItem(item, 'confirmed'), isRetained: true };
}

function applyLookUp(run: FulfilmentRun, item: BookingItem, found: LookUpOutcome): BookingItem {
  switch (found.kind) {
    case 'confirmed':
      return retain(item.bookedAt === undefined ? confirmItem(item, found.order, run.now) : item);
    case 'cancelled':
      return moveBookingItem(item, 'cancelled');
    case 'refused':
      return failItem(item, found.reason, codeOfRefusal(found.reason));
    case 'none':
      return mayBeCalling(run, item) ? markRequested(item) : failItem(item, UNKNOWN_TO_SUPPLIER, 'not_confirmed');
    case 'pending':
    case 'unknown':
      return markRequested(item);
    default:
      return found satisfies never;
  }
}

function markRequested(item: BookingItem): BookingItem {
  return { ...item, lookUps: item.lookUps + 1 };
}

async function store(
  run: FulfilmentRun,
  booking: Booking,
  before: BookingItem,
  settled: BookingItem,
): Promise<StepResult> {
  const after = settlePhase(run, withItem(booking, settled));
  const item = itemOf(after, settled);
  return storeStep(run.app, async (tx) => {
    const isUndone = item.status === 'cancelled' && before.bookedAt !== undefined;
    const isFound = item.status === 'confirmed' && before.bookedAt === undefined;
    const entries = isUndone ? [undoneEntry(run, booking, before)] : isFound ? [bookedEntry(run, booking, item)] : [];
    if (isFound) await publishDrift(tx, run, booking, item);
    if (!(await saveItemStep(tx, booking, after.phase, item, entries))) throw new StaleVersionError();
    const payment = await intendMoney(tx, booking, after, bookedTotal(after));
    return { kind: 'moved', booking: withVersionOf(booking, after), payment };
  });
}

function undoneEntry(run: FulfilmentRun, booking: Booking, item: BookingItem): NewLedgerEntry {
  return {
    organizationId: booking.organizationId,
    tripId: booking.tripId,
    step: 'release',
    reference: item.reference,
    at: run.now,
    transfers: [...reversedSaleTransfers(item), ...reversedDriftTransfers(item)],
  };
}
