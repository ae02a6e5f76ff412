import { expect, test } from 'vitest';
import { testWorld } from '../../support/service/service.ts';

const only = {
  chainIds: [],
  facilityIds: [],
  hotelTypeIds: [],
  starRatings: [],
  ratingMin: undefined,
  reviewsMin: undefined,
};

test('the cheapest rate told beforehand in numbers is the first of its list, for every room wanted', () => {
  for (const [cityCode, checkIn, checkOut] of [
    ['LIS', '2027-03-05', '2027-03-10'],
    ['CUN', '2027-07-17', '2027-07-24'],
    ['LON', '2026-12-30', '2027-01-02'],
  ] as const) {
    const { hotels } = testWorld().stays.search(
      {
        place: { kind: 'city', cityCode },
        checkIn,
        checkOut,
        rooms: [
          { adults: 2, childrenAges: [] },
          { adults: 1, childrenAges: [3, 9] },
          { adults: 2, childrenAges: [] },
        ],
        guestNationality: undefined,
        only,
        hotelsMax: 200,
      },
      { now: new Date('2026-11-22T12:00:00Z'), sold: new Map() },
    );
    expect(hotels.length).toBeGreaterThan(20);
    for (const { hotel, cheapestOfRooms, ratesOfRooms } of hotels) {
      expect({ hotelId: hotel.hotelId, cheapestOfRooms }).toEqual({
        hotelId: hotel.hotelId,
        cheapestOfRooms: ratesOfRooms.map(([first]) => ({
          room: first?.room.roomId.replace(/^.*-/, ''),
          roomsLeft: first?.roomsLeft,
          paymentType: first?.paymentType,
          currency: first?.total.currency,
          total: first?.total.value,
          taxesBeside: first?.taxes.filter(({ isIncluded }) => !isIncluded).map(({ amount }) => amount.value),
        })),
      });
    }
  }
});
