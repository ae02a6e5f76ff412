import type { Tx } from '../platform/db/db.ts';
import { supplierPayable } from '../ledger/model/entry.ts';
import type { NewLedgerEntry } from '../ledger/record-ledger.ts';
import type { ItemId } from '../platform/ids.ts';
import type { SupplierOrder } from '../suppliers/ports.ts';
import { addMoney, type Money, money, subtractMoney } from '../travel/money.ts';
import { itemTotal } from '../trips/model/item-price.ts';
import { endsAt } from '../trips/model/product.ts';
import type { TripItem } from '../trips/model/trip.ts';
import { itemOf, withItem } from './book-item.ts';
import { moveBookingItem } from './model/booking-item-states.ts';
import { moveBooking } from './model/booking-states.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import { saveServicedBooking } from './store.ts';
import { settleScheduleChange } from './store-schedule.ts';

/** What giving an item up comes to. `reference` names the change in the ledger. */
export interface GivenUp {
  readonly itemId: ItemId;
  readonly reference: string;
  /** What the payer gets back, in the booking's currency. */
  readonly refund: Money;
  readonly now: Date;
}

/**
 * Gives a confirmed item up, in the caller's transaction: it ends `refunded`, or `cancelled` where nothing comes back, and the
 * booking `cancelled` once nothing of it stands. The supplier keeps the penalty; what is refunded is sold no longer. Undefined
 * when the booking has moved on since it was read: then the caller's transaction must not be committed.
 */
export async function giveUpItem(tx: Tx, booking: Booking, given: GivenUp): Promise<Booking | undefined> {
  const item = itemOf(booking, given);
  const penalty = subtractMoney(item.total, given.refund);
  const ended = { ...moveBookingItem(item, given.refund.value > 0 ? 'refunded' : 'cancelled'), refunded: given.refund };
  const after = settle(withItem({ ...booking, totalRefunded: addMoney(booking.totalRefunded, given.refund) }, ended));
  const entry = entryOf(booking, given);
  const entries: readonly NewLedgerEntry[] = [
    { ...entry, step: 'release', transfers: [{ debit: supplierPayable(item.supplierId), credit: 'trip_clearing', amount: item.total }] },
    { ...entry, step: 'penalty', transfers: [{ debit: 'trip_clearing', credit: supplierPayable(item.supplierId), amount: penalty }] },
  ];
  await settleScheduleChange(tx, { ...booking, itemId: item.itemId }, 'refunded', given.now);
  return await saveServicedBooking(tx, booking, after, entries) ? { ...after, version: booking.version + 1 } : undefined;
}

/** The item that takes the place of another. Money in the booking's currency. */
export interface Replacement {
  readonly itemId: ItemId;
  /** What it is exchanged for; its own id names the new item. */
  readonly tripItem: TripItem;
  readonly order: SupplierOrder;
  /** Ours at the supplier for the new order, and in the ledger. */
  readonly reference: string;
  /** What the new order costs at the supplier. */
  readonly originTotal: Money;
  /** What the payer pays for the exchange, or gets back: at most one of them is more than nothing. */
  readonly due: Money;
  readonly refund: Money;
  /** The part of it that is gone whatever happens later. */
  readonly penalty: Money;
  readonly now: Date;
}

/**
 * Puts a new item in the place of a confirmed one, in the caller's transaction. What the payer has paid for the new one in all is
 * what the old one came to, and the difference. Undefined as for `giveUpItem`.
 */
export async function replaceItem(tx: Tx, booking: Booking, change: Replacement): Promise<Booking | undefined> {
  const old = itemOf(booking, change);
  const total = subtractMoney(addMoney(old.total, change.due), change.refund);
  const fresh = toNewItem(booking, old, change, total);
  const ended: BookingItem = { ...moveBookingItem(old, 'exchanged'), replacedBy: fresh.itemId };
  const changed = {
    ...withItem(booking, ended), totalCollected: addMoney(booking.totalCollected, change.due), totalRefunded: addMoney(booking.totalRefunded, change.refund),
  };
  const after = settle({ ...changed, items: [...changed.items, fresh] });
  const entry = entryOf(booking, change);
  const entries: readonly NewLedgerEntry[] = [
    { ...entry, step: 'release', transfers: [{ debit: supplierPayable(old.supplierId), credit: 'trip_clearing', amount: old.total }] },
    { ...entry, step: 'book', transfers: [{ debit: 'trip_clearing', credit: supplierPayable(old.supplierId), amount: subtractMoney(total, change.penalty) }] },
    { ...entry, step: 'penalty', transfers: [{ debit: 'trip_clearing', credit: supplierPayable(old.supplierId), amount: change.penalty }] },
  ];
  await settleScheduleChange(tx, { ...booking, itemId: old.itemId }, 'superseded', change.now);
  return await saveServicedBooking(tx, booking, after, entries) ? { ...after, version: booking.version + 1 } : undefined;
}

/** What was to be paid for an exchange and never was: the hold had lapsed. */
export interface UnpaidExchange {
  /** The item that was exchanged. */
  readonly itemId: ItemId;
  readonly due: Money;
  /** Names the loss in the ledger. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * Takes an exchange's price back out of a locked booking, in the caller's transaction: the new item has cost its payer no more
 * than the old one, so that no later change gives back what nobody has paid. The difference is our loss. False as `giveUpItem` is undefined.
 */
export async function writeOffExchange(tx: Tx, booking: Booking, { itemId, due, reference, now }: UnpaidExchange): Promise<boolean> {
  const fresh = itemOf(booking, { itemId: itemOf(booking, { itemId }).replacedBy ?? itemId });
  const total = subtractMoney(fresh.total, due);
  const written = { ...fresh, total, sunk: money(Math.min(fresh.sunk.value, total.value), total.currency) };
  const after = { ...withItem(booking, written), totalCollected: subtractMoney(booking.totalCollected, due) };
  const entry = entryOf(booking, { reference, now });
  return saveServicedBooking(tx, booking, after, [{ ...entry, step: 'penalty', transfers: [{ debit: 'penalty_cost', credit: 'trip_clearing', amount: due }] }]);
}

function toNewItem(booking: Booking, old: BookingItem, change: Replacement, total: Money): BookingItem {
  return {
    ...old, itemId: change.tripItem.itemId, tripItem: change.tripItem, position: Math.max(...booking.items.map((item) => item.position)) + 1,
    reference: change.reference, total, originTotal: change.originTotal, sunk: sunkOf(old, change, total),
    supplierOrderId: change.order.orderId, confirmationNumber: change.order.confirmationNumber, tickets: change.order.tickets,
    // A ticket's void window opened with its first issue and does not open again.
    bookedAt: old.kind === 'flight' ? old.bookedAt : (change.order.confirmedAt ?? change.now), calls: 0, lookUps: 0, callUntil: undefined, isKept: false, scheduleChange: undefined,
  };
}

/** What the new item does not cost of what was paid in all: penalties, and extras of the old one that were not carried over. */
function sunkOf(old: BookingItem, { tripItem, penalty }: Replacement, total: Money): Money {
  const beyond = total.value - itemTotal(tripItem).value;
  return money(Math.min(total.value, Math.max(beyond, old.sunk.value + penalty.value)), total.currency);
}

/** The booking as its items leave it. */
function settle(booking: Booking): Booking {
  const standing = booking.items.filter((item) => item.status === 'confirmed');
  if (standing.length === 0) return moveBooking(booking, 'cancelled');
  return { ...booking, lastArrivalAt: new Date(Math.max(...standing.map((item) => endsAt(item.tripItem).getTime()))) };
}

function entryOf(booking: Booking, change: { readonly reference: string; readonly now: Date }) {
  return { organizationId: booking.organizationId, tripId: booking.tripId, reference: change.reference, at: change.now };
}
