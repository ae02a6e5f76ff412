import { expect, test } from 'vitest';
import { hotelSamples, hotelsSamples } from '../../../../test/support/suppliers/golden/liteapi/content-samples.ts';
import { facilityIdOf, facilityIdsOf, hotelTypeIdOf } from './feature-names.ts';
import { mapContent, mapListed } from './map-content.ts';
import { WireContent, WireListed } from './wire-content.ts';

const NAMES = { facilities: new Map([[1, 'Parking']]), types: new Map([[204, 'Hotels']]) };

test('a listed hotel in the official shape has our numbers, its post code and its photo', () => {
  const [{ data }] = hotelsSamples as readonly [{ readonly data: readonly unknown[] }];
  expect(mapListed(WireListed.parse(data[0]), NAMES)).toMatchObject({
    hotelId: 'lta_lp42fec',
    name: 'Hotel Jadran',
    country: 'HR',
    cityName: 'Sibenik',
    postCode: '22000',
    facilityIds: [3],
    hotelTypeId: 1,
    starRating: 3,
    rating: 8.1,
    photo: { url: 'https://static.cupid.travel/hotels/524489007.jpg' },
  });
  // The second has no position: it cannot be placed.
  expect(mapListed(WireListed.parse(data[1]), NAMES)).toBeUndefined();
});

test('the page of a hotel in the official shape is mapped whole', () => {
  const content = mapContent(WireContent.parse(hotelSamples[0]));
  expect(content).toMatchObject({
    hotel: { checkInFrom: '16:00', checkOutUntil: '11:00', facilityIds: [7], phone: undefined, country: 'US' },
    description: 'Central Manhattan Location\nThe heart of Manhattan.',
    chainName: undefined,
    facilities: [{ facilityId: 7, name: 'Fitness centre' }],
    reviewBreakdown: [{ category: 'Cleanliness', rating: 5.9 }],
    pictures: { photos: [{ url: 'https://static.cupid.travel/hotels/524489007.jpg' }] },
  });
  expect(content?.policies.map(({ title }) => title)).toEqual(['Groups', 'Arrival', 'Important information']);
  expect(content?.rooms[0]).toMatchObject({
    roomId: '2617264',
    beds: '1 King bed',
    sizeSquareMetres: 23,
    amenities: ['Safety deposit box'],
  });
  expect(mapContent(WireContent.parse(hotelSamples[1]))).toBeUndefined();
});

test('parts that cannot be read take nothing else with them; what is not stated is unknown', () => {
  const bare = { id: 'lp1', name: 'A', location: { latitude: 1, longitude: 1 } };
  const content = mapContent(
    WireContent.parse({
      ...bare,
      hotelImages: 'none',
      policies: [7],
      sentiment_analysis: [],
      checkinCheckoutTimes: { checkin_start: '25:00', checkout: '13:00 PM' },
      rooms: [{ id: 1 }, { id: 2, roomName: 'Double', roomSizeSquare: 200, roomSizeUnit: 'ft2', maxAdults: 0 }],
    }),
  );
  expect(content).toMatchObject({
    hotel: { checkInFrom: undefined, checkOutUntil: undefined, facilityIds: undefined, photo: 'none' },
    facilities: undefined,
    policies: [],
    rooms: [{ roomId: '2', sizeSquareMetres: undefined, maxAdults: undefined, amenities: undefined, beds: undefined }],
    pictures: { photos: [] },
  });
});

test('a facility has our number only where ours means the same', () => {
  expect(facilityIdOf('24-hour front desk')).toBe(2);
  expect(facilityIdOf('Free WiFi')).toBe(1);
  expect(facilityIdOf('Airport shuttle (surcharge)')).toBe(13);
  for (const other of ['WiFi available', 'Facilities for disabled guests', 'Pets not allowed', ''])
    expect(facilityIdOf(other), other).toBeUndefined();
  expect(facilityIdsOf(['Swimming pool', 'Outdoor pool', 'Restaurant', 'Helipad'])).toEqual([4, 6]);
  expect([hotelTypeIdOf('Bed and breakfasts'), hotelTypeIdOf('Guest houses')]).toEqual([undefined, 5]);
});
