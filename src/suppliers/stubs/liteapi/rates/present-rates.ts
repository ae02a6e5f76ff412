import { hashText, mix } from '../../../../reference/hash.ts';
import { daysBetween } from '../../../../travel/dates.ts';
import { decimalPlaces } from '../../../../travel/money.ts';
import type { StubHotel } from '../content/stub-hotels.ts';
import type { StubSettings } from '../settings.ts';
import { policyOf, presentPolicy } from './cancel-policies.ts';
import type { PricedOffer } from './make-offers.ts';
import { BOARDS, type OfferSealer } from './offer-ids.ts';
import type { RoomPrice } from './room-prices.ts';

/** What an answer needs besides the offers. */
export interface Presenting {
  readonly settings: StubSettings;
  readonly sealer: OfferSealer;
  readonly key: string;
  /** Whether sums over an offer are lists or objects. */
  readonly sums: 'list' | 'object';
  /** Whether rates name the room of the hotel's content. */
  readonly hasMappedRooms: boolean;
}

const hashOf = ({ number }: StubHotel, salt: string): number => mix(hashText(salt), number) >>> 0;

/**
 * Minor units as LiteAPI's number of major units. For every third hotel it is the next binary fraction but one, which
 * prints as 199.99000000000004.
 */
export function amountOf(minor: number, currency: string, hotel: StubHotel, settings: StubSettings): number {
  const amount = minor / 10 ** decimalPlaces(currency);
  return settings.odd_numbers && hotel.number % 3 === 0 ? amount * (1 + Number.EPSILON) : amount;
}

/** The lowest public price of a sum, and where it was seen; undefined where LiteAPI does not know one. */
export function sellingPriceOf(hotel: StubHotel, total: number, settings: StubSettings): number | undefined {
  const hash = hashOf(hotel, 'selling price');
  if (!settings.selling_prices || (settings.sparse && hash % 10 === 0)) return undefined;
  return Math.round(total * (1.04 + (hash % 20) / 100));
}

/** The room types of a hotel: one offer each. */
export function presentOffer(offer: PricedOffer, context: Presenting): object {
  const { hotel, content, rooms } = offer;
  const { settings, sealer, key } = context;
  const { currency, plan, total } = content;
  const sum = (minor: number): object => ({ amount: amountOf(minor, currency, hotel, settings), currency });
  const shape = (entry: object): object => (context.sums === 'list' ? [entry] : entry);
  const selling = sellingPriceOf(hotel, total, settings);
  const isNamed = hotel.number % 2 === 0;
  return {
    roomTypeId: sealer.rateId(content, -1).slice(0, 64),
    offerId: sealer.seal(content, key),
    ...(isNamed ? { name: rooms[0]?.room.rateName } : {}),
    supplier: 'nuitee',
    supplierId: 2,
    rates: rooms.map((room, index) => presentRate(offer, room, index, context)),
    offerRetailRate: shape(sum(total)),
    ...(selling === undefined ? {} : { suggestedSellingPrice: shape({ ...sum(selling), source: sourceOf(hotel) }) }),
    offerInitialPrice: shape(sum(initialOf(hotel, total))),
    priceType: 'commission',
    rateType: plan === 'package' ? 'package' : 'standard',
  };
}

/** One rate of an offer: a room for one of its parties. */
export function presentRate(offer: PricedOffer, price: RoomPrice, index: number, context: Presenting): object {
  const { hotel, content } = offer;
  const { settings } = context;
  const { currency, board, plan } = content;
  const { room, occupancy } = price;
  const toAmount = (minor: number): number => amountOf(minor, currency, hotel, settings);
  const sum = (minor: number): object => ({ amount: toAmount(minor), currency });
  const selling = sellingPriceOf(hotel, price.total, settings);
  return {
    rateId: context.sealer.rateId(content, index),
    occupancyNumber: index + 1,
    name: room.rateName,
    ...(context.hasMappedRooms ? { mappedRoomId: settings.sparse && room.id % 4 === 3 ? null : room.id } : {}),
    maxOccupancy: room.maxOccupancy,
    adultCount: occupancy.adults,
    childCount: occupancy.children.length,
    childrenAges: occupancy.children,
    boardType: board,
    boardName: BOARDS[board],
    remarks: hotel.number % 5 === 0 ? '<br/>A deposit of 50 is taken at the counter.' : '',
    priceType: 'commission',
    commission: [sum(price.commission)],
    retailRate: {
      total: [sum(price.total)],
      suggestedSellingPrice: selling === undefined ? [] : [{ ...sum(selling), source: sourceOf(hotel) }],
      initialPrice: hotel.number % 4 === 0 ? [sum(initialOf(hotel, price.total))] : null,
      taxesAndFees: taxesOf(offer, price, sum, settings),
      ...(hotel.number % 4 === 0 ? { promotions: [promotionOf(currency)] } : {}),
    },
    cancellationPolicies: presentPolicy(
      policyOf(hotel, content, price, settings.sparse),
      { hotel, currency, zone: settings.policy_zone },
      toAmount,
    ),
    paymentTypes: [plan === 'property' ? 'PROPERTY_PAY' : 'NUITEE_PAY'],
    perks: hotel.number % 11 === 0 ? [{ perkId: 10, name: 'Welcome drink', ...sum(500), level: 'HOTEL' }] : [],
  };
}

/** Where the lowest public price was seen; empty where nobody says. */
export const sourceOf = ({ number }: StubHotel): string => ['providerDirect', 'booking.com', ''][number % 3] ?? '';

/** Before discounts: every fourth hotel has one of a fifth. */
const initialOf = ({ number }: StubHotel, total: number): number =>
  number % 4 === 0 ? Math.round(total * 1.25) : total;

const promotionOf = (currency: string): object => ({
  name: 'Early booker deal',
  from: '2026-01-01',
  to: '2027-12-31',
  discount: 20,
  discountType: 'percentage',
  promotionCode: '',
  currency,
});

/** A tax within the price, and what the property takes; null where nobody said. */
function taxesOf(
  { hotel, content }: PricedOffer,
  { total, occupancy, firstNight }: RoomPrice,
  sum: (minor: number) => object,
  { sparse }: StubSettings,
): readonly object[] | null {
  const hash = hashOf(hotel, 'taxes');
  if (sparse && hash % 8 === 0) return null;
  const nights = daysBetween(content.checkin, content.checkout);
  const included = { included: true, description: 'VAT', ...sum(Math.round(total - total / 1.1)) };
  if (hash % 8 < 3) return [included];
  // A fiftieth of the first night for each adult and night is a city tax of a likely size in any currency.
  const tax = Math.round(firstNight / 50) * occupancy.adults * nights;
  const due = { included: false, description: 'City tax', ...sum(tax) };
  return hash % 8 === 7 ? [due] : [included, due];
}
