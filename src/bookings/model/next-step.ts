import { type Money, sumMoney } from '../../travel/money.ts';
import type { Booking, BookingItem } from './booking.ts';

/**
 * What the process does next. It is decided from the booking and `StepFacts`, which one run collects; from run to run
 * nothing is remembered.
 */
export type NextStep =
  | { readonly kind: 'reprice' }
  | { readonly kind: 'book'; readonly item: BookingItem }
  | { readonly kind: 'look_up'; readonly item: BookingItem }
  | { readonly kind: 'cancel'; readonly item: BookingItem }
  | { readonly kind: 'capture'; readonly amount: Money }
  | { readonly kind: 'release' }
  | { readonly kind: 'end_unpaid' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'done' };

/** What the deciding run knows beside the booking. */
export interface StepFacts {
  /** The organization's clock. */
  readonly now: Date;
  /** Items this run has asked the supplier about already: asking again at once would be hammering. */
  readonly lookedUp: ReadonlySet<string>;
  /** Items this run has tried to cancel. */
  readonly cancelTried: ReadonlySet<string>;
}

/**
 * Decides one step. Items are booked in their order, each only when the one before it is settled (under
 * `all_or_nothing`), so that what is hardest to undo is bought last; once one has failed, what was confirmed is undone;
 * at the end exactly what is booked is captured, or everything is released.
 */
export function nextStep(booking: Booking, facts: StepFacts): NextStep {
  switch (booking.phase) {
    case 'repricing':
      return { kind: 'reprice' };
    case 'capturing':
      return { kind: 'capture', amount: bookedTotal(booking) };
    case 'releasing':
      return { kind: 'release' };
    case 'done':
      return { kind: 'done' };
    case 'booking':
    case 'undoing':
      return nextItemStep(booking, facts);
    default:
      return booking.phase satisfies never;
  }
}

function nextItemStep(booking: Booking, { now, lookedUp, cancelTried }: StepFacts): NextStep {
  const isOver = now >= booking.openUntil;
  const open = booking.items.filter(isOpen);
  const toLookUp = open.find((item) => !lookedUp.has(item.itemId));
  // Since the last look-up a supplier may have confirmed what is about to be given up.
  if (isOver && toLookUp !== undefined) return { kind: 'look_up', item: toLookUp };
  const mustUndo = isUndoing(booking, isOver);
  const toCancel = booking.items.filter(
    (item) => item.status === 'cancelling' || (mustUndo && isUndoable(item)) || (isOver && isOpen(item)),
  );
  const untried = toCancel.filter((item) => !cancelTried.has(item.itemId));
  // What never was confirmed first: should it turn out to be booked for good, the others may be worth having too.
  const toTry = untried.find((item) => item.bookedAt === undefined) ?? untried[0];
  if (toTry !== undefined) return { kind: 'cancel', item: toTry };
  if (toCancel.length > 0) return { kind: 'wait' };
  if (toLookUp !== undefined) return { kind: 'look_up', item: toLookUp };
  const toBook = mustUndo || isOver ? undefined : booking.items.find((item) => item.status === 'pending');
  if (toBook !== undefined && (open.length === 0 || booking.onPartial === 'keep_confirmed'))
    return { kind: 'book', item: toBook };
  if (open.length > 0) return { kind: 'wait' };
  if (booking.failure === 'unpaid') return { kind: 'end_unpaid' };
  const amount = bookedTotal(booking);
  return booking.items.some((item) => item.status === 'confirmed') ? { kind: 'capture', amount } : { kind: 'release' };
}

/** The supplier's answer is still to come. */
function isOpen(item: BookingItem): boolean {
  return item.status === 'booking' || item.status === 'unknown' || item.status === 'awaiting';
}

/** What is to be paid: the items that stand confirmed, and nothing else. */
export function bookedTotal(booking: Booking): Money {
  return sumMoney(
    booking.items.filter((item) => item.status === 'confirmed').map((item) => item.total),
    booking.totalQuoted.currency,
  );
}

/**
 * True when what was confirmed has to be given up: one item failed and the payer wanted all or nothing, or the hold is
 * gone.
 */
function isUndoing(booking: Booking, isOver: boolean): boolean {
  if (booking.failure === 'unpaid') return true;
  if (booking.onPartial === 'keep_confirmed') return false;
  return booking.items.some(
    (item) => item.status === 'failed' || item.status === 'cancelled' || (isOver && item.status !== 'confirmed'),
  );
}

/**
 * Confirmed or accepted, ours to undo, and not yet refused. An unknown item is looked up first: nothing is undone
 * blindly.
 */
function isUndoable(item: BookingItem): boolean {
  return (item.status === 'confirmed' && !item.isRetained) || item.status === 'awaiting';
}

/** Seconds until an open item is looked up again: half a minute, doubling to an hour. */
export function lookUpDelaySeconds(lookUps: number): number {
  return Math.min(30 * 2 ** Math.max(lookUps - 1, 0), 3600);
}

/**
 * A supplier that says nothing this long after its time was over is waited for no longer: the hold is about to lapse.
 */
const CANCELLATION_DEADLINE_MS = 23 * 3_600_000;

/**
 * The last moment a cancellation is waited for: an hour before the hold lapses, so that what turns out to stay booked
 * is still captured.
 */
export function cancellationDeadline(booking: Pick<Booking, 'openUntil'>): Date {
  return new Date(booking.openUntil.getTime() + CANCELLATION_DEADLINE_MS);
}

/**
 * When the next run is due: the earliest look-up, never later than the moment open items, or their cancellations, are
 * given up.
 */
export function waitSeconds(booking: Booking, now: Date): number {
  const delays = booking.items
    .filter((item) => isOpen(item) || item.status === 'cancelling')
    .map((item) => lookUpDelaySeconds(item.lookUps));
  const deadlines = [booking.openUntil, cancellationDeadline(booking)].map((deadline) =>
    Math.ceil((deadline.getTime() - now.getTime()) / 1000),
  );
  return Math.max(1, Math.min(3600, ...delays, ...deadlines.filter((seconds) => seconds > 0)));
}
