import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isServiceFeeReturnedAt, isVoidAt } from '../../bookings/model/cancellation-timeline.ts';
import { feeOf, withFeeReturned } from '../../bookings/model/costs/service-fee.ts';
import { isUnpaid } from '../../bookings/model/paid-of.ts';
import { type OriginTerms, refundOf } from '../../bookings/model/refund-of.ts';
import { isFreeToCancel } from '../../bookings/model/schedule-change.ts';
import type { CancellationTerms } from '../../suppliers/ports/servicing.ts';
import { addMoney, convertMoney, describeMoney, type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import { isSpendable, type TravelCredit } from '../../travel/cancellation.ts';
import { collectedByPlace } from '../../trips/model/cancellation-cost.ts';
import type { BookingChange } from '../model/change.ts';

/**
 * What giving an item up would bring now. `quote` is what may be committed; none where there is nothing to be had by
 * it.
 */
export interface CancellationCheck {
  readonly booking: Booking;
  /** As its payer stands to it (`asPaid`) where it stands. */
  readonly item: BookingItem;
  readonly quote: BookingChange | undefined;
  /** Undefined where the supplier does not say: people of the seller decide. */
  readonly refund: Money | undefined;
  /**
   * What is not given back of what was paid, and what a property collects besides; undefined where the property does
   * not state what it collects, and where the refund is not known.
   */
  readonly penalty: Money | undefined;
  /** What comes back instead of money. */
  readonly credits: readonly TravelCredit[];
  /** What a refund that was committed before is still to give back; undefined while nobody knows. */
  readonly pending: Money | undefined;
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

/** The amounts of a supplier's terms; undefined where it does not say them. */
export function statedTerms({ refund, penalty }: CancellationTerms): OriginTerms | undefined {
  return refund && penalty && { refund, penalty };
}

/**
 * The supplier's terms in the booking's currency, at the rate the item was bought at, as the item's cancellation
 * timeline has them.
 */
export function weighTerms(booking: Booking, standing: BookingItem, terms: CancellationTerms, now: Date) {
  const stated = statedTerms(terms);
  return stated === undefined
    ? weighUnknown(booking, standing, { terms, now })
    : weighStated(booking, standing, { terms, stated, now });
}

/** Nothing is said of what nobody knows, but that people decide it: inside the void window up to the whole fee, too. */
function weighUnknown(
  booking: Booking,
  item: BookingItem,
  { terms: { credits, manualReason }, now }: Omit<Stated, 'stated'>,
): CancellationCheck {
  return {
    booking,
    item,
    quote: undefined,
    refund: undefined,
    penalty: undefined,
    credits: credits ?? [],
    pending: zeroMoney(item.total.currency),
    serviceFee: item.serviceFee && { amount: item.serviceFee, isReturned: isVoidAt(item, now) },
    support: 'manual',
    manualReason: manualReason ?? 'The airline does not say what comes back.',
    warnings: [
      'What comes back is not known: the airline does not say it. Committing cancels nothing yet; people decide, and the answer comes by mail.',
      ...creditWarnings(credits ?? []),
    ],
  };
}

interface Stated {
  readonly terms: CancellationTerms;
  readonly stated: OriginTerms;
  readonly now: Date;
}

function weighStated(booking: Booking, standing: BookingItem, { terms, stated, now }: Stated): CancellationCheck {
  const isReturned = isServiceFeeReturnedAt(standing, stated, now);
  const item = isReturned ? withFeeReturned(standing) : standing;
  const credits = terms.credits ?? [];
  const refund = refundOf(item, stated);
  const retained = subtractMoney(item.total, refund);
  const collected = collectedByPlace(item.tripItem, now);
  const isForNothing =
    refund.value === 0 && !credits.some(isSpendable) && (retained.value > 0 || (collected?.value ?? 0) > 0);
  const penalty = collected && addMoney(retained, convertMoney(collected, retained.currency, item.rate));
  const isManual = terms.support === 'manual' && !isForNothing;
  return {
    booking,
    item,
    quote: undefined,
    refund,
    penalty,
    credits,
    pending: zeroMoney(retained.currency),
    serviceFee: item.serviceFee && { amount: item.serviceFee, isReturned },
    support: isForNothing ? 'none' : isManual ? 'manual' : 'full',
    manualReason: isManual ? (terms.manualReason ?? 'People at the supplier decide.') : undefined,
    warnings: warningsOf(booking, item, { isForNothing, isReturned, penalty, collected, credits }),
  };
}

interface Weighed {
  readonly isForNothing: boolean;
  readonly isReturned: boolean;
  readonly penalty: Money | undefined;
  readonly collected: Money | undefined;
  readonly credits: readonly TravelCredit[];
}

function warningsOf(booking: Booking, item: BookingItem, weighed: Weighed): readonly string[] {
  const { isForNothing, isReturned, penalty, collected, credits } = weighed;
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
    ...creditWarnings(credits),
  ];
}

function creditWarnings(credits: readonly TravelCredit[]): readonly string[] {
  return credits.filter(isSpendable).map(({ kind, amount }) => {
    const what = kind === 'voucher' ? 'a voucher' : 'credit';
    return `The airline gives ${amount === undefined ? what : `${what} of ${describeMoney(amount)}`}, no money: it can be spent with that airline alone.`;
  });
}
