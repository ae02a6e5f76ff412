import { beforeAll, describe, expect, test } from 'vitest';
import { reference } from '../../../../test/support/suppliers/duffel-reading.ts';
import { money } from '../../../travel/money.ts';
import type { MappingTools } from '../mapping/map-slices.ts';
import { UnreadableOffer } from '../mapping/wire-offers.ts';
import { createSearchMapper } from '../search/search-mapper.ts';
import { cabinOfSlice, joinSlices, toExchangeOffer } from './map-changes.ts';
import { findOrderObstacle, readRefusal } from './refuse-change.ts';
import { ChangeableOrder, OrderChange } from './wire-changes.ts';

let tools: MappingTools;
beforeAll(() => {
  tools = createSearchMapper(reference.places).tools;
});

const airport = (iata_code: string, time_zone: string) => ({ type: 'airport', iata_code, time_zone, name: iata_code });
const [LHR, JFK] = [airport('LHR', 'Europe/London'), airport('JFK', 'America/New_York')];
const BA = { id: 'aln_1', iata_code: 'BA', name: 'British Airways' };

/** A direction of one flight, as Duffel writes it. */
function slice(id: string, number: string, [from, to]: readonly (typeof LHR)[], [leaves, lands]: readonly string[]) {
  const segment = {
    id: `seg_${id}`,
    origin: from,
    destination: to,
    departing_at: leaves,
    arriving_at: lands,
    marketing_carrier: BA,
    marketing_carrier_flight_number: number,
    operating_carrier: BA,
    aircraft: null,
    passengers: [
      {
        passenger_id: 'pas_1',
        cabin_class: 'premium_economy',
        baggages: [{ type: 'checked', quantity: 2 }],
        fare_basis_code: null,
      },
    ],
  };
  return { id, origin: from, destination: to, fare_brand_name: 'Flex', changeable: true, segments: [segment] };
}
const OUT = slice('sli_out', '0117', [LHR, JFK], ['2027-03-01T08:20:00', '2027-03-01T11:20:00']);
const BACK = slice('sli_back', '0178', [JFK, LHR], ['2027-03-08T18:00:00', '2027-03-09T06:00:00']);
const LATER = slice('sli_new', '0113', [LHR, JFK], ['2027-03-04T14:00:00', '2027-03-04T17:00:00']);

const order = (changes: object = {}) =>
  ChangeableOrder.parse({
    id: 'ord_1',
    cancelled_at: null,
    total_amount: '400.00',
    total_currency: 'GBP',
    owner: BA,
    passengers: [
      { id: 'pas_1', type: 'adult' },
      { id: 'pas_2', type: 'infant_without_seat' },
    ],
    slices: [OUT, BACK],
    available_actions: ['cancel', 'change', 'update'],
    changes: [],
    ...changes,
  });
const change = (slices: object = { add: [LATER], remove: [{ id: 'sli_out' }] }) =>
  OrderChange.parse({ id: 'oce_1', order_id: 'ord_1', expires_at: '2027-01-10T09:30:00Z', slices });
const PRICE = {
  changeTotal: money(12_500, 'GBP'),
  penalty: money(2_500, 'GBP'),
  fareDifference: money(10_000, 'GBP'),
  newTotal: money(50_000, 'GBP'),
};

describe('a change of one direction', () => {
  test('is the whole journey with that direction in its place', () => {
    const offer = toExchangeOffer(order(), { change: change(), price: PRICE, kind: 'change' }, tools);
    expect(offer).toMatchObject({ ...(({ newTotal: _total, ...rest }) => rest)(PRICE), exchangeKey: 'change:oce_1' });
    expect(
      offer.offer.slices.map(({ segments: [first] }) => [first?.segmentId, first?.flightNumber, first?.depart.instant]),
    ).toEqual([
      ['s1-1', 'BA113', new Date('2027-03-04T14:00:00Z')],
      ['s2-1', 'BA178', new Date('2027-03-08T23:00:00Z')],
    ]);
    expect(offer.offer).toMatchObject({ validatingCarrier: 'BA', passengers: { adt: 1, inf_lap: 1 } });
    // The bags and seats of the way back stay.
    expect(offer.keepsExtrasOf).toEqual([1]);
    expect(offer.fare).toMatchObject({
      total: money(50_000, 'GBP'),
      brandName: 'Flex',
      cabinClass: 'premium_economy',
      checkedBags: { pieces: 2 },
      isChangeable: undefined,
      isRefundable: undefined,
      rules: [],
    });
  });

  test.each([
    ['of a direction that the order does not have', { add: [LATER], remove: [{ id: 'sli_other' }] }],
    ['that adds more than it removes', { add: [LATER, LATER], remove: [{ id: 'sli_out' }] }],
    ['that removes a direction for nothing', { add: [], remove: [{ id: 'sli_out' }] }],
  ])('%s cannot be read', (_, slices) => {
    expect(() => joinSlices(order(), change(slices))).toThrow(UnreadableOffer);
  });

  test('of both directions puts each in its own place', () => {
    const both = change({ add: [LATER, BACK], remove: [{ id: 'sli_back' }, { id: 'sli_out' }] });
    expect(joinSlices(order(), both).map(({ id }) => id)).toEqual(['sli_new', 'sli_back']);
  });

  test('is looked for in the cabin that was bought, or in any where that is not said', () => {
    expect(cabinOfSlice(order(), OUT, tools)).toBe('premium_economy');
    const unsaid = { ...OUT, segments: OUT.segments.map((segment) => ({ ...segment, passengers: [] })) };
    expect(cabinOfSlice(order(), unsaid, tools)).toBeUndefined();
  });
});

describe('what stands against a change', () => {
  test.each([
    ['nothing', {}, undefined],
    ['a fare that forbids it', { available_actions: ['cancel'] }, 'The airline does not change this ticket.'],
    [
      'a change that was made',
      { available_actions: ['cancel'], changes: [{ id: 'oce_0' }] },
      'The ticket was changed before, and the airline does not change it a second time.',
    ],
    ['a cancellation', { cancelled_at: '2027-01-10T09:00:00Z' }, 'The ticket was cancelled.'],
    [
      'one direction',
      { slices: [{ ...OUT, changeable: false }, BACK] },
      'The airline does not change flight 1 of the journey.',
    ],
    ['what Duffel does not say is asked', { available_actions: null, changes: null }, undefined],
  ])('%s', (_, changes, reason) => {
    expect(findOrderObstacle(order(changes), [0])).toBe(reason);
  });

  test('a refusal is told as what it is, and a word that says something else as a failure', () => {
    const refusal = (...codes: string[]) =>
      ({ kind: 'refused', codes, proof: '422', status: 422, requestId: undefined }) as const;
    expect(readRefusal(refusal('order_not_changeable'), order())).toBe('The airline does not change this ticket.');
    expect(readRefusal(refusal('order_not_changeable'), order({ changes: [{ id: 'oce_0' }] }))).toContain(
      'a second time',
    );
    expect(readRefusal(refusal('order_not_changeable_yet'), order())).toContain('yet');
    expect(readRefusal(refusal('validation_format'), order())).toBeUndefined();
    expect(readRefusal(refusal(), order())).toBeUndefined();
  });
});
