import type { StubAnswer } from '../../send-answer.ts';
import { isFault } from '../faults.ts';
import { readQuery } from '../read-fields.ts';
import { refusal } from '../refusals.ts';
import { feeAt, policyOf } from '../rates/cancel-policies.ts';
import { amountOf } from '../rates/present-rates.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import { sendEvent } from '../webhooks/send-event.ts';
import type { Cancellation, StoredBooking } from './booking-shelf.ts';
import { getVisible } from './look-up.ts';
import { TimeoutQuery } from './timeout-query.ts';

/** Bookings are cancelled: one call, at once, at whatever cost. */
export const cancelRoutes: readonly LiteapiRoute[] = [
  { method: 'PUT', path: '/bookings/:bookingId', operation: 'cancel', handle: cancel },
];

function cancel(call: LiteapiCall): StubAnswer {
  const { account, query, params } = call;
  readQuery(TimeoutQuery, query);
  const booking = getVisible(call, params['bookingId'] ?? '');
  if (booking.cancellation !== null && account.settings.repeated_cancel === '304') throw refusal(304);
  booking.cancellation ??= cancelNow(call, booking);
  const answer = { data: presentCancellation(call, booking, booking.cancellation) };
  sendEvent(call, 'booking.cancel', { bookingId: booking.id }, answer);
  return { status: 200, body: answer };
}

/** Cancels at what the policies say now; a booking whose terms nobody stated is charged whole. */
export function cancelNow({ state, account }: LiteapiCall, booking: StoredBooking): Cancellation {
  const { hotel, content, rooms } = booking.prebook.offer;
  const now = state.clock.now();
  const fault = account.switches.take('cancel', isFault('charges'));
  const bySchedule = rooms.reduce((sum, room) => {
    const policy = policyOf(hotel, content, room, account.settings.sparse);
    return sum + (feeAt(policy, room.total, now) ?? room.total);
  }, 0);
  const fee = Math.min(booking.total, fault === undefined ? bySchedule : Math.round(booking.total * fault.share));
  // A part of the price is charged under the plain word, as the official sample has it.
  const status = fee === 0 || fee < booking.total ? 'CANCELLED' : 'CANCELLED_WITH_CHARGES';
  booking.updatedAt = now;
  return { at: now, fee, status: fault?.status ?? status, hasAmounts: fault?.amounts ?? true };
}

/** What cancelling answered. */
function presentCancellation(
  { account }: LiteapiCall,
  { id, prebook, total }: StoredBooking,
  { fee, status, hasAmounts }: Cancellation,
): object {
  const { hotel, content } = prebook.offer;
  const toAmount = (minor: number): number => amountOf(minor, content.currency, hotel, account.settings);
  return {
    bookingId: id,
    status,
    ...(hasAmounts ? { cancellation_fee: toAmount(fee), refund_amount: toAmount(total - fee) } : {}),
    currency: content.currency,
  };
}
