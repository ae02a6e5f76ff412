import { expect, test } from 'vitest';
import { seatMapSamples } from '../../../../test/support/suppliers/golden/duffel/search-samples.ts';
import { mapSeatMaps } from './map-seats.ts';
import { toObjects } from './read-json.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const ADULT = 'pas_0000AUde3KY1SptM6ABSfU';
const segment = {
  segmentId: 's1-1',
  duffelId: 'seg_0000AcSb88q78lMMAsQ8jg',
  cabinClass: 'economy' as const,
  aircraft: '320',
};
const service = (passenger: string, amount: string, currency = 'GBP') => ({
  id: `ase_${passenger}`,
  passenger_id: passenger,
  total_amount: amount,
  total_currency: currency,
});
const seat = (designator: string, services: readonly object[], more: object = {}) => ({
  type: 'seat',
  designator,
  available_services: services,
  ...more,
});
function mapOf(sections: readonly (readonly object[])[], cabin = 'economy'): JsonObject {
  const rows = [{ sections: sections.map((elements) => ({ elements })) }];
  return { segment_id: segment.duffelId, cabins: [{ cabin_class: cabin, rows }] };
}
const seatsOf = (map: JsonObject, passengerIds: readonly string[] = [ADULT]) =>
  mapSeatMaps([map], [segment], { passengerIds, currency: 'GBP' })[0]?.rows[0]?.seats;

test('every golden sample is a map', () => {
  for (const sample of toObjects(JSON.parse(JSON.stringify(seatMapSamples))) ?? [])
    expect(mapSeatMaps([sample], [segment], { passengerIds: [ADULT], currency: 'GBP' })).toEqual([
      {
        segmentId: 's1-1',
        aircraft: '320',
        cabinClass: 'economy',
        rows: [
          {
            rowNumber: 14,
            seats: [
              {
                seatNumber: '14B',
                column: 'B',
                availability: 'available',
                features: ['window'],
                price: { value: 3_000, currency: 'GBP' },
                disclosures: ['Do not seat children in exit row seats.'],
              },
            ],
          },
        ],
      },
    ]);
});

test('windows and aisles follow from the sections; what is no seat is an empty place', () => {
  const map = mapOf([
    [seat('7A', []), { type: 'jacuzzi' }, seat('7C', [])],
    [],
    [seat('7D', []), seat('7E', []), { type: 'lavatory' }, { type: 'empty' }, seat('7F', [])],
  ]);
  expect(seatsOf(map)?.map(({ seatNumber, features }) => [seatNumber, ...features])).toEqual([
    ['7A', 'window'],
    ['7C', 'aisle'],
    ['7D', 'aisle'],
    ['7E', 'middle'],
    ['7F', 'window'],
  ]);
});

test('for sale is a seat that everybody of the party can have at one price', () => {
  const map = mapOf([
    [
      seat('1A', [service('a', '10.00'), service('b', '10.00')]),
      seat('2A', [service('a', '10.00'), service('b', '12.00')]),
      seat('1B', [service('a', '10.00')]),
      seat('1C', []),
      seat('1D', [service('a', '0.00'), service('b', '0.00')]),
      seat('1E', [service('a', '10.00'), service('b', '10.00', 'EUR')]),
      seat('1F', [service('a', '10.00'), service('b', 'ten')]),
      seat('1G', [service('a', '5'), service('b', '5')], { type: 'restricted_seat_general' }),
    ],
  ]);
  expect(seatsOf(map, ['a', 'b'])?.map(({ availability, price }) => [availability, price?.value])).toEqual([
    ['available', 1_000],
    ['blocked', undefined],
    ['blocked', undefined],
    ['occupied', undefined],
    ['available', undefined],
    ['blocked', undefined],
    ['blocked', undefined],
    ['available', 500],
  ]);
  expect(seatsOf(map, ['a', 'b'])?.at(-1)?.features).toContain('exit_row');
});

test('no map, another segment, another cabin or nothing but fixtures is no map', () => {
  const party = { passengerIds: [ADULT], currency: 'GBP' };
  expect(mapSeatMaps([], [segment], party)).toEqual([]);
  expect(mapSeatMaps([mapOf([[seat('1A', [])]], 'first')], [segment], party)).toEqual([]);
  expect(mapSeatMaps([{ ...mapOf([[seat('1A', [])]]), segment_id: 'seg_x' }], [segment], party)).toEqual([]);
  expect(mapSeatMaps([mapOf([[{ type: 'galley' }]])], [segment], party)).toEqual([]);
  expect(mapSeatMaps([{ segment_id: segment.duffelId, cabins: 'none' }], [segment], party)).toEqual([]);
});
