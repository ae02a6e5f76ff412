import { type ItemRefund, refundOfItem } from '../../bookings/model/item-change.ts';
import { refundOf } from '../../bookings/model/refund-of.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isServiceFeeReturnedAt } from '../../bookings/model/cancellation-timeline.ts';
import { feeOf, paidFeeOf, withFeeReturned } from '../../bookings/model/costs/service-fee.ts';
import { asPaid, isUnpaid, paidOf } from '../../bookings/model/paid-of.ts';
import { isFreeToCancel } from '../../bookings/model/schedule-change.ts';
import type { App, Caller } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import type { CancellationQuote, CancellationTerms } from '../../suppliers/ports/servicing.ts';
import { addMoney, convertMoney, describeMoney, type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import { collectedByPlace } from '../../trips/model/cancellation-cost.ts';
import type { ItemKind } from '../../trips/model/trip.ts';
import { findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import { type BookingChange, type CancellationPlan, newChange, publicReference, quoteExpiry } from '../model/change.ts';
import { cancellationKind } from '../model/cancellation.ts';
import { bookingChanges } from '../read-changes.ts';
import { insertChange, listChangesUnderWay } from '../store.ts';
import { findCancellations, readCall } from '../engine/supplier-changes.ts';

/**
 * What giving an item up would bring now. `quote` is what may be committed; none where there is nothing to be had by
 * it.
 */
export interface CancellationCheck {
  readonly booking: Booking;
  /** As its payer stands to it (`asPaid`) where it stands. */
  readonly item: BookingItem;
  readonly quote: BookingChange | undefined;
  readonly refund: Money;
  /**
   * What is not given back of what was paid, and what a property collects besides; undefined where the property does
   * not state what it collects.
   */
  readonly penalty: Money | undefined;
  /** What a refund that was committed before is still to give back. */
  readonly pending: Money;
  /** The service fee inside what was paid, and what becomes of it; undefined where there is none. */
  readonly serviceFee: FeeOutcome | undefined;
  readonly support: 'full' | 'manual' | 'none';
  readonly manualReason: string | undefined;
  /** Why not, and what else anyone who commits should know; a sentence each. */
  readonly warnings: readonly string[];
}

/** A service fee that goes back with the refund, or is retained. */
interface FeeOutcome {
  readonly amount: Money;
  readonly isReturned: boolean;
}

/**
 * Asks the supplier what giving the item up brings by the terms it was bought at, and keeps the answer for ten minutes.
 * A ticket that returns nothing has no quote: nobody gives it up by mistake. A stay or a rental may be given up for
 * nothing, and so may whatever stands of a booking that nobody has paid for.
 */
export async function quoteCancellation(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  kind: ItemKind,
): Promise<CancellationCheck> {
  const { booking, item } = await findServicedItem(app, caller, claim, kind);
  const obstacle = await findObstacle(app, booking, item);
  if (obstacle !== undefined)
    return refused(booking, item, { ...(await findRefund(app, booking, item)), why: obstacle });
  const answer = await quoteAtSupplier(app, booking, item, caller.now);
  if (answer.kind === 'refused')
    return refused(booking, item, {
      refund: { ...nothingOf(item), penalty: paidOf(booking, item) },
      isServiceFeeReturned: false,
      why: answer.reason,
    });
  const check = weigh(booking, asPaid(booking, item), answer.terms, caller.now);
  if (kind === 'flight' && check.refund.value === 0 && !isUnpaid(booking)) return check;
  const quote = newQuote(
    check,
    { terms: answer.terms, recovered: isUnpaid(booking) ? refundOf(item, answer.terms) : undefined },
    caller.now,
  );
  await insertChange(app.db, quote);
  return { ...check, quote };
}

/** Why nobody needs to ask the supplier. */
async function findObstacle(app: App, booking: Booking, item: BookingItem): Promise<string | undefined> {
  if (booking.phase !== 'done') return 'The booking is still being made.';
  if (item.status !== 'confirmed') return ENDED[item.status];
  const [open] = await listChangesUnderWay(app.db, booking, item.itemId);
  return open && `A change of it is under way already: ${publicReference(open)}.`;
}

const ENDED = {
  pending: 'It has not been booked yet.',
  booking: 'It has not been booked yet.',
  awaiting: 'Its supplier has not confirmed it yet.',
  unknown: 'Its supplier has not confirmed it yet.',
  cancelling: 'It is being cancelled.',
  failed: 'It was never booked, and nothing was paid for it.',
  cancelled: 'It has been cancelled already.',
  refunded: 'It has been given up and refunded already.',
  exchanged: 'It was exchanged: another item of the booking stands in its place.',
} as const satisfies Record<Exclude<BookingItem['status'], 'confirmed'>, string>;

async function quoteAtSupplier(app: App, booking: Booking, item: BookingItem, now: Date): Promise<CancellationQuote> {
  const cancellations = findCancellations(app, item);
  if (cancellations === undefined)
    return { kind: 'refused', reason: 'Its supplier takes nothing back through us. Ask the supplier directly.' };
  return await callSupplier(app, readCall(booking, now), (context) => cancellations.quote(item.reference, context));
}

interface Refusal extends RefundMade {
  readonly why: string;
}
/** What a refund has come to. */
interface RefundMade {
  readonly refund: Pick<ItemRefund, 'refunded' | 'penalty' | 'pending'>;
  readonly isServiceFeeReturned: boolean;
}

function refused(
  booking: Booking,
  item: BookingItem,
  { refund: { refunded, penalty, pending }, isServiceFeeReturned, why }: Refusal,
): CancellationCheck {
  const fee = paidFeeOf(booking, item);
  return {
    booking,
    item,
    quote: undefined,
    refund: refunded,
    penalty,
    pending,
    serviceFee: fee && { amount: fee, isReturned: isServiceFeeReturned },
    support: 'none',
    manualReason: undefined,
    warnings: [why],
  };
}

/** What the refund that was committed before has come to; nothing where there was none. */
async function findRefund(app: App, booking: Booking, item: BookingItem): Promise<RefundMade> {
  const changes = await bookingChanges.read(app, booking, [booking.bookingRef]);
  const refund = refundOfItem(changes, item.itemId);
  return { refund: refund ?? nothingOf(item), isServiceFeeReturned: refund?.isServiceFeeReturned === true };
}

function nothingOf({ total: { currency } }: BookingItem): RefundMade['refund'] {
  const nothing = zeroMoney(currency);
  return { refunded: nothing, penalty: nothing, pending: nothing };
}

/**
 * The supplier's terms in the booking's currency, at the rate the item was bought at, as the item's cancellation
 * timeline has them.
 */
function weigh(booking: Booking, standing: BookingItem, terms: CancellationTerms, now: Date): CancellationCheck {
  const isReturned = isServiceFeeReturnedAt(standing, terms, now);
  const item = isReturned ? withFeeReturned(standing) : standing;
  const refund = refundOf(item, terms);
  const retained = subtractMoney(item.total, refund);
  const collected =
    item.tripItem.kind === 'flight' ? zeroMoney(retained.currency) : collectedByPlace(item.tripItem, now);
  const isForNothing = refund.value === 0 && (retained.value > 0 || (collected?.value ?? 0) > 0);
  const penalty = collected && addMoney(retained, convertMoney(collected, retained.currency, item.rate));
  const isManual = terms.support === 'manual' && !isForNothing;
  return {
    booking,
    item,
    quote: undefined,
    refund,
    penalty,
    pending: zeroMoney(retained.currency),
    serviceFee: item.serviceFee && { amount: item.serviceFee, isReturned },
    support: isForNothing ? 'none' : isManual ? 'manual' : 'full',
    manualReason: isManual ? (terms.manualReason ?? 'People at the supplier decide.') : undefined,
    warnings: warningsOf(booking, item, { isForNothing, isReturned, penalty, collected }),
  };
}

interface Weighed {
  readonly isForNothing: boolean;
  readonly isReturned: boolean;
  readonly penalty: Money | undefined;
  readonly collected: Money | undefined;
}

function warningsOf(booking: Booking, item: BookingItem, weighed: Weighed): readonly string[] {
  const { isForNothing, isReturned, penalty, collected } = weighed;
  const retainedFee = isReturned ? zeroMoney(item.total.currency) : feeOf(item);
  const usedUp = subtractMoney(item.nonRefundable, retainedFee);
  return [
    ...(isUnpaid(booking) ? ['Nothing was paid for it, and nothing comes back.'] : []),
    ...(isForNothing && item.total.value > 0 ? ['Nothing of what was paid comes back.'] : []),
    ...(isFreeToCancel(item) && penalty?.value === 0
      ? ['The airline has moved a flight: until the change is accepted, it may be given up free of charge.']
      : []),
    ...(usedUp.value > 0 ? [`${describeMoney(usedUp)} of it went into earlier changes and does not come back.`] : []),
    ...(retainedFee.value > 0 && !isForNothing
      ? [`The service fee of ${describeMoney(retainedFee)} does not come back.`]
      : []),
    ...(collected === undefined
      ? ['The property sets what it collects for a cancellation, and does not state it: ask before you cancel.']
      : []),
    ...(collected !== undefined && collected.value > 0
      ? [`The property collects ${describeMoney(collected)} for the late cancellation.`]
      : []),
  ];
}

interface SupplierTerms {
  readonly terms: CancellationTerms;
  /** What it gives back that nobody has paid for. */
  readonly recovered: Money | undefined;
}

function newQuote(
  { booking, item, refund, penalty, serviceFee, manualReason }: CancellationCheck,
  { terms, recovered }: SupplierTerms,
  now: Date,
): BookingChange {
  const plan: CancellationPlan = {
    kind: 'cancellation',
    totalPaid: item.total,
    refund,
    penalty: penalty ?? subtractMoney(item.total, refund),
    ...(serviceFee && { serviceFee: serviceFee.amount, isServiceFeeReturned: serviceFee.isReturned }),
    ...(penalty === undefined && { isPenaltyKnown: false }),
    originPenalty: terms.penalty,
    ...(recovered && { recovered }),
    support: terms.support,
    manualReason,
  };
  const { organizationId, bookingRef, tripId } = booking;
  return newChange({
    organizationId,
    changeId: newId('refundQuote'),
    bookingRef,
    tripId,
    itemId: item.itemId,
    kind: cancellationKind(item.kind),
    plan,
    quotedAt: now,
    expiresAt: quoteExpiry(now),
  });
}
