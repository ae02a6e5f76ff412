import { type ItemRefund, refundOfItem } from '../../bookings/model/item-change.ts';
import { refundOf } from '../../bookings/model/refund-of.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { paidFeeOf } from '../../bookings/model/costs/service-fee.ts';
import { asPaid, isUnpaid, paidOf } from '../../bookings/model/paid-of.ts';
import { isOwed } from '../../bookings/model/schedule-change.ts';
import type { App, Caller } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import type { CancellationQuote, CancellationTerms } from '../../suppliers/ports/servicing.ts';
import { type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import { isSpendable } from '../../travel/cancellation.ts';
import type { ItemKind } from '../../trips/model/trip.ts';
import { findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import { type BookingChange, type CancellationPlan, newChange, publicReference, quoteExpiry } from '../model/change.ts';
import { cancellationKind } from '../model/cancellation.ts';
import { bookingChanges } from '../read-changes.ts';
import { insertChange, listChangesUnderWay } from '../store.ts';
import { findCancellations, readCall } from '../engine/supplier-changes.ts';
import { type CancellationCheck, statedTerms, weighTerms } from './weigh-terms.ts';

/**
 * Asks the supplier what giving the item up brings by the terms it was bought at, and stores the answer as a quote of
 * ten minutes. A ticket that returns nothing has no quote: nobody gives it up by mistake. A stay or a rental may be
 * given up for nothing, and so may whatever stands of a booking that nobody has paid for.
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
  const answer = withOwed(item, await quoteAtSupplier(app, booking, item, caller.now));
  if (answer.kind === 'refused') {
    // Where nobody can be asked, nobody knows.
    const isKnown = findCancellations(app, item) !== undefined;
    return refused(booking, item, {
      refund: isKnown
        ? { ...nothingOf(item), penalty: paidOf(booking, item) }
        : { ...nothingOf(item), refunded: undefined, penalty: undefined },
      isServiceFeeReturned: isKnown ? false : undefined,
      why: answer.reason,
    });
  }
  const { terms } = answer;
  const check = weighTerms(booking, asPaid(booking, item), terms, caller.now);
  if (kind === 'flight' && check.refund?.value === 0 && !check.credits.some(isSpendable) && !isUnpaid(booking))
    return check;
  const stated = statedTerms(terms);
  const recovered = isUnpaid(booking) && stated ? refundOf(item, stated) : undefined;
  const quote = newQuote(check, { terms, recovered, cause: answer.isOwed ? 'owed' : undefined }, caller.now);
  await insertChange(app.db, quote);
  return { ...check, quote };
}

/** What a supplier says, or what is owed though it says no. */
type OwedQuote =
  | (Extract<CancellationQuote, { readonly kind: 'quoted' }> & { readonly isOwed?: boolean })
  | Extract<CancellationQuote, { readonly kind: 'refused' }>;

/**
 * A flight that its airline has cancelled is owed, whatever the airline's system takes back: once it would have left,
 * most take nothing. People of the seller ask the airline then, and decide.
 */
function withOwed(item: BookingItem, answer: CancellationQuote): OwedQuote {
  if (answer.kind !== 'refused' || !isOwed(item)) return answer;
  const manualReason = `The airline has cancelled the flight and does not take it back through its system: ${answer.reason}`;
  return {
    kind: 'quoted',
    isOwed: true,
    terms: { refund: undefined, penalty: undefined, support: 'manual', manualReason },
  };
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
  if (cancellations === undefined) return { kind: 'refused', reason: whyUnanswerable(app, item) };
  return await callSupplier(app, readCall(booking, now), (context) => cancellations.quote(item.reference, context));
}

function whyUnanswerable(app: App, item: BookingItem): string {
  return findSupplier(app, item) === undefined
    ? 'Its supplier is not connected here any more, so nobody can ask it what comes back. Ask the seller, or the supplier directly.'
    : 'Its supplier takes no cancellations through us, so what comes back is not known here. Ask the supplier directly.';
}

interface Refusal extends RefundMade {
  readonly why: string;
}
/** What a refund has come to. */
interface RefundMade {
  readonly refund: Pick<ItemRefund, 'penalty' | 'pending' | 'credits'> & {
    /** Undefined where nobody knows. */
    readonly refunded: Money | undefined;
  };
  /** Undefined where nobody knows. */
  readonly isServiceFeeReturned: boolean | undefined;
}

function refused(
  booking: Booking,
  item: BookingItem,
  { refund: { refunded, penalty, pending, credits }, isServiceFeeReturned, why }: Refusal,
): CancellationCheck {
  const fee = paidFeeOf(booking, item);
  return {
    booking,
    item,
    quote: undefined,
    refund: refunded,
    penalty,
    credits,
    pending,
    serviceFee:
      fee && isServiceFeeReturned !== undefined ? { amount: fee, isReturned: isServiceFeeReturned } : undefined,
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
  return { refunded: nothing, penalty: nothing, pending: nothing, credits: [] };
}

interface SupplierTerms {
  readonly terms: CancellationTerms;
  /** What it gives back that nobody has paid for. */
  readonly recovered: Money | undefined;
  readonly cause: CancellationPlan['cause'];
}

function newQuote(
  { booking, item, refund, penalty, credits, serviceFee, manualReason }: CancellationCheck,
  { terms, recovered, cause }: SupplierTerms,
  now: Date,
): BookingChange {
  const plan: CancellationPlan = {
    kind: 'cancellation',
    totalPaid: item.total,
    refund,
    penalty: penalty ?? (refund && subtractMoney(item.total, refund)),
    ...(serviceFee && { serviceFee: serviceFee.amount, isServiceFeeReturned: serviceFee.isReturned }),
    ...(penalty === undefined && refund !== undefined && { isPenaltyKnown: false }),
    originPenalty: terms.penalty,
    ...(terms.refund && { originRefund: terms.refund }),
    ...(credits.length > 0 && { credits }),
    ...(recovered && { recovered }),
    ...(cause && { cause }),
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
    expiresAt: earlier(quoteExpiry(now), terms.expiresAt),
  });
}

function earlier(ours: Date, theirs: Date | undefined): Date {
  return theirs !== undefined && theirs < ours ? theirs : ours;
}
