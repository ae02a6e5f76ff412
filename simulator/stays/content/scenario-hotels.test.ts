import { expect, test } from 'vitest';
import {
  ratesOf,
  STAY_ASKING,
  stayParts,
  stayQuery,
  testStayFacts,
  testStays,
} from '../../../test/support/products/stays.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { NEMO_HOTELS, nemoHotelId, nemoHotelOf } from './scenario-hotels.ts';

const AROUND = { kind: 'around', latitude: -48.88, longitude: -123.39, radiusKm: 5 } as const;
const NAMES = [
  'expired',
  'non_refundable',
  'pay_at_property',
  'price_down',
  'price_up',
  'refused',
  'slow',
  'sold_out',
  'unknown',
];

test('the nine scenario hotels are found by the point and by the code of the place, every night for 500 days', () => {
  for (const place of [AROUND, 'QPN']) {
    for (const ahead of [0, 1, 30, 100, 250, 497]) {
      const { hotels } = testStays().search(stayQuery(place, { checkIn: addDays('2026-04-15', ahead) }), STAY_ASKING);
      expect(hotels.map(({ hotel }) => hotel.name).sort()).toEqual(NAMES);
      expect(
        hotels.every(
          ({ hotel, ratesOfRooms }) =>
            hotel.country === 'ZZ' && hotel.zone === 'UTC' && ratesOfRooms[0]?.[0]?.total.currency === 'USD',
        ),
      ).toBe(true);
    }
  }
  expect(NEMO_HOTELS.map(nemoHotelId).map(nemoHotelOf)).toEqual([...NEMO_HOTELS]);
  expect(nemoHotelOf('bhlis-12')).toBeUndefined();
});

test('they cost USD 100 a night, less when it cannot be given back', () => {
  const [offer] = testStays().search(stayQuery({ kind: 'hotels', hotelIds: ['bhnemo-price_up'] }), STAY_ASKING).hotels;
  if (!offer) throw new Error('No such hotel');
  const double = ratesOf(offer).filter(({ rateKey }) => rateKey.includes('~dbl~RO~'));
  expect(
    double.map(({ planName, total, isRefundable, paymentType, roomsLeft }) => [
      planName,
      total.value,
      isRefundable,
      paymentType,
      roomsLeft,
    ]),
  ).toEqual([
    ['Non-refundable', 27_000, false, 'pay_now', 9],
    ['Flexible', 30_000, true, 'pay_now', 9],
  ]);
  expect(double[1]?.cancellation).toEqual([
    { from: new Date('2026-06-09T18:00:00Z'), penalty: { value: 10_000, currency: 'USD' }, basis: 'nights' },
    { from: new Date('2026-06-10T18:00:00Z'), penalty: { value: 30_000, currency: 'USD' }, basis: 'percent' },
  ]);
});

test('non_refundable sells nothing else, pay_at_property asks for nothing now', () => {
  const rates = (name: (typeof NEMO_HOTELS)[number]) =>
    testStays()
      .search(stayQuery({ kind: 'hotels', hotelIds: [nemoHotelId(name)] }), STAY_ASKING)
      .hotels.flatMap(ratesOf);
  expect(
    new Set(rates('non_refundable').map(({ isRefundable, paymentType }) => `${isRefundable} ${paymentType}`)),
  ).toEqual(new Set(['false pay_now']));
  expect(
    new Set(rates('pay_at_property').map(({ isRefundable, paymentType }) => `${isRefundable} ${paymentType}`)),
  ).toEqual(new Set(['true pay_at_property']));
  expect(rates('slow').every(({ taxes }) => taxes.length === 0)).toBe(true);
});

test('Point Nemo is a city of the directory with no airport, and its code is nobody else’s', () => {
  const { atlas } = stayParts();
  expect(atlas.cityByCode.get('QPN')).toEqual({
    code: 'QPN',
    name: 'Point Nemo',
    country: 'ZZ',
    latitude: -48.88,
    longitude: -123.39,
    airports: [],
  });
  expect(atlas.cities.filter(({ code }) => code === 'QPN')).toHaveLength(1);
  expect(atlas.airportByCode.has('QPN')).toBe(false);
  expect(
    testStayFacts()
      .cities.ofCode('QPN')
      .map(({ name }) => name),
  ).toEqual(['Point Nemo']);
});
