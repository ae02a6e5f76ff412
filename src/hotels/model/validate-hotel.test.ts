import { expect, test } from 'vitest';
import type { HotelOffer, RateSum } from '../../travel/stay.ts';
import { hasValidRates, isValidHotel } from './validate-hotel.ts';

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
  expect(isValidHotel(lazyOffer([SUM], unread), query, supports)).toBe(true);
});

test.each([
  ['no sum for a room', []],
  ['a sum below zero', [{ ...SUM, total: -1 }]],
  ['a tax that is no whole number', [{ ...SUM, taxesBeside: [0.5] }]],
  ['a currency that cannot be shown', [{ ...SUM, currency: 'XTS' }]],
  ['no room left', [{ ...SUM, roomsLeft: 0 }]],
] as const)('%s is left at the door', (_, sums) => {
  expect(isValidHotel(lazyOffer(sums), query, supports)).toBe(false);
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
