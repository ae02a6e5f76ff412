import type { Tx } from '../platform/db/db.ts';
import { supplierPayable } from '../ledger/model/entry.ts';
import type { NewLedgerEntry } from '../ledger/record-ledger.ts';
import type { ItemId } from '../platform/ids.ts';
import { type Money, money, subtractMoney } from '../travel/money.ts';
import { itemOf, withItem } from './fulfil/book-item.ts';
import type { Booking } from './model/booking.ts';
import { changedDriftTransfers } from './model/costs/cost-drift.ts';
import { givenUpTransfers, replacedTransfers } from './model/costs/item-transfers.ts';
import {
  type Addition,
  type GivenUp,
  type Replacement,
  withAddition,
  withGone,
  withoutItem,
  withReplacement,
} from './model/serviced-booking.ts';
import { saveServicedBooking } from './store-serviced.ts';
import { settleScheduleChange } from './store-schedule.ts';

/**
 * Gives a confirmed item up, in the caller's transaction: it ends `refunded`, or `cancelled` where nothing comes back,
 * and the booking `cancelled` once nothing of it stands, unless it had failed. The supplier keeps the penalty, the
 * organization its fee unless that goes back; what is refunded is sold no longer. Undefined when the booking has moved
 * on since it was read: then the caller's transaction must not be committed.
 */
export async function recordItemCancelled(tx: Tx, booking: Booking, given: GivenUp): Promise<Booking | undefined> {
  const item = itemOf(booking, given);
  const after = withoutItem(booking, given);
  const { release, penalty } = givenUpTransfers(item, given);
  const entry = entryOf(booking, given);
  const entries: readonly NewLedgerEntry[] = [
    { ...entry, step: 'release', transfers: release },
    { ...entry, step: 'penalty', transfers: [...penalty, ...changedDriftTransfers(item, itemOf(after, given))] },
  ];
  await settleScheduleChange(tx, { ...booking, itemId: item.itemId }, 'refunded', given.now);
  return (await saveServicedBooking(tx, booking, after, entries))
    ? { ...after, version: booking.version + 1 }
    : undefined;
}

/**
 * Puts a new item in the place of a confirmed one, in the caller's transaction. What the payer has paid for the new one
 * in all is what the old one came to, and the difference; it carries the service fee of the old one. Undefined as for
 * `recordItemCancelled`.
 */
export async function replaceItem(tx: Tx, booking: Booking, change: Replacement): Promise<Booking | undefined> {
  const old = itemOf(booking, change);
  const after = withReplacement(booking, old, change);
  const { release, book, penalty } = replacedTransfers(old, change);
  const entry = entryOf(booking, change);
  const entries: readonly NewLedgerEntry[] = [
    { ...entry, step: 'release', transfers: release },
    { ...entry, step: 'book', transfers: book },
    { ...entry, step: 'penalty', transfers: penalty },
  ];
  await settleScheduleChange(tx, { ...booking, itemId: old.itemId }, 'superseded', change.now);
  return (await saveServicedBooking(tx, booking, after, entries))
    ? { ...after, version: booking.version + 1 }
    : undefined;
}

/**
 * Marks an item of a locked booking whose order its supplier holds no longer, in the caller's transaction. Its money
 * stays as it was sold until people decide. Undefined when the booking has moved on since it was read: then the
 * caller's transaction must not be committed.
 */
export async function recordItemGone(
  tx: Tx,
  booking: Booking,
  itemId: ItemId,
  now: Date,
): Promise<Booking | undefined> {
  const after = withGone(booking, itemId, now);
  await settleScheduleChange(tx, { ...booking, itemId }, 'superseded', now);
  return (await saveServicedBooking(tx, booking, after, [])) ? { ...after, version: booking.version + 1 } : undefined;
}

/** Bags and seats that a supplier has added to a sold flight. `reference` names the change in the ledger. */
export interface AddedServices extends Addition {
  readonly reference: string;
  readonly now: Date;
}

/**
 * Adds bags and seats to a confirmed flight, in the caller's transaction: what the payer gives for them is the
 * supplier's. Undefined when the booking has moved on since it was read: then the caller's transaction must not be
 * committed.
 */
export async function recordServicesAdded(
  tx: Tx,
  booking: Booking,
  { reference, now: at, ...addition }: AddedServices,
): Promise<Booking | undefined> {
  const { organizationId, tripId } = booking;
  const { supplierId } = itemOf(booking, addition);
  const after = withAddition(booking, addition);
  const transfers = [{ debit: 'trip_clearing', credit: supplierPayable(supplierId), amount: addition.due }] as const;
  const isSaved = await saveServicedBooking(tx, booking, after, [
    { organizationId, tripId, reference, at, step: 'book', transfers },
  ]);
  return isSaved ? { ...after, version: booking.version + 1 } : undefined;
}

/** What was to be paid for a change and never was: the hold had lapsed. */
export interface UnpaidChange {
  /** The item that was changed. */
  readonly itemId: ItemId;
  readonly due: Money;
  /** Names the loss in the ledger. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * Takes a change's price back out of a locked booking, in the caller's transaction: what stands in the item's place has
 * cost its payer no more than before, so that no later change gives back what nobody has paid. The difference is our
 * loss. False when the booking has moved on since it was read: then the caller's transaction must not be committed.
 */
export async function writeOffUnpaid(
  tx: Tx,
  booking: Booking,
  { itemId, due, reference, now }: UnpaidChange,
): Promise<boolean> {
  const fresh = itemOf(booking, { itemId: itemOf(booking, { itemId }).replacedBy ?? itemId });
  const total = subtractMoney(fresh.total, due);
  const written = {
    ...fresh,
    total,
    nonRefundable: money(Math.min(fresh.nonRefundable.value, total.value), total.currency),
  };
  const after = { ...withItem(booking, written), totalCollected: subtractMoney(booking.totalCollected, due) };
  const entry = entryOf(booking, { reference, now });
  return saveServicedBooking(tx, booking, after, [
    { ...entry, step: 'penalty', transfers: [{ debit: 'penalty_cost', credit: 'trip_clearing', amount: due }] },
  ]);
}

function entryOf(booking: Booking, change: { readonly reference: string; readonly now: Date }) {
  return {
    organizationId: booking.organizationId,
    tripId: booking.tripId,
    reference: change.reference,
    at: change.now,
  };
}
