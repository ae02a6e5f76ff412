import { expect, test } from 'vitest';
import { offerSamples, serviceSamples } from '../../../../test/support/suppliers/golden/duffel/search-samples.ts';
import { mapBags } from './map-services.ts';
import { toObject, toObjects } from './read-json.ts';
import { readOffer } from './wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const ADULT = 'pas_0000AUde3KY1SptM6ABSfU';
const plain = (value: unknown): JsonObject => toObject(JSON.parse(JSON.stringify(value))) ?? {};
const bagsOf = (
  services: readonly object[],
  passengers: readonly object[] = [{ id: ADULT, type: 'adult', age: null }],
) => mapBags(readOffer({ ...plain(offerSamples[0]), passengers, available_services: services.map(plain) }));
const bag = (changes: object = {}) => ({ ...plain(serviceSamples[0]), ...changes });

test('bags of the golden samples are extras, other services are not', () => {
  expect(bagsOf(serviceSamples)).toEqual([
    {
      ancillaryKey: 'ase_0000AcSb88q78lMMAsQ8jk',
      type: 'checked_bag',
      description: 'Extra checked bag, 23 kg',
      // All flights of the sample have one id, in all directions.
      sliceIndex: undefined,
      weightKg: 23,
      price: { value: 3_500, currency: 'GBP' },
      quantityMax: 2,
    },
    expect.objectContaining({ type: 'carry_on', weightKg: undefined, description: 'Extra cabin bag' }),
  ]);
});

test('equal services of everybody with a seat are one extra; what only some can buy is none', () => {
  const party = [
    { id: 'a', type: 'adult', age: null },
    { id: 'b', type: 'child', age: 9 },
    { id: 'lap', type: 'infant_without_seat', age: 1 },
  ];
  const mine = bag({ id: 'ase_a', passenger_ids: ['a'] });
  const theirs = bag({ id: 'ase_b', passenger_ids: ['b'] });
  expect(bagsOf([mine, theirs], party).map(({ ancillaryKey }) => ancillaryKey)).toEqual(['ase_a']);
  expect(bagsOf([mine], party)).toEqual([]);
  expect(bagsOf([mine, { ...theirs, total_amount: '20.00' }], party)).toEqual([]);
  expect(bagsOf([mine, theirs, { ...theirs, id: 'ase_c' }], party)).toEqual([]);
});

test.each([
  ['its price is in another currency', { total_currency: 'EUR' }],
  ['it has no price', { total_amount: null }],
  ['it costs less than nothing', { total_amount: '-1.00' }],
  ['it is for two at once', { passenger_ids: [ADULT, 'pas_2'] }],
  ['none can be bought', { maximum_quantity: 0 }],
  ['it is of a kind we do not know', { metadata: { type: 'surfboard' } }],
])('a bag is left out where %s', (_why, changes) => {
  expect(bagsOf([bag(changes)])).toEqual([]);
});

test('an extra says for which direction it is, and for which flights where that is only some of them', () => {
  const offer = plain(offerSamples[0]);
  const [sample] = toObjects(toObjects(offer['slices'])?.[0]?.['segments']) ?? [];
  const segmentOf = (id: string, number: string) => ({ ...sample, id, marketing_carrier_flight_number: number });
  const slices = [
    { segments: [segmentOf('seg_1', '1'), segmentOf('seg_2', '2')] },
    { segments: [segmentOf('seg_3', '3')] },
  ];
  const extra = (segment_ids: readonly string[]) => {
    const passengers = [{ id: ADULT, type: 'adult', age: null }];
    const services = [bag({ segment_ids })];
    const [found] = mapBags(readOffer({ ...offer, slices, passengers, available_services: services }));
    return [found?.sliceIndex, found?.description];
  };
  expect(extra(['seg_1', 'seg_2'])).toEqual([0, 'Extra checked bag, 23 kg']);
  expect(extra(['seg_3'])).toEqual([1, 'Extra checked bag, 23 kg']);
  expect(extra(['seg_3', 'seg_2', 'seg_1'])).toEqual([undefined, 'Extra checked bag, 23 kg']);
  expect(extra(['seg_2'])).toEqual([0, 'Extra checked bag, 23 kg on ZZ2']);
});
