import { penaltyAt, type StatedSchedule } from '../../../travel/cancellation.ts';
import { type Money, money, subtractMoney } from '../../../travel/money.ts';
import { readAmount } from '../mapping/amounts.ts';
import { mapTerms, toSchedule } from '../mapping/map-terms.ts';
import { isCancelled } from './settle-booking.ts';
import type { WireBooking, WireCancellation } from './wire-bookings.ts';

/** What cancelling a booking costs when, by its own terms: for LiteAPI, and of what was paid with us. */
export interface BookingTerms {
  readonly retail: StatedSchedule;
  readonly paid: StatedSchedule;
}

/** Reads a booking's terms; both are unknown where they, or its price, cannot be read. */
export function readTerms(booking: WireBooking, paid: Money, now: Date): BookingTerms {
  const retail = readAmount(booking.price, booking.currency);
  if (retail === undefined || retail.currency !== paid.currency) return { retail: 'unknown', paid: 'unknown' };
  const of = (total: Money) =>
    toSchedule(mapTerms(booking.cancellationPolicies, { retail, total }, now), paid.currency);
  return { retail: of(retail), paid: of(paid) };
}

const HOUR_MS = 3_600_000;

/** Whether cancelling is known to cost nothing now and for another hour: the call and both clocks have that long. */
export function isFreeWithTimeToSpare({ paid }: BookingTerms, now: Date, currency: string): boolean {
  return penaltyAt(paid, new Date(now.getTime() + HOUR_MS), currency)?.value === 0;
}

/**
 * What a cancelled booking brought back of what was paid. `charged`: it cost more than its terms said, or how much is
 * not known; people decide. `refund`: what came back so far, where that is known.
 */
export type Cancelled =
  | { readonly kind: 'returned'; readonly refund: Money }
  | { readonly kind: 'charged'; readonly detail: string; readonly refund: Money | undefined };

/** Judges a booking that is cancelled, by its terms at the moment it was. `answer`: what the call itself said. */
export function judgeCancelled(
  booking: WireBooking,
  paid: Money,
  { at, answer }: { readonly at: Date; readonly answer?: WireCancellation | undefined },
): Cancelled {
  const terms = readTerms(booking, paid, at);
  const stated = penaltyAt(terms.retail, at, paid.currency);
  const withheld = penaltyAt(terms.paid, at, paid.currency);
  const fee = readFee(booking, answer);
  const status = answer?.status ?? booking.status;
  const refund = fee && money(Math.max(0, paid.value - fee.value), paid.currency);
  const charged = (how: string): Cancelled => ({ kind: 'charged', detail: `${booking.bookingId} was ${how}`, refund });
  if (stated === undefined || withheld === undefined) {
    if (fee?.value === 0) return { kind: 'returned', refund: paid };
    return charged('cancelled, and its terms are not known');
  }
  if (fee === undefined && status === WITH_CHARGES && stated.value === 0)
    return charged('cancelled with charges that nobody named');
  if (fee !== undefined && fee.value > stated.value) return charged('charged more than its terms said');
  if (fee !== undefined && fee.value < stated.value) return { kind: 'returned', refund: subtractMoney(paid, fee) };
  return { kind: 'returned', refund: subtractMoney(paid, withheld) };
}
const WITH_CHARGES = 'CANCELLED_WITH_CHARGES';

/** What LiteAPI charged: by its answer, else by what it gave back; undefined where it says neither. */
function readFee(booking: WireBooking, answer: WireCancellation | undefined): Money | undefined {
  const { currency, price, amountRefunded } = booking;
  if (answer?.cancellation_fee != null && (answer.currency ?? currency) === currency)
    return readAmount(answer.cancellation_fee, currency);
  const [whole, back] = [readAmount(price, currency), readAmount(amountRefunded ?? undefined, currency)];
  if (!isCancelled(booking) || whole === undefined || back === undefined) return undefined;
  return subtractMoney(whole, back);
}
