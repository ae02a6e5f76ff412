import * as z from 'zod';
import { isIsoDate } from '../../../../travel/dates.ts';
import { decimalPlaces } from '../../../../travel/money.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { isFault, type Operation } from '../faults.ts';
import { readQuery } from '../read-fields.ts';
import { LiteapiRefusal, refusal } from '../refusals.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import type { StoredBooking } from './booking-shelf.ts';
import { confirmationOf, instantOf, presentBooking, statusOf, wholePolicy } from './present-booking.ts';
import { TimeoutQuery, TimeoutSeconds } from './timeout-query.ts';

/** Bookings are looked up: by a reference, by their id, by dates. */
export const lookUpRoutes: readonly LiteapiRoute[] = [
  { method: 'GET', path: '/bookings', operation: 'bookings', handle: findByReference },
  { method: 'GET', path: '/bookings/', operation: 'bookings', handle: listByDates },
  { method: 'GET', path: '/bookings/:bookingId', operation: 'booking_read', handle: readBooking },
];

const Tags = z
  .string()
  .regex(/^[A-Z0-9_-]+:[^,]*(,[A-Z0-9_-]+:[^,]*)*$/, 'KEY:VALUE, separated by commas')
  .transform((text) => text.split(',').map((pair) => pair.split(':', 2)));
const ReferenceQuery = z
  .strictObject({
    clientReference: z.string().min(1).optional(),
    guestId: z.string().min(1).optional(),
    customTags: Tags.optional(),
    timeout: TimeoutSeconds,
  })
  .refine(
    ({ clientReference, guestId, customTags }) => (clientReference ?? guestId ?? customTags) !== undefined,
    'clientReference, guestId or customTags',
  );
const DatesQuery = z.strictObject({
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  bookingStartDate: z.string().optional(),
  bookingEndDate: z.string().optional(),
  status: z
    .string()
    .regex(/^(confirmed|cancelled)$/)
    .optional(),
  paymentStatus: z.string().optional(),
  customTags: Tags.optional(),
  timeout: TimeoutSeconds,
});

/** The bookings that look-ups see by now; none while a switch hides them. */
function listVisible({ state, account }: LiteapiCall, operation: Operation): readonly StoredBooking[] {
  if (account.switches.take(operation, isFault('not_yet')) !== undefined) return [];
  const now = state.clock.now();
  return account.bookings.bookings.filter(({ visibleAt }) => visibleAt <= now);
}

/** A booking that can be seen; throws 204 for every other id. */
export function getVisible(call: LiteapiCall, id: string, operation: Operation = 'cancel'): StoredBooking {
  const found = listVisible(call, operation).find((booking) => booking.id === id);
  if (found === undefined) throw refusal(204);
  return found;
}

function findByReference(call: LiteapiCall): StubAnswer {
  const { clientReference, guestId, customTags } = readQuery(ReferenceQuery, call.query);
  const found = listVisible(call, 'bookings')
    .filter((booking) => clientReference === undefined || booking.clientReference === clientReference)
    .filter(() => guestId === undefined || guestId === '1')
    .filter(hasTags(customTags));
  const word = call.account.settings.cancelled_word;
  const data = found.map((booking) => {
    const shown = presentBooking(call, booking, { rooms: 'rooms', isWhole: true });
    return statusOf(booking) === 'CANCELLED' ? { ...shown, status: word } : shown;
  });
  return { status: 200, body: { data } };
}

/** Values of tags are compared without regard to case, and all of them have to be there. */
function hasTags(tags: readonly string[][] | undefined): (booking: StoredBooking) => boolean {
  return ({ customTags }) =>
    (tags ?? []).every(([key = '', value = '']) => customTags[key]?.toLowerCase() === value.toLowerCase());
}

function readBooking(call: LiteapiCall): StubAnswer {
  readQuery(TimeoutQuery, call.query);
  const booking = getVisible(call, call.params['bookingId'] ?? '', 'booking_read');
  return { status: 200, body: { data: presentBooking(call, booking, { rooms: 'bookedRooms', isWhole: true }) } };
}

/** By days of stay or of booking, for reconciliation, in a shape of its own. */
function listByDates(call: LiteapiCall): StubAnswer {
  const wanted = readQuery(DatesQuery, call.query);
  const stay = rangeOf(wanted.startDate, wanted.endDate, 'startDate or endDate');
  const made = rangeOf(wanted.bookingStartDate, wanted.bookingEndDate, 'bookingStartDate or bookingEndDate');
  const found = listVisible(call, 'bookings')
    .filter(({ prebook }) => stay(prebook.offer.content.checkin))
    .filter(({ createdAt }) => made(createdAt.toISOString().slice(0, 10)))
    .filter(
      ({ cancellation }) => wanted.status === undefined || (cancellation !== null) === (wanted.status === 'cancelled'),
    )
    .filter(hasTags(wanted.customTags));
  return { status: 200, body: { count: found.length, data: found.map((booking) => presentLine(call, booking)) } };
}

function rangeOf(from: string | undefined, to: string | undefined, names: string): (date: string) => boolean {
  if ((from !== undefined && !isIsoDate(from)) || (to !== undefined && !isIsoDate(to)))
    throw new LiteapiRefusal(400, { message: `Invalid ${names}` });
  return (date) => (from === undefined || date >= from) && (to === undefined || date <= to);
}

function presentLine(call: LiteapiCall, booking: StoredBooking): object {
  const { prebook, holder, cancellation, total } = booking;
  const { content, hotel, rooms } = prebook.offer;
  const { currency, occupancies } = content;
  const units = 10 ** decimalPlaces(currency);
  const commission = rooms.reduce((sum, room) => sum + room.commission, 0);
  return {
    id: booking.number,
    checkin: content.checkin,
    checkout: content.checkout,
    firstName: holder.firstName,
    lastName: holder.lastName,
    adults: occupancies.reduce((sum, { adults }) => sum + adults, 0),
    children: occupancies.flatMap(({ children }) => children).join(','),
    hotel_confirmation_code: confirmationOf(call, booking),
    booking_Id: booking.id,
    prebook_Id: prebook.id,
    status: statusOf(booking),
    payment_status: cancellation === null ? 'succeeded' : 'refunded',
    payment_transaction_id: prebook.transactionId ?? '',
    retail_rate: (total / units).toFixed(decimalPlaces(currency)),
    exchange_rate: 1,
    exchange_rate_usd: call.state.basis.rates.rate('USD', currency),
    email: holder.email,
    cancelPolicies: JSON.stringify(wholePolicy(call, booking)),
    tag: '',
    last_free_cancellation_date: '0001-01-01T00:00:00Z',
    currency,
    nationality: content.nationality,
    holder_title: '',
    hotelId: hotel.id,
    Hotel_name: hotel.name,
    payment_data: '{}',
    created_at: instantOf(booking.createdAt),
    updated_at: instantOf(booking.updatedAt),
    cancelled_at: cancellation === null ? null : instantOf(cancellation.at),
    refunded_at: cancellation === null ? null : instantOf(cancellation.at),
    amount_refunded: cancellation === null ? 0 : (total - cancellation.fee) / units,
    refund_type: cancellation === null ? '' : cancellation.fee === 0 ? 'full' : 'partial',
    guestId: '',
    remarks: '',
    client_reference: booking.clientReference,
    sandbox: call.account.isSandbox ? 1 : 0,
    client_commission: commission / units,
    voucher_id: null,
    voucher_total_amount: 0,
    voucher_transation_id: null,
    processing_fee: 0,
    supplier_Booking_Id: `S-${booking.number}`,
    tracking_id: '',
  };
}
