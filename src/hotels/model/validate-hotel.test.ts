import { expect, test } from 'vitest';
import { aHotel, aRate } from '../../../test/support/products/products.ts';
import type { Money } from '../../travel/money.ts';
import type { HotelOffer, RateSum, StayRate } from '../../travel/stay.ts';
import { hasValidRates, validateHotel } from './validate-hotel.ts';

const SUM: RateSum = {
  room: 'dbl',
  roomsLeft: 2,
  paymentType: 'pay_now',
  currency: 'EUR',
  total: 10_000,
  taxesBeside: [200],
};
const query = { rooms: [{ adults: 2, childrenAges: [] }] } as const;
const supports = (currency: string) => currency === 'EUR';

const tax = (amount: Money | undefined, isIncluded: boolean) => ({ description: 'City tax', amount, isIncluded });
const UNSTATED: Partial<StayRate> = {
  boardType: undefined,
  planName: undefined,
  nights: undefined,
  isRefundable: undefined,
  roomsLeft: undefined,
  cancellation: 'unknown',
  taxes: [tax(undefined, false)],
};

/** An offer that makes its lists when they are read, as `lists` says. */
function lazyOffer(sums: readonly RateSum[], lists: () => HotelOffer['ratesOfRooms'] = () => []): HotelOffer {
  const hotel = { hotelId: 'h1', name: 'H', zone: 'UTC', latitude: 1, longitude: 2, starRating: 3, rating: 8 };
  return {
    hotel: {
      ...hotel,
      address: '',
      cityCode: undefined,
      cityName: '',
      country: 'PT',
      reviewCount: 0,
      hotelTypeId: 1,
      chainId: undefined,
      facilityIds: [],
      checkInFrom: '15:00',
      checkOutUntil: '11:00',
    },
    cheapestOfRooms: sums,
    get ratesOfRooms() {
      return lists();
    },
  };
}

test('a hotel that states its cheapest sums passes by them: its lists are not read at the door', () => {
  const unread = () => {
    throw new Error('read');
  };
  expect(validateHotel(lazyOffer([SUM], unread), query, supports).refused).toEqual([]);
});

test.each([
  ['no sum for a room', 'rooms', []],
  ['a sum below zero', 'price', [{ ...SUM, total: -1 }]],
  ['a tax that is no whole number', 'price', [{ ...SUM, taxesBeside: [0.5] }]],
  ['a currency that cannot be shown', 'currency', [{ ...SUM, currency: 'XTS' }]],
  ['no room left', 'no_rooms_left', [{ ...SUM, roomsLeft: 0 }]],
] as const)('%s is left at the door', (_, reason, sums) => {
  expect(validateHotel(lazyOffer(sums), query, supports)).toEqual({ offer: undefined, refused: [reason] });
});

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const step = (day: number, value: number, currency = 'EUR') =>
  ({ from: at(day), penalty: { value, currency }, basis: 'amount' }) as const;

test.each<[string, Partial<StayRate>, string[]]>([
  ['nothing that a supplier may leave out', UNSTATED, []],
  ['everything', {}, []],
  ['a city tax in another currency', { taxes: [tax({ value: 5, currency: 'USD' }, false)] }, []],
  ['a city tax in a currency that cannot be shown', { taxes: [tax({ value: 5, currency: 'XTS' }, false)] }, []],
  ['no price', { total: { value: Number.NaN, currency: 'EUR' } }, ['price']],
  ['a price that cannot be shown', { total: { value: 1, currency: 'XTS' } }, ['currency']],
  ['an included tax in another currency', { taxes: [tax({ value: 5, currency: 'USD' }, true)] }, ['currency']],
  ['no rooms left', { roomsLeft: 0 }, ['no_rooms_left']],
  ['terms out of order', { cancellation: [step(2, 1), step(1, 2)] }, ['terms']],
  ['terms in another currency', { cancellation: [step(1, 1, 'USD')] }, ['terms']],
  ['no key', { rateKey: '' }, ['unreadable']],
])('a rate that states %s', (_, part, refused) => {
  const sound = aRate({ rateKey: 'sound' });
  const offer = { hotel: aHotel(), ratesOfRooms: [[aRate(part), sound]] };
  const checked = validateHotel(offer, query, supports);
  expect(checked.refused).toEqual(refused);
  // The other rate is sold whatever is wrong with this one.
  expect(checked.offer?.ratesOfRooms[0]).toHaveLength(refused.length === 0 ? 2 : 1);
  expect(checked.offer?.ratesOfRooms[0]?.at(-1)).toBe(sound);
});

test('a hotel none of whose rates can be sold is left out, and both reasons are counted', () => {
  const offer = { hotel: aHotel(), ratesOfRooms: [[aRate({ roomsLeft: 0 })]] };
  expect(validateHotel(offer, query, supports)).toEqual({ offer: undefined, refused: ['no_rooms_left', 'rooms'] });
  const missing = { hotel: { ...aHotel(), latitude: Number.NaN }, ratesOfRooms: [[aRate()]] };
  expect(validateHotel(missing, query, supports)).toEqual({ offer: undefined, refused: ['place'] });
});

test('lists that are empty, missing or throw are found when the hotel is shown', () => {
  const broken = () => {
    throw new Error('broken');
  };
  expect(hasValidRates(lazyOffer([SUM], broken), supports)).toBe(false);
  expect(
    hasValidRates(
      lazyOffer([SUM], () => [[]]),
      supports,
    ),
  ).toBe(false);
  expect(hasValidRates(lazyOffer([SUM]), supports)).toBe(false);
});
