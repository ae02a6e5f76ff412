import { type Money, money } from '../../../travel/money.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { BookOutcome } from '../../ports/booking.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { readAmount } from '../mapping/amounts.ts';
import { alarm, type Ordered, type OrderTools } from './order-tools.ts';
import type { WireBooking } from './wire-bookings.ts';

const CONFIRMED = 'CONFIRMED';
const CANCELLED: readonly string[] = ['CANCELLED', 'CANCELED', 'CANCELLED_WITH_CHARGES'];

/** Whether a booking was cancelled, with charges or without. */
export function isCancelled({ status }: Pick<WireBooking, 'status'>): boolean {
  return CANCELLED.includes(status);
}

/** Records a booking that exists, and says what it means. Whatever is strange about it is an alarm. */
export async function settleBooking(
  tools: OrderTools,
  row: SupplierBooking,
  { booking, ordered }: { readonly booking: WireBooking; readonly ordered: Ordered },
  context: SupplierContext,
): Promise<BookOutcome> {
  const { reference } = row;
  const { bookingId } = booking;
  if (row.orderId === undefined) {
    const isRecorded = await tools.bookings.settle(row, { orderId: bookingId });
    if (!isRecorded && (await tools.bookings.find(row))?.orderId !== bookingId)
      alarm(tools, context, { kind: 'unrecorded', reference, detail: `${bookingId} exists beside what is recorded` });
    if (row.proof !== undefined)
      alarm(tools, context, {
        kind: 'order_after_proof',
        reference,
        detail: `${bookingId} exists in spite of ${row.proof}`,
      });
  }
  const taken = readAmount(booking.price, booking.currency);
  if (taken === undefined || taken.currency !== row.total.currency) {
    const detail = `${bookingId} has no total in ${row.total.currency}`;
    alarm(tools, context, { kind: 'unreadable', reference, detail });
    return { kind: 'unknown', detail };
  }
  if (row.orderId === undefined && taken.value !== ordered.retail)
    alarm(tools, context, { kind: 'other_total', reference, detail: `${bookingId} costs ${booking.price}` });
  if (!isAsOrdered(booking, ordered)) {
    const detail = `${bookingId} is another stay than was sold`;
    alarm(tools, context, { kind: 'other_stay', reference, detail });
    return { kind: 'unknown', detail };
  }
  if (booking.status !== CONFIRMED) return { kind: 'pending', orderId: bookingId };
  return { kind: 'confirmed', order: toOrder(booking, totalOf(row, taken, ordered)) };
}

/**
 * What a booking costs against what was quoted: the guests may have paid more than LiteAPI takes, so that its lowest
 * public price holds; what it takes beyond its own price is what differs.
 */
function totalOf({ total }: SupplierBooking, taken: Money, { retail }: Ordered): Money {
  return money(total.value + taken.value - retail, total.currency);
}

function isAsOrdered({ hotel, checkin, checkout }: WireBooking, { hotelId, checkIn, checkOut }: Ordered): boolean {
  return hotel.hotelId === hotelId && checkin.startsWith(checkIn) && checkout.startsWith(checkOut);
}

/** The hotel's own number comes later; until then the booking goes by LiteAPI's. */
function toOrder({ bookingId, hotelConfirmationCode, createdAt }: WireBooking, total: Money) {
  const confirmedAt = new Date(createdAt ?? Number.NaN);
  return {
    orderId: bookingId,
    confirmationNumber:
      hotelConfirmationCode == null || hotelConfirmationCode === '' ? bookingId : hotelConfirmationCode,
    tickets: [],
    total,
    ...(Number.isNaN(confirmedAt.getTime()) ? {} : { confirmedAt }),
  };
}
