import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import { type FaultOf, isFault } from '../faults.ts';
import { makeId } from '../ids.ts';
import { readFields, readQuery } from '../read-fields.ts';
import { refusal } from '../refusals.ts';
import { sendEvent } from '../webhooks/send-event.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import type { PricedOffer } from '../rates/make-offers.ts';
import type { BoardCode, OfferContent } from '../rates/offer-ids.ts';
import { amountOf, presentRate, sellingPriceOf, sourceOf } from '../rates/present-rates.ts';
import { fits, priceRooms, type RoomPrice } from '../rates/room-prices.ts';
import type { StoredPrebook } from './booking-shelf.ts';
import { TimeoutQuery } from './timeout-query.ts';

const minuteMilliseconds = 60_000;

const PrebookRequest = z.strictObject({
  offerId: z.string().min(1),
  usePaymentSdk: z.boolean(),
  voucherCode: z.string().optional(),
  addons: z.array(z.record(z.string(), z.unknown())).optional(),
  bedTypeIds: z.array(z.int()).optional(),
  includeCreditBalance: z.boolean().default(false),
  payment: z
    .strictObject({
      gateway: z.string(),
      useOwnSecretKey: z.boolean(),
      descriptorSuffix: z.string(),
      paymentMethodConfiguration: z.string(),
    })
    .partial()
    .optional(),
});

/** Prebooks: the last word on an offer before it is booked. */
export const prebookRoutes: readonly LiteapiRoute[] = [
  { method: 'POST', path: '/rates/prebook', operation: 'prebook', body: 'required', handle: prebook },
  { method: 'GET', path: '/prebooks/:prebookId', operation: 'prebook_read', handle: readPrebook },
];

function prebook(call: LiteapiCall): StubAnswer {
  const { state, account, fields, query } = call;
  readQuery(TimeoutQuery, query);
  const request = readFields(PrebookRequest, fields);
  const content = state.sealer.open(request.offerId, account.key);
  const hotel = content && state.content.find(content.hotelId);
  if (content === undefined || hotel === undefined) throw refusal(4002, 'invalid offerId');
  const age = state.clock.now().getTime() - content.issuedAt;
  const rooms = priceRooms(state.basis, hotel, content);
  const isGone = rooms === undefined || account.settings.sold_out.includes(hotel.id);
  if (isGone || age > account.settings.offer_minutes * minuteMilliseconds) throw refusal(4040, 'outdated offerId');
  const offered = { hotel, content, rooms };
  const fault = account.switches.take('prebook', isFault('substitute'));
  const made: StoredPrebook = {
    id: makeId(),
    offerId: request.offerId,
    createdAt: state.clock.now(),
    alternativeTo: undefined,
    transactionId: request.usePaymentSdk ? `tr_ct_${makeId()}` : undefined,
    ...substitute(offered, fault),
  };
  account.bookings.prebooks.set(made.id, made);
  const answer = wrap(call, presentPrebook(call, made, request.includeCreditBalance));
  sendEvent(call, 'prebook.success', fields, answer);
  return { status: 200, body: answer };
}

function readPrebook(call: LiteapiCall): StubAnswer {
  const made = findPrebook(call, call.params['prebookId'] ?? '');
  if (made === undefined) throw refusal(4002, 'invalid prebookId');
  const data = presentPrebook(call, made, call.query.get('includeCreditBalance') === 'true');
  return { status: 200, body: wrap(call, data) };
}

const wrap = ({ account }: LiteapiCall, data: object): object => ({ data, guestLevel: 0, sandbox: account.isSandbox });

/** A prebook that still lives. */
export function findPrebook(
  { state, account }: Pick<LiteapiCall, 'state' | 'account'>,
  id: string,
): StoredPrebook | undefined {
  const made = account.bookings.prebooks.get(id);
  if (made === undefined) return undefined;
  const age = state.clock.now().getTime() - made.createdAt.getTime();
  return age > account.settings.prebook_minutes * minuteMilliseconds ? undefined : made;
}

type Substitute = Pick<StoredPrebook, 'offer' | 'priceDifferencePercent' | 'isBoardChanged' | 'isCancellationChanged'>;

/** What is prebooked in place of an offer: itself, at its price of now, unless a fault says otherwise. */
function substitute(offered: PricedOffer, fault: FaultOf<'substitute'> | undefined): Substitute {
  const { content } = offered;
  const factor = 1 + (fault?.price_percent ?? 0) / 100;
  const changed: OfferContent = {
    ...content,
    board: fault?.board === true ? otherBoard(content.board) : content.board,
    plan: fault?.cancellation === true ? 'fixed' : content.plan,
  };
  const rooms = offered.rooms.map((price) =>
    scale(fault?.room === true ? inOtherRoom(offered.hotel, price) : price, factor),
  );
  const total = rooms.reduce((sum, room) => sum + room.total, 0);
  const percent = Math.round((total / content.total - 1) * 100);
  return {
    offer: { hotel: offered.hotel, rooms, content: { ...changed, roomIds: rooms.map(({ room }) => room.id), total } },
    priceDifferencePercent: fault?.price_said === false ? 0 : percent,
    isBoardChanged: fault?.board === true && fault.board_said,
    isCancellationChanged: fault?.cancellation === true && fault.cancellation_said,
  };
}

const otherBoard = (board: BoardCode): BoardCode => (board === 'RO' ? 'BB' : 'RO');

const scale = (price: RoomPrice, factor: number): RoomPrice => ({
  ...price,
  total: Math.round(price.total * factor),
  commission: Math.round(price.commission * factor),
  firstNight: Math.round(price.firstNight * factor),
});

function inOtherRoom({ rooms }: StubHotel, price: RoomPrice): RoomPrice {
  const others = rooms.filter((room) => room.id !== price.room.id && fits(room, price.occupancy));
  const renamed = { ...price.room, rateName: `${price.room.rateName} - Run of House` };
  return { ...price, room: others[0] ?? renamed };
}

/** A prebook as LiteAPI answers it, without the frame around it. */
export function presentPrebook(
  { state, account }: Pick<LiteapiCall, 'state' | 'account'>,
  made: StoredPrebook,
  hasCredit: boolean,
): object {
  const { hotel, content, rooms } = made.offer;
  const { settings } = account;
  const { currency, plan } = content;
  const toAmount = (minor: number): number => amountOf(minor, currency, hotel, settings);
  const selling = sellingPriceOf(hotel, content.total, settings);
  const context = { settings, sealer: state.sealer, key: account.key, sums: 'list', hasMappedRooms: true } as const;
  return {
    prebookId: made.id,
    offerId: made.offerId,
    hotelId: hotel.id,
    checkin: content.checkin,
    checkout: content.checkout,
    currency,
    termsAndConditions: '',
    roomTypes: [{ rates: rooms.map((room, index) => presentRate(made.offer, room, index, context)) }],
    suggestedSellingPrice:
      selling === undefined ? null : { amount: toAmount(selling), currency, source: sourceOf(hotel) },
    isPackageRate: plan === 'package',
    commission: toAmount(rooms.reduce((sum, { commission }) => sum + commission, 0)),
    addonsTotalAmount: null,
    price: toAmount(content.total),
    priceType: 'commission',
    paymentTypes: [plan === 'property' ? 'PROPERTY_PAY' : 'NUITEE_PAY'],
    priceDifferencePercent: made.priceDifferencePercent,
    cancellationChanged: made.isCancellationChanged,
    boardChanged: made.isBoardChanged,
    mappedRoomId: rooms[0]?.room.id ?? null,
    supplier: 'nuitee',
    supplierId: 2,
    ...(made.transactionId === undefined
      ? {}
      : { transactionId: made.transactionId, secretKey: `pi_${made.transactionId}_secret_${made.id}` }),
    ...(hasCredit ? { creditLine: { remainingCredit: settings.credit ?? 1_000_000, currency } } : {}),
  };
}
