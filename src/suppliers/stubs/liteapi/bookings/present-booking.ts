import { decimalPlaces } from '../../../../travel/money.ts';
import { policyOf, presentPolicy } from '../rates/cancel-policies.ts';
import { BOARDS } from '../rates/offer-ids.ts';
import { amountOf, sellingPriceOf, sourceOf } from '../rates/present-rates.ts';
import type { RoomPrice } from '../rates/room-prices.ts';
import type { LiteapiCall } from '../serve.ts';
import type { StoredBooking } from './booking-shelf.ts';

/** How a booking is shown: what its rooms are called, and whether it has the fields of a look-up as well. */
interface Form {
  readonly rooms: 'bookedRooms' | 'rooms';
  readonly isWhole: boolean;
}

type Context = Pick<LiteapiCall, 'state' | 'account'>;

/** `CONFIRMED`, or how it was cancelled. */
export function statusOf({ cancellation }: StoredBooking): string {
  return cancellation?.status ?? 'CONFIRMED';
}

/** A booking as making it, reading it and looking it up by a reference answer. */
export function presentBooking(context: Context, booking: StoredBooking, { rooms, isWhole }: Form): object {
  const { prebook, holder, cancellation } = booking;
  const { hotel, content } = prebook.offer;
  const { settings } = context.account;
  const { currency } = content;
  const toAmount = (minor: number): number => amountOf(minor, currency, hotel, settings);
  const selling = sellingPriceOf(hotel, booking.total, settings);
  const commission = prebook.offer.rooms.reduce((sum, room) => sum + room.commission, 0);
  const cancelledAt = cancellation === null ? null : instantOf(cancellation.at);
  return {
    bookingId: booking.id,
    clientReference: booking.clientReference,
    supplierBookingId: `S-${booking.number}`,
    supplierBookingName: 'nuitee',
    supplier: 'nuitee',
    supplierId: 2,
    status: statusOf(booking),
    hotelConfirmationCode: confirmationOf(context, booking),
    checkin: content.checkin,
    checkout: content.checkout,
    hotel: { hotelId: hotel.id, name: hotel.name },
    [rooms]: prebook.offer.rooms.map((room, index) =>
      rooms === 'rooms' ? presentListedRoom(context, booking, room, index) : presentRoom(context, booking, room, index),
    ),
    holder,
    createdAt: instantOf(booking.createdAt),
    updatedAt: instantOf(booking.updatedAt),
    cancellationPolicies: wholePolicy(context, booking),
    price: toAmount(booking.total),
    commission: toAmount(commission),
    currency,
    guestId: 1,
    trackingId: `T-${booking.number}`,
    prebookId: prebook.id,
    sellingPrice: (booking.total / 10 ** decimalPlaces(currency)).toFixed(decimalPlaces(currency)),
    exchangeRate: 1,
    exchangeRateUsd: context.state.basis.rates.rate('USD', currency),
    tag: isRefundable(context, booking) ? 'RFN' : 'NRFN',
    lastFreeCancellationDate: lastFreeDate(context, booking),
    userId: 1,
    nationality: content.nationality,
    loyaltyGuestId: null,
    cancelledAt,
    refundedAt: cancelledAt,
    cancelledBy: cancellation === null ? null : 1,
    suggestedSellingPrice:
      selling === undefined ? null : { amount: toAmount(selling), currency, source: sourceOf(hotel) },
    remarks: '',
    addonsTotalAmount: 0,
    addons: null,
    ...(isWhole ? wholeFields(booking, toAmount) : {}),
  };
}

/** What look-ups have besides. */
function wholeFields(
  { holder, method, total, cancellation, rebookFrom, prebook }: StoredBooking,
  toAmount: (minor: number) => number,
): object {
  const refunded = cancellation === null ? 0 : total - cancellation.fee;
  const occupancies = prebook.offer.content.occupancies;
  const ages = occupancies.flatMap(({ children }) => children);
  return {
    firstName: holder.firstName,
    lastName: holder.lastName,
    email: holder.email,
    adults: occupancies.reduce((sum, { adults }) => sum + adults, 0),
    children: ages.join(','),
    childrenCount: ages.length,
    specialRemarks: '',
    optionalFees: '',
    mandatoryFees: '',
    knowBeforeYouGo: '',
    voucherCode: '',
    voucherTotalAmount: 0,
    paymentStatus: cancellation === null ? 'succeeded' : 'refunded',
    paymentTransactionId: method === 'TRANSACTION_ID' ? (prebook.transactionId ?? '') : '',
    processingFee: 0,
    amountRefunded: toAmount(refunded),
    refundType: cancellation === null ? '' : cancellation.fee === 0 ? 'full' : 'partial',
    rebookFrom,
    sandbox: 1,
  };
}

function presentRoom(context: Context, booking: StoredBooking, price: RoomPrice, index: number): object {
  const { hotel, content } = booking.prebook.offer;
  const { state } = context;
  const { settings } = context.account;
  const { board, currency } = content;
  const amount = amountOf(price.total, currency, hotel, settings);
  const policy = presentPolicy(
    policyOf(hotel, content, price, settings.sparse),
    { hotel, currency, zone: settings.policy_zone },
    (minor) => amountOf(minor, currency, hotel, settings),
  );
  return {
    roomType: { roomTypeId: state.sealer.rateId(content, -1).slice(0, 64), name: price.room.rateName },
    boardType: board,
    boardName: BOARDS[board],
    rate: {
      rateId: state.sealer.rateId(content, index),
      retailRate: { total: { amount, currency } },
      cancellationPolicies: policy,
      maxOccupancy: price.room.maxOccupancy,
      boardType: board,
      boardName: BOARDS[board],
      remarks: '',
    },
    ...presentListedRoom(context, booking, price, index),
    childrenAges: price.occupancy.children,
    board: BOARDS[board],
    boardCode: board,
    children: price.occupancy.children.length,
    mappedRoomId: price.room.id,
  };
}

/** A room as the look-up by a reference has it: children are a text of their ages. */
function presentListedRoom(
  { state, account }: Context,
  booking: StoredBooking,
  price: RoomPrice,
  index: number,
): object {
  const { hotel, content } = booking.prebook.offer;
  const guest = booking.guests.find(({ occupancyNumber }) => occupancyNumber === index + 1);
  const { children, adults } = price.occupancy;
  return {
    adults,
    children: children.join(','),
    firstName: guest?.firstName ?? '',
    lastName: guest?.lastName ?? '',
    childrenAges: children.length === 0 ? null : children,
    room_id: state.sealer.rateId(content, index).slice(0, 100),
    occupancy_number: index + 1,
    amount: amountOf(price.total, content.currency, hotel, account.settings),
    currency: content.currency,
    children_count: children.length,
    remarks: guest?.remarks ?? '',
    guests: guest === undefined ? [] : [guest],
  };
}

/** The hotel's own number once it has come; empty until then. */
export function confirmationOf({ state }: Context, { confirmationAt, number }: StoredBooking): string {
  return confirmationAt !== null && confirmationAt <= state.clock.now() ? `HC${number}` : '';
}

/** Whether every room of a booking can be given back free of charge until some day. */
export function isRefundable({ account }: Context, { prebook }: StoredBooking): boolean {
  const { hotel, content, rooms } = prebook.offer;
  return rooms.every((room) => policyOf(hotel, content, room, account.settings.sparse).isRefundable);
}

/** The terms of the whole booking: sums of all rooms, in the form of one. */
export function wholePolicy({ account }: Context, { prebook, total }: StoredBooking): object {
  const { hotel, content, rooms } = prebook.offer;
  const firstNight = rooms.reduce((sum, room) => sum + room.firstNight, 0);
  return presentPolicy(
    policyOf(hotel, content, { total, firstNight }, account.settings.sparse),
    { hotel, currency: content.currency, zone: account.settings.policy_zone },
    (minor) => amountOf(minor, content.currency, hotel, account.settings),
  );
}

/** Null where it is not refundable, or where nobody said until when. */
function lastFreeDate({ account }: Context, { prebook, total }: StoredBooking): string | null {
  const { hotel, content } = prebook.offer;
  const { isRefundable: isFree, tiers } = policyOf(
    hotel,
    content,
    { total, firstNight: total },
    account.settings.sparse,
  );
  const first = isFree ? tiers?.[0] : undefined;
  return first === undefined ? null : instantOf(first.at);
}

/** An instant to the second. */
export const instantOf = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
