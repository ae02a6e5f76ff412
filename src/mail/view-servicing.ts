import type { FeeReturn } from '../../web/manage/view.ts';
import type { ItemView } from '../../web/checkout/view-item.ts';
import type {
  ChangedMailView,
  ChangeSettlement,
  NoticeMailView,
  RefundedMailView,
  RescheduledMailView,
} from '../../web/mail/view.ts';
import { viewCredits } from '../checkout/view-credits.ts';
import { type OrderFacts, viewBookedItem } from '../checkout/view-order.ts';
import type { ItemId } from '../platform/ids.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { agreedRefund, type BookingChange, type ExchangePlan, type ServicesPlan } from '../servicing/model/change.ts';
import { counterChangeOf } from '../servicing/model/car-exchange.ts';
import { lostInExchange } from '../servicing/model/retained-extras.ts';
import { viewScheduleChange } from '../servicing/schedule-changes/view-schedule-change.ts';
import { type Money, sumMoney } from '../travel/money.ts';
import type { TravelCredit } from '../travel/cancellation.ts';
import { collectedByPlace } from '../trips/model/cancellation-cost.ts';
import type { TripItem } from '../trips/model/trip.ts';

/** A booking, and what a view of it is made with. */
export interface ServicedBooking {
  readonly booking: Booking;
  readonly facts: Pick<OrderFacts, 'places' | 'now'>;
}

/** What was given up. `refund`: what goes back to the payer, nothing where the terms say so. */
export interface RefundMade {
  readonly itemIds: readonly ItemId[];
  /** When it was given up. */
  readonly at: Date;
  readonly refund: Money;
  readonly serviceFee?: FeeReturn | undefined;
  /** What the airline gives instead of money. */
  readonly credits?: readonly TravelCredit[] | undefined;
}

/**
 * The mail about items given up: which they are, what comes back and what is withheld. Items that cost more than comes
 * back were not free to give up.
 */
export function viewRefunded(
  { booking, facts }: ServicedBooking,
  { itemIds, at, refund, serviceFee, credits = [] }: RefundMade,
): RefundedMailView {
  const items = itemsOf({ booking, facts })
    .filter(({ itemId }) => itemIds.includes(itemId))
    .map(({ view }) => view);
  const paid = sumMoney(
    items.map(({ total }) => total),
    refund.currency,
  );
  return {
    kind: 'refunded',
    bookingRef: booking.bookingRef,
    items,
    refund,
    retained: { ...paid, value: Math.max(0, paid.value - refund.value) },
    ...collectedOf(booking, itemIds, at),
    ...(serviceFee && { serviceFee }),
    ...(credits.length > 0 && { credits: viewCredits(booking, credits) }),
    isWhole: booking.items.filter((item) => item.status === 'confirmed').every((item) => itemIds.includes(item.itemId)),
  };
}

/** What properties themselves charge for what was given up; nothing where they charge nothing. */
function collectedOf({ items }: Booking, itemIds: readonly ItemId[], at: Date): Pick<RefundedMailView, 'collected'> {
  const sums = items
    .filter((item) => itemIds.includes(item.itemId))
    .map(({ tripItem }) => collectedByPlace(tripItem, at));
  const collected = sums.map((sum) => sum ?? 'unknown').filter((sum) => sum === 'unknown' || sum.value > 0);
  return collected.length === 0 ? {} : { collected };
}

/** What was changed: `before` is the item as it was; the booking holds it as it is now. */
export interface ChangeMade {
  readonly before: TripItem;
  /** It is the same item, with something added to it: what it was before is not shown. */
  readonly isAddition?: true | undefined;
  readonly settlement: ChangeSettlement;
}

/** What an exchange, or services, the payer asked for have changed; undefined for a change that is neither. */
export function changeMade(
  booking: Booking,
  { plan, itemId, status }: Pick<BookingChange, 'plan' | 'itemId' | 'status'>,
): ChangeMade | undefined {
  const before = booking.items.find((item) => item.itemId === itemId)?.tripItem;
  if (plan.kind === 'cancellation' || before === undefined) return undefined;
  const made = { before, settlement: settlementOf(plan, status) };
  return plan.kind === 'services' ? { ...made, isAddition: true } : made;
}

function settlementOf(plan: ExchangePlan | ServicesPlan, status: BookingChange['status']): ChangeSettlement {
  // The money did not move: the traveler is notified of the change, and of no payment that never was.
  if (status === 'partial') return { kind: 'even' };
  const { due } = plan;
  const refund = agreedRefund(plan);
  if (due.value > 0) return { kind: 'paid', amount: due };
  return refund.value > 0 ? { kind: 'refunded', amount: refund } : { kind: 'even' };
}

/**
 * The mail about one item that is another now, at the payer's request. Undefined where the booking does not hold the
 * item.
 */
export function viewChanged(
  { booking, facts }: ServicedBooking,
  { before, settlement, isAddition }: ChangeMade,
): ChangedMailView | undefined {
  const changed = booking.items.find((item) => item.itemId === before.itemId);
  const standing =
    changed?.replacedBy === undefined ? changed : booking.items.find((item) => item.itemId === changed.replacedBy);
  const after = standing && viewBookedItem(booking, standing.tripItem, facts);
  // Without the booking, which knows only what became of it.
  return (
    after && {
      kind: 'changed',
      bookingRef: booking.bookingRef,
      before: isAddition ? undefined : viewItemBefore(booking, before, facts),
      after,
      lostExtras: isAddition || standing === undefined ? 'none' : lostInExchange(before, standing.tripItem),
      settlement,
      atCounter: standing && counterChangeOf(before, standing.tripItem),
    }
  );
}

/**
 * The mail about a flight that its airline has moved. Undefined where nothing of it is left to say: it was moved again
 * (which has a mail of its own) or back, or the flight was given up meanwhile.
 */
export function viewRescheduled(
  { booking, facts }: ServicedBooking,
  reported: { readonly itemId: ItemId; readonly number: number },
): RescheduledMailView | undefined {
  const item = booking.items.find(({ itemId }) => itemId === reported.itemId);
  const change = item?.scheduleChange;
  if (
    item?.status !== 'confirmed' ||
    change?.number !== reported.number ||
    (change.status !== 'open' && change.status !== 'accepting' && change.status !== 'accepted')
  )
    return undefined;
  const moved = viewScheduleChange(booking, item, facts);
  return (
    moved && {
      kind: 'rescheduled',
      bookingRef: booking.bookingRef,
      item: viewBookedItem(booking, item.tripItem, facts),
      moved,
    }
  );
}

/**
 * The mail about a request that was declined, with the reason, or about a booking that was cancelled at its supplier by
 * nobody here. Undefined where the change has come to something else by now.
 */
export function viewNotice(
  { booking, facts }: ServicedBooking,
  kind: NoticeMailView['kind'],
  { itemId, status, failure }: Pick<BookingChange, 'itemId' | 'status' | 'failure'>,
): NoticeMailView | undefined {
  const item = booking.items.find((candidate) => candidate.itemId === itemId);
  const isCurrent = kind === 'declined' ? status === 'failed' : status === 'deciding';
  if (item === undefined || !isCurrent) return undefined;
  return {
    kind,
    bookingRef: booking.bookingRef,
    item: viewBookedItem(booking, item.tripItem, facts),
    reason: kind === 'declined' ? failure : undefined,
  };
}

/** As it was sold: the booking holds it as it is now. */
function viewItemBefore(booking: Booking, before: TripItem, facts: ServicedBooking['facts']): ItemView {
  return viewBookedItem(
    { ...booking, items: booking.items.filter(({ itemId }) => itemId !== before.itemId) },
    before,
    facts,
  );
}

/** Every item the booking has ever held: what came in the place of another is in no trip. */
function itemsOf({ booking, facts }: ServicedBooking): readonly { readonly itemId: ItemId; readonly view: ItemView }[] {
  return booking.items.map((item) => ({ itemId: item.itemId, view: viewBookedItem(booking, item.tripItem, facts) }));
}
