import * as z from 'zod';
import { daysBetween, isIsoDate } from '../../../../travel/dates.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { CountryCode } from '../content/find-hotels.ts';
import { makeId } from '../ids.ts';
import { LiteapiRefusal, refusal } from '../refusals.ts';
import { makeOffers } from '../rates/make-offers.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import type { StoredBooking, StoredPrebook } from './booking-shelf.ts';
import { addBooking, checkRequest } from './book.ts';
import { cancelNow } from './cancel.ts';
import { getVisible } from './look-up.ts';
import { presentPrebook } from './prebook.ts';
import { instantOf, isRefundable, presentBooking } from './present-booking.ts';
import { readBookRequest } from './read-book.ts';

/** Other dates or guests in the same hotel: prebooks for a booking, and the booking that takes its place. */
export const rebookRoutes: readonly LiteapiRoute[] = [
  {
    method: 'POST',
    path: '/bookings/:bookingId/alternative-prebooks',
    operation: 'alternatives',
    body: 'required',
    handle: listAlternatives,
  },
  { method: 'POST', path: '/rates/rebook', operation: 'rebook', body: 'required', handle: rebook },
];

const prebooksDefault = 3;
const prebooksMax = 10;
const IsoDate = z.string().refine(isIsoDate, 'a date YYYY-MM-DD');
const Alternatives = z.strictObject({
  occupancies: z
    .array(z.strictObject({ adults: z.int().min(1), children: z.array(z.int().min(0).max(17)).default([]) }))
    .min(1),
  checkin: IsoDate.optional(),
  checkout: IsoDate.optional(),
  refundableRatesOnly: z.boolean().optional(),
  boardType: z.string().optional(),
  maxPrebooks: z.int().min(1).default(prebooksDefault),
  guestNationality: CountryCode.optional(),
});

function listAlternatives(call: LiteapiCall): StubAnswer {
  const { state, account, params, fields } = call;
  const read = Alternatives.safeParse(fields);
  if (!read.success) throw new LiteapiRefusal(400, { message: read.error.issues[0]?.message });
  const booking = account.bookings.find(params['bookingId'] ?? '');
  if (booking === undefined || booking.cancellation !== null)
    throw new LiteapiRefusal(1000, { message: 'invalid booking id, booking not found' });
  const { hotel, content } = booking.prebook.offer;
  const { checkin = content.checkin, checkout = content.checkout, occupancies, boardType, maxPrebooks } = read.data;
  if (daysBetween(checkin, checkout) < 1)
    throw new LiteapiRefusal(400, { message: 'checkin date must be before checkout date' });
  const stay = { ...content, checkin, checkout, occupancies, now: state.clock.now() };
  const offers = makeOffers(state.basis, hotel, stay)
    .filter(({ content: { board } }) => boardType === undefined || boardType === board)
    .slice(0, Math.min(prebooksMax, maxPrebooks));
  if (offers.length === 0) throw new LiteapiRefusal(1008, { message: 'no availability found' });
  const made = offers.map(
    (offer): StoredPrebook => ({
      id: makeId(),
      offerId: state.sealer.seal(offer.content, account.key),
      offer,
      createdAt: state.clock.now(),
      // Alternatives are compared with what the guest paid.
      priceDifferencePercent: Math.round((offer.content.total / booking.total - 1) * 100),
      isBoardChanged: offer.content.board !== content.board,
      isCancellationChanged: offer.content.plan !== content.plan,
      transactionId: undefined,
      alternativeTo: booking.id,
    }),
  );
  for (const prebook of made) account.bookings.prebooks.set(prebook.id, prebook);
  return { status: 200, body: { data: made.map((prebook) => presentPrebook(call, prebook, false)), guestLevel: 0 } };
}

/** Books the alternative and cancels what it replaces; what is not refundable is left to people (202). */
function rebook(call: LiteapiCall): StubAnswer {
  const { account, fields } = call;
  const request = readBookRequest(withPayment(fields), account.isSandbox);
  const { existingBookingId } = request;
  if (existingBookingId === undefined) throw refusal(4002, 'existingBookingId field missing or empty');
  const replaced = getVisible(call, existingBookingId, 'rebook');
  const prebook = account.bookings.prebooks.get(request.prebookId);
  if (prebook?.alternativeTo !== replaced.id) throw refusal(4000, 'prebook not found');
  if (replaced.cancellation !== null)
    throw refusal(4009, 'a rebook for the specified prebook id has already been completed');
  checkRequest(call, request);
  if (!isRefundable(call, replaced)) return answerQueued(call, replaced, prebook);
  const booking = addBooking(call, request, prebook, 0);
  replaced.cancellation = cancelNow(call, replaced);
  const data = presentBooking(call, booking, { rooms: 'bookedRooms', isWhole: true });
  return { status: 200, body: { data, guestLevel: 0, sandbox: account.isSandbox } };
}

/** The payment of a rebooking is none, whatever the request says. */
function withPayment(fields: unknown): unknown {
  return typeof fields === 'object' ? { ...fields, payment: { method: 'ACC_CREDIT_CARD' } } : fields;
}

function answerQueued({ state }: LiteapiCall, replaced: StoredBooking, { id, offer }: StoredPrebook): StubAnswer {
  const now = instantOf(state.clock.now());
  const { holder, prebook, guests } = replaced;
  const before = prebook.offer.content;
  const data = {
    id: replaced.number,
    bookingId: '',
    userId: 1,
    type: 'REBOOK',
    subType: before.checkin === offer.content.checkin ? 'OCCUPANCY_CHANGE' : 'CHECKIN_CHANGE',
    status: 'PENDING',
    prebookId: id,
    holderEmail: holder.email,
    holderFirstName: holder.firstName,
    holderLastName: holder.lastName,
    holderPhone: holder.phone,
    guests,
    createdBy: 1,
    createdAt: now,
    updatedAt: now,
    audit_trail: {
      oldCheckin: before.checkin,
      oldCheckout: before.checkout,
      newCheckin: offer.content.checkin,
      newCheckout: offer.content.checkout,
      oldPrebookId: prebook.id,
      newPrebookId: id,
      oldBookingId: replaced.id,
      newBookingId: '',
    },
  };
  const message = 'The request has been received by our operations team and will be looked at as soon as possible';
  return { status: 202, body: { data, message } };
}
