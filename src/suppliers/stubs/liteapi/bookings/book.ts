import { decimalPlaces } from '../../../../travel/money.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { type FaultOf, isFault } from '../faults.ts';
import { makeId } from '../ids.ts';
import { readQuery } from '../read-fields.ts';
import { LiteapiRefusal, refusal } from '../refusals.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import { sendEvent } from '../webhooks/send-event.ts';
import type { StoredBooking, StoredPrebook } from './booking-shelf.ts';
import { findPrebook } from './prebook.ts';
import { presentBooking } from './present-booking.ts';
import { type BookFields, readBookRequest } from './read-book.ts';
import { TimeoutQuery } from './timeout-query.ts';

/** Bookings are made. */
export const bookRoutes: readonly LiteapiRoute[] = [
  { method: 'POST', path: '/rates/book', operation: 'book', body: 'required', handle: book },
];

/** What the codes say that a booking may end with, where a switch does not name another description. */
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  2010: 'booking not confirmed',
  2013: 'booking failed, provider booking response is invalid',
  2014: 'booking incomplete, booking data was not updated',
  5000: 'payment failed please check your provided payment information',
};

function book(call: LiteapiCall): StubAnswer {
  const { account, fields, query } = call;
  readQuery(TimeoutQuery, query);
  const request = readBookRequest(fields, account.isSandbox);
  const prebook = checkRequest(call, request);
  const other = account.switches.take('book', isFault('book_error', 'other_total', 'incomplete'));
  if (other?.kind === 'book_error') return failToBook(call, request, prebook, other);
  const by = other?.kind === 'other_total' ? other.by : 0;
  const booking = addBooking(call, request, prebook, by);
  const answer = {
    data:
      other?.kind === 'incomplete'
        ? { bookingId: booking.id }
        : presentBooking(call, booking, { rooms: 'bookedRooms', isWhole: false }),
    guestLevel: 0,
    sandbox: account.isSandbox,
  };
  sendEvent(call, 'booking.book', fields, answer);
  return { status: 200, body: answer };
}

/** The prebook of a request that may be booked; throws LiteAPI's refusals, none of which leaves a booking behind. */
export function checkRequest(call: LiteapiCall, request: BookFields): StoredPrebook {
  const { account } = call;
  const prebook = findPrebook(call, request.prebookId);
  if (prebook === undefined) throw refusal(4002, 'invalid prebookId, rate not found');
  const numbers = request.guests.map(({ occupancyNumber }) => occupancyNumber).sort((a, b) => a - b);
  const rooms = prebook.offer.rooms.length;
  if (numbers.length !== rooms || numbers.some((number, index) => number !== index + 1))
    throw refusal(4002, `guests: exactly one for each of ${rooms} rooms`);
  const reference = request.clientReference ?? '';
  if (reference !== '' && account.bookings.references.has(reference)) throw refusal(4005);
  const { transactionId } = request.payment;
  if (transactionId !== undefined && transactionId !== prebook.transactionId)
    throw refusal(2014, 'prebookId is not associated to the requested transactionId');
  const { total, currency } = prebook.offer.content;
  const { credit } = account.settings;
  const paysFromCredit = ['WALLET', 'CREDIT'].includes(request.payment.method);
  if (paysFromCredit && credit !== null && credit * 10 ** decimalPlaces(currency) < total)
    throw refusal(5000, DESCRIPTIONS[5000]);
  return prebook;
}

function failToBook(
  call: LiteapiCall,
  request: BookFields,
  prebook: StoredPrebook,
  fault: FaultOf<'book_error'>,
): never {
  const { state, account } = call;
  if (account.settings.references_taken === 'by_attempts') takeReference(call, request);
  if (fault.booked === 'at_once') addBooking(call, request, prebook, 0);
  if (fault.booked === 'later') {
    const at = new Date(state.clock.now().getTime() + fault.seconds * 1_000);
    state.clock.at(at, () => void addBooking(call, request, prebook, 0));
  }
  throw new LiteapiRefusal(fault.code, { description: fault.description ?? DESCRIPTIONS[fault.code] });
}

function takeReference({ account }: LiteapiCall, { clientReference }: BookFields): void {
  if (clientReference !== undefined && clientReference !== '') account.bookings.references.add(clientReference);
}

/** Books and stores; `by` is what is charged beyond the prebook, in major units. */
export function addBooking(call: LiteapiCall, request: BookFields, prebook: StoredPrebook, by: number): StoredBooking {
  const { state, account } = call;
  const { settings, bookings } = account;
  const { content } = prebook.offer;
  const now = state.clock.now();
  const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  const booking: StoredBooking = {
    id: makeId(),
    number: 3_320_000 + bookings.bookings.length,
    clientReference: request.clientReference ?? '',
    prebook,
    holder: request.holder,
    guests: request.guests,
    method: request.payment.method,
    total: content.total + Math.round(by * 10 ** decimalPlaces(content.currency)),
    customTags: request.customTags ?? {},
    createdAt: now,
    visibleAt: later(settings.visibility_lag_seconds),
    confirmationAt: settings.confirmation_seconds === null ? null : later(settings.confirmation_seconds),
    updatedAt: now,
    cancellation: null,
    rebookFrom: request.existingBookingId ?? '',
  };
  takeReference(call, request);
  bookings.bookings = [...bookings.bookings, booking];
  return booking;
}
