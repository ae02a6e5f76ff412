import type { ItemView } from '../../web/checkout/view.ts';
import type { ChangedMailView, ChangeSettlement, RefundedMailView } from '../../web/mail/view.ts';
import { type OrderFacts, viewOrder } from '../checkout/view-order.ts';
import type { ItemId } from '../platform/ids.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { type Money, sumMoney } from '../travel/money.ts';
import type { Trip, TripItem } from '../trips/model/trip.ts';

/** A booking, the trip it was made of, and what a view of them is made with. */
export interface ServicedBooking {
  readonly booking: Booking;
  readonly trip: Trip;
  readonly facts: Pick<OrderFacts, 'places' | 'now'>;
}

/** What was given up. `refund`: what goes back to the payer, nothing where the terms say so. */
export interface RefundMade {
  readonly itemIds: readonly ItemId[];
  readonly refund: Money;
}

/** The mail about items given up: which they are, what comes back and what was kept. Items that cost more than comes back were not free to give up. */
export function viewRefunded({ booking, trip, facts }: ServicedBooking, { itemIds, refund }: RefundMade): RefundedMailView {
  const items = itemsOf({ booking, trip, facts }).filter(({ itemId }) => itemIds.includes(itemId)).map(({ view }) => view);
  const paid = sumMoney(items.map(({ total }) => total), refund.currency);
  return {
    kind: 'refunded', bookingRef: booking.bookingRef, items, refund, kept: { ...paid, value: Math.max(0, paid.value - refund.value) },
    isWhole: booking.items.filter((item) => item.status === 'confirmed').every((item) => itemIds.includes(item.itemId)),
  };
}

/** What was changed: `before` is the item as it was; the booking holds it as it is now. */
export interface ChangeMade {
  readonly before: TripItem;
  readonly cause: ChangedMailView['cause'];
  readonly settlement: ChangeSettlement;
}

/** The mail about one item that is another now: by the payer's wish, or by the airline. Undefined where the booking does not hold the item. */
export function viewChanged({ booking, trip, facts }: ServicedBooking, { before, cause, settlement }: ChangeMade): ChangedMailView | undefined {
  const after = itemsOf({ booking, trip, facts }).find(({ itemId }) => itemId === before.itemId)?.view;
  const [was] = viewOrder({ ...trip, items: [before] }, facts).items;
  return after && was && { kind: 'changed', bookingRef: booking.bookingRef, before: was, after, cause, settlement };
}

function itemsOf({ booking, trip, facts }: ServicedBooking): readonly { readonly itemId: ItemId; readonly view: ItemView }[] {
  const { items } = viewOrder(trip, { ...facts, booking });
  return trip.items.flatMap(({ itemId }, index) => {
    const view = items[index];
    return view ? [{ itemId, view }] : [];
  });
}
