import { addMoney, type Money, money, subtractMoney } from '../../travel/money.ts';
import type { SupplierOrder } from '../../suppliers/ports/supplier.ts';
import type { ItemId } from '../../platform/ids.ts';
import { supplierTotal } from '../../trips/model/items/item-price.ts';
import { endsAt } from '../../trips/model/items/product.ts';
import type { TripItem } from '../../trips/model/trip.ts';
import type { Booking, BookingItem } from './booking.ts';
import { moveBookingItem } from './booking-item-states.ts';
import { moveBooking } from './booking-states.ts';
import { findDrift } from './costs/cost-drift.ts';
import { withFeeReturned } from './costs/service-fee.ts';
import { isGone } from './item-status.ts';
import { isUnpaid } from './paid-of.ts';

/** What giving an item up comes to. `reference` names the change in the ledger. */
export interface GivenUp {
  readonly itemId: ItemId;
  readonly reference: string;
  /** What the payer gets back, in the booking's currency. */
  readonly refund: Money;
  /**
   * What its supplier asks for no longer though nobody had paid for it: our loss is smaller by it. Nothing where it is
   * left out.
   */
  readonly recovered?: Money | undefined;
  /** True where `refund` has the service fee in it; else the fee is retained. */
  readonly isServiceFeeReturned?: boolean | undefined;
  /**
   * What its supplier withheld beyond what the payer bears, in its own currency; below zero where it withheld less;
   * undefined where that is not known.
   */
  readonly costBeyond?: Money | undefined;
  readonly now: Date;
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
 * The booking without a confirmed item: that ends `refunded`, or `cancelled` where nothing comes back. Throws where the
 * tables of states do not allow it: `findEntryObstacle` says so before.
 */
export function withoutItem(
  booking: Booking,
  { itemId, refund, isServiceFeeReturned, costBeyond }: Omit<GivenUp, 'reference' | 'recovered' | 'now'>,
): Booking {
  const items = booking.items.map((item): BookingItem => {
    if (item.itemId !== itemId) return item;
    const given = isServiceFeeReturned ? withFeeReturned(item) : item;
    return {
      ...moveBookingItem(given, refund.value > 0 ? 'refunded' : 'cancelled'),
      refunded: refund,
      supplierTotal: isUnpaid(booking) ? item.supplierTotal : retainedCost(item, costBeyond),
    };
  });
  return settle({ ...booking, items, totalRefunded: addMoney(booking.totalRefunded, refund) });
}

/** The supplier's total once the item is given up: what was asked, and what was withheld beyond the agreement. */
function retainedCost(
  { originTotal, supplierTotal }: Pick<BookingItem, 'originTotal' | 'supplierTotal'>,
  costBeyond: Money | undefined,
): Money | undefined {
  return costBeyond === undefined ? supplierTotal : findDrift(originTotal, addMoney(originTotal, costBeyond));
}

/** The booking with a new item in the place of `old`, a confirmed one of it. Throws as `withoutItem` does. */
export function withReplacement(booking: Booking, old: BookingItem, change: Replacement): Booking {
  const fresh = toNewItem(booking, old, change);
  const items = booking.items.map(
    (item): BookingItem =>
      item.itemId === old.itemId ? { ...moveBookingItem(old, 'exchanged'), replacedBy: fresh.itemId } : item,
  );
  return settle({
    ...booking,
    items: [...items, fresh],
    totalCollected: addMoney(booking.totalCollected, change.due),
    totalRefunded: addMoney(booking.totalRefunded, change.refund),
  });
}

/** Bags and seats that a supplier has added to a sold flight. */
export interface Addition {
  readonly itemId: ItemId;
  /** The item with what was added. */
  readonly tripItem: TripItem;
  /** What the supplier takes for it, in its currency. */
  readonly originTotal: Money;
  /** What the payer pays for it. */
  readonly due: Money;
}

/** The booking with something added to a confirmed item: that costs more by it, and everything else about it stays. */
export function withAddition(booking: Booking, { itemId, tripItem, originTotal, due }: Addition): Booking {
  const items = booking.items.map((item): BookingItem => {
    if (item.itemId !== itemId) return item;
    if (item.status !== 'confirmed') throw new Error(`The item ${itemId} is ${item.status}.`);
    return {
      ...item,
      tripItem,
      total: addMoney(item.total, due),
      originTotal: addMoney(item.originTotal, originTotal),
      // What the supplier took beside what was asked stays the same difference.
      supplierTotal: item.supplierTotal && addMoney(item.supplierTotal, originTotal),
    };
  });
  return { ...booking, items, totalCollected: addMoney(booking.totalCollected, due) };
}

/** What the payer has paid in all for what stands in an item's place: what that came to, and the difference. */
export function replacedTotal(
  old: Pick<BookingItem, 'total'>,
  { due, refund }: Pick<Replacement, 'due' | 'refund'>,
): Money {
  return subtractMoney(addMoney(old.total, due), refund);
}

/**
 * The booking as its items leave it. One that failed was never sold: what stands of it all the same is given up, and
 * nothing is cancelled by that.
 */
function settle(booking: Booking): Booking {
  const standing = booking.items.filter((item) => item.status === 'confirmed' && !isGone(item));
  if (standing.length > 0)
    return {
      ...booking,
      lastArrivalAt: new Date(Math.max(...standing.map((item) => endsAt(item.tripItem).getTime()))),
    };
  return booking.status === 'failed' ? booking : moveBooking(booking, 'cancelled');
}

/** The booking with an item whose order is gone at its supplier; it is cancelled where nothing else of it stands. */
export function withGone(booking: Booking, itemId: ItemId, now: Date): Booking {
  const items = booking.items.map((item) => (item.itemId === itemId ? { ...item, goneAt: now } : item));
  return settle({ ...booking, items });
}

/** What an exchange alone decides of the new item: the product and its money. */
export type ReplacementTerms = Pick<Replacement, 'tripItem' | 'originTotal' | 'due' | 'refund' | 'penalty'>;

/** The old item with the product and the money of the new one: they decide what cancelling the new one costs. */
export function withReplacementTerms(old: BookingItem, terms: ReplacementTerms): BookingItem {
  const { tripItem, originTotal } = terms;
  const total = replacedTotal(old, terms);
  const nonRefundable = nonRefundableOf(old, terms, total);
  return {
    ...old,
    itemId: tripItem.itemId,
    tripItem,
    total,
    originTotal,
    nonRefundable,
    supplierTotal: undefined,
    scheduleChange: undefined,
  };
}

function toNewItem(booking: Booking, old: BookingItem, change: Replacement): BookingItem {
  return {
    ...withReplacementTerms(old, change),
    position: Math.max(...booking.items.map((item) => item.position)) + 1,
    reference: change.reference,
    supplierOrderId: change.order.orderId,
    confirmationNumber: change.order.confirmationNumber,
    tickets: change.order.tickets,
    // A ticket's void window opened with its first issue and does not open again.
    bookedAt: old.kind === 'flight' ? old.bookedAt : (change.order.confirmedAt ?? change.now),
    voidUntil: change.order.voidUntil,
    calls: 0,
    lookUps: 0,
    callUntil: undefined,
    isRetained: false,
  };
}

/**
 * What the new item does not cost of what was paid in all: the service fee, which it carries on, penalties, and extras
 * of the old one that were not carried over.
 */
function nonRefundableOf(old: BookingItem, { tripItem, penalty }: ReplacementTerms, total: Money): Money {
  const beyond = total.value - supplierTotal(tripItem).value;
  return money(Math.min(total.value, Math.max(beyond, old.nonRefundable.value + penalty.value)), total.currency);
}
