import { describe, expect, test } from 'vitest';
import { anItem, anOffer, aSlice, aTraveler, aTrip } from '../../../test/support/products/trips.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { NO_PASSENGERS } from '../../travel/passengers.ts';
import { applyChanges, identityOf, type TripChange, tripItemsMax, type WantedItem } from './apply-changes.ts';
import { supplierTotal, tripTotal } from './items/item-price.ts';
import type { FlightItem, Trip, TripItem } from './trip.ts';

const tools = {
  today: '2026-03-01',
  selling: (from: string, to: string) => ({ rate: from === to ? 1 : 160 }),
  feeOf: () => undefined,
  newItemId: () => asId('item', 'itm_new'),
  newTravelerId: () => asId('traveler', 'pax_new'),
};
const apply = (trip: Trip, ...changes: readonly TripChange[]) => applyChanges(trip, changes, tools);
const found = (offerKey = 'offer-2'): WantedItem => ({
  supplierId: 'test',
  identity: identityOf('test', [offerKey, 'fare-light']),
  displayCurrency: 'EUR',
  answer: {
    kind: 'found',
    product: toProduct(anItem({ offer: anOffer({ offerKey }), offerKey })),
    description: 'Paris to Tokyo',
  },
});
const toProduct = ({ offerKey, fareKey, passengers, offer, fare }: FlightItem) =>
  ({ kind: 'flight', offerKey, fareKey, passengers, offer, fare }) as const;
const empty = aTrip({ items: [], travelers: [], contact: undefined, currency: undefined });

describe('adding and removing flights', () => {
  test('the first item sets the currency', () => {
    const { trip, actions } = apply(empty, { kind: 'add_item', wanted: found() });
    expect(actions).toEqual(['item_added']);
    expect(trip).toMatchObject({
      currency: 'EUR',
      items: [{ itemId: 'itm_new', price: money(50_000, 'EUR'), identity: 'test|offer-2|fare-light' }],
    });
  });

  test('a repeat changes nothing, even when the supplier has sold out or failed since', () => {
    const trip = aTrip();
    for (const answer of [{ kind: 'gone' }, { kind: 'failed', failure: new Error('silent') }] as const) {
      expect(apply(trip, { kind: 'add_item', wanted: { ...found('offer-1'), answer } })).toEqual({
        trip,
        actions: [],
        isChanged: false,
      });
    }
  });

  test('what is not in the trip yet must be for sale', () => {
    expect(() => apply(empty, { kind: 'add_item', wanted: { ...found(), answer: { kind: 'gone' } } })).toThrow(
      'can no longer be bought',
    );
    expect(() =>
      apply(empty, {
        kind: 'add_item',
        wanted: { ...found(), answer: { kind: 'failed', failure: new Error('silent') } },
      }),
    ).toThrow('silent');
  });

  test('a trip holds a bounded number of items', () => {
    const full = aTrip({
      items: Array.from({ length: tripItemsMax }, (_, index) => anItem({ identity: `test|${index}|f` })),
    });
    expect(() => apply(full, { kind: 'add_item', wanted: found() })).toThrow('at most 10 items');
  });

  test('removing and adding in one write is two actions; an unknown item is refused', () => {
    const { trip, actions } = apply(
      aTrip(),
      { kind: 'remove_item', itemId: asId('item', 'itm_1') },
      { kind: 'add_item', wanted: found() },
    );
    expect(actions).toEqual(['item_removed', 'item_added']);
    expect(trip.items.map((item) => item.identity)).toEqual(['test|offer-2|fare-light']);
    expect(() => apply(aTrip(), { kind: 'remove_item', itemId: asId('item', 'itm_9') })).toThrow('no item');
  });
});

describe('seats', () => {
  const maps = [
    {
      segmentId: 's1-1',
      aircraft: '77W',
      cabinClass: 'economy' as const,
      rows: [
        {
          rowNumber: 12,
          seats: [
            {
              seatNumber: '12A',
              column: 'A',
              availability: 'available' as const,
              features: ['window'],
              price: money(1_200, 'EUR'),
            },
          ],
        },
      ],
    },
  ];
  const seats = (...names: readonly string[]) => ({
    choices: names.map((seatNumber) => ({ segmentId: 's1-1', travelerId: undefined, seatNumber })),
    path: 'add_item.seats',
    answer: { kind: 'found', maps } as const,
  });

  test('are given out after everything else: to a traveler who comes with the same write', () => {
    const {
      items: _,
      travelers: [nellie],
    } = aTrip();
    if (!nellie) throw new Error('nobody travels');
    const { trip, actions } = apply(
      empty,
      { kind: 'add_item', wanted: found(), seats: seats('12A') },
      {
        kind: 'set_travelers',
        travelers: [{ ...nellie, travelerId: undefined }],
        contact: undefined,
        path: 'travelers',
      },
    );
    expect(actions).toEqual(['item_added', 'travelers_updated', 'seats_selected']);
    expect(trip.items[0]?.seats).toMatchObject([{ travelerId: 'pax_new', seatNumber: '12A' }]);
    expect(tripTotal(trip)).toEqual(money(51_200, 'EUR'));
  });

  test('stay when the item is added again without a list, and change with one', () => {
    const { trip } = apply(aTrip(), { kind: 'add_item', wanted: found('offer-1'), seats: seats('12A') });
    expect(apply(trip, { kind: 'add_item', wanted: found('offer-1') })).toEqual({
      trip,
      actions: [],
      isChanged: false,
    });
    expect(apply(trip, { kind: 'add_item', wanted: found('offer-1'), seats: seats('12A') })).toEqual({
      trip,
      actions: [],
      isChanged: false,
    });
    expect(apply(trip, { kind: 'add_item', wanted: found('offer-1'), seats: seats() })).toMatchObject({
      actions: ['seats_selected'],
      trip: { items: [{ seats: [] }] },
    });
  });

  test("of travelers who leave are told as changed; those of an item removed in the same write are nobody's", () => {
    const { trip } = apply(aTrip(), { kind: 'add_item', wanted: found('offer-1'), seats: seats('12A') });
    expect(apply(trip, { kind: 'remove_travelers', travelerIds: undefined, path: 'pax_ref_ids' }).actions).toEqual([
      'travelers_updated',
      'seats_selected',
    ]);
    const removed = apply(
      trip,
      { kind: 'add_item', wanted: found('offer-1'), seats: seats() },
      { kind: 'remove_item', itemId: asId('item', 'itm_1') },
    );
    expect(removed).toMatchObject({ actions: ['item_removed'], trip: { items: [] } });
  });
});

describe('the currency', () => {
  test("re-prices every item from its supplier's price", () => {
    const { trip, actions } = apply(aTrip(), { kind: 'set_currency', currency: 'JPY' });
    expect(actions).toEqual([]);
    expect(tripTotal(trip)).toEqual(money(80_000, 'JPY'));
    expect(apply(trip, { kind: 'set_currency', currency: 'EUR' }).trip.items[0]?.price).toEqual(money(50_000, 'EUR'));
  });

  test('is fixed from the first quote on, but may be repeated', () => {
    const fixed = aTrip({ isCurrencyFixed: true });
    expect(apply(fixed, { kind: 'set_currency', currency: 'EUR' }).isChanged).toBe(false);
    expect(() => apply(fixed, { kind: 'set_currency', currency: 'JPY' })).toThrow('currency');
  });
});

describe('service fees', () => {
  const charging = (percent: number) => {
    const feeOf = (item: TripItem) => money((supplierTotal(item).value * percent) / 100, item.price.currency);
    return (trip: Trip, ...changes: readonly TripChange[]) => applyChanges(trip, changes, { ...tools, feeOf });
  };
  const bags: TripChange = {
    kind: 'select_ancillaries',
    itemId: asId('item', 'itm_1'),
    choices: [{ ancillaryKey: 'bag-1', travelerId: undefined, segmentIds: [], quantity: 1 }],
  };

  test('are those of what an item costs once all changes are made', () => {
    const { trip } = charging(10)(empty, { kind: 'add_item', wanted: found() }, { ...bags, itemId: tools.newItemId() });
    expect(trip.items.map(({ serviceFee }) => serviceFee)).toEqual([money(5_400, 'EUR')]);
    expect(tripTotal(trip)).toEqual(money(59_400, 'EUR'));
  });

  test('follow the currency', () => {
    const { trip } = charging(10)(aTrip(), { kind: 'set_currency', currency: 'JPY' });
    expect(trip.items[0]?.serviceFee).toEqual(money(8_000, 'JPY'));
  });

  test('of items that stay as they were stay, too, though the rules have changed', () => {
    const before = charging(10)(empty, { kind: 'add_item', wanted: found() }).trip;
    const other = { ...before, items: before.items.map((item) => ({ ...item, itemId: asId('item', 'itm_1') })) };
    const { trip } = charging(20)(other, { kind: 'add_item', wanted: found('offer-3') });
    expect(trip.items.map(({ serviceFee }) => serviceFee?.value)).toEqual([5_000, 10_000]);
    expect(charging(20)(trip, bags).trip.items.map(({ serviceFee }) => serviceFee?.value)).toEqual([10_800, 10_000]);
    expect(charging(20)(trip, { kind: 'set_metadata', metadata: {} })).toMatchObject({ trip, isChanged: false });
  });
});

describe('travelers and extras', () => {
  const select = (quantity: number, travelerId?: string): TripChange => ({
    kind: 'select_ancillaries',
    itemId: asId('item', 'itm_1'),
    choices: [
      {
        ancillaryKey: 'bag-1',
        travelerId: travelerId === undefined ? undefined : asId('traveler', travelerId),
        segmentIds: [],
        quantity,
      },
    ],
  });

  test('an extra counts into the total and leaves with its traveler', () => {
    const { trip } = apply(aTrip(), select(2));
    expect(trip.items[0]?.ancillaries).toEqual([{ ancillaryKey: 'bag-1', travelerId: 'pax_1', quantity: 2 }]);
    expect(tripTotal(trip)).toEqual(money(58_000, 'EUR'));
    expect(apply(trip, select(2, 'pax_1')).isChanged).toBe(false);
    const { trip: left } = apply(trip, { kind: 'remove_travelers', travelerIds: undefined, path: 'pax_ref_ids' });
    expect(left).toMatchObject({ travelers: [], items: [{ ancillaries: [] }] });
  });

  test('an extra of several segments is chosen for all of them or for none by name', () => {
    const [first] = aSlice().segments;
    if (!first) throw new Error('the slice has no segment');
    const offer = anOffer({ slices: [aSlice({ segments: [first, { ...first, segmentId: 's1-2' }] })] });
    const choose = (...segmentIds: readonly string[]) =>
      apply(aTrip({ items: [anItem({ offer })] }), {
        kind: 'select_ancillaries',
        itemId: asId('item', 'itm_1'),
        choices: [{ ancillaryKey: 'bag-1', travelerId: undefined, segmentIds, quantity: 1 }],
      });
    expect(() => choose('s1-1')).toThrow('selections[0].segment_ref_ids');
    expect(() => choose('s1-1', 's1-2', 's2-1')).toThrow('selections[0].segment_ref_ids');
    expect([choose().isChanged, choose('s1-2', 's1-1').isChanged]).toEqual([true, true]);
  });

  test('when several people travel an extra names its traveler', () => {
    const offer = anOffer({ passengers: { ...NO_PASSENGERS, adt: 2 } });
    const pair = aTrip({
      items: [anItem({ offer })],
      travelers: [aTraveler(), aTraveler({ travelerId: asId('traveler', 'pax_2'), firstName: 'Robert' })],
    });
    expect(() => apply(pair, select(1))).toThrow('selections[0].pax_ref_id');
    expect(() => apply(pair, select(1, 'pax_9'))).toThrow('selections[0].pax_ref_id');
    expect(apply(pair, select(1, 'pax_2')).isChanged).toBe(true);
  });

  const family = (inf: { readonly inf_lap: number; readonly inf_seat: number }) =>
    aTrip({
      items: [anItem({ offer: anOffer({ passengers: { ...NO_PASSENGERS, adt: 1, ...inf } }) })],
      travelers: [
        aTraveler(),
        aTraveler({
          travelerId: asId('traveler', 'pax_2'),
          firstName: 'Ann',
          passengerType: 'INFANT',
          dateOfBirth: '2026-01-01',
        }),
        aTraveler({
          travelerId: asId('traveler', 'pax_3'),
          firstName: 'Bea',
          passengerType: 'INFANT',
          dateOfBirth: '2026-01-01',
        }),
      ],
    });
  const selectFor = (...travelerIds: readonly string[]): TripChange => ({
    kind: 'select_ancillaries',
    itemId: asId('item', 'itm_1'),
    choices: travelerIds.map((id) => ({
      ancillaryKey: 'bag-1',
      travelerId: asId('traveler', id),
      segmentIds: [],
      quantity: 1,
    })),
  });

  test('an infant on a lap has no extras; as many infants may have some as have a seat', () => {
    expect(() => apply(family({ inf_lap: 2, inf_seat: 0 }), selectFor('pax_2'))).toThrow('selections[0].pax_ref_id');
    expect(apply(family({ inf_lap: 1, inf_seat: 1 }), selectFor('pax_1', 'pax_3')).isChanged).toBe(true);
    expect(() => apply(family({ inf_lap: 1, inf_seat: 1 }), selectFor('pax_2', 'pax_3'))).toThrow(
      'selections[1].pax_ref_id',
    );
  });

  test('the most of an extra counts for one traveler over all lines, named or not', () => {
    const line = { ancillaryKey: 'bag-1', segmentIds: [], quantity: 2 };
    const lines = [
      { ...line, travelerId: undefined },
      { ...line, travelerId: asId('traveler', 'pax_2') },
    ];
    const trip = aTrip({
      travelers: [aTraveler(), aTraveler({ travelerId: asId('traveler', 'pax_2'), firstName: 'Robert' })],
    });
    expect(() => apply(trip, { kind: 'select_ancillaries', itemId: asId('item', 'itm_1'), choices: lines })).toThrow(
      'selections[1].quantity',
    );
  });

  test('a corrected name keeps the extras; extras that leave with a traveler, or with a seat, are told', () => {
    const chosen = apply(aTrip(), select(2)).trip;
    const rename = (part: Parameters<typeof aTraveler>[0]): TripChange => ({
      kind: 'set_travelers',
      travelers: [{ ...aTraveler(part), travelerId: undefined }],
      contact: undefined,
      path: 'travelers',
    });
    const corrected = apply(chosen, rename({ firstName: 'Nelly' }));
    expect(corrected.actions).toEqual(['travelers_updated']);
    expect(corrected.trip.items).toEqual(chosen.items);
    const replaced = apply(chosen, rename({ firstName: 'Tim', passengerType: 'CHILD', dateOfBirth: '2018-01-01' }));
    expect(replaced.actions).toEqual(['travelers_updated', 'ancillaries_selected']);
    expect(replaced.trip.items[0]?.ancillaries).toEqual([]);
    const babe = aTraveler({ passengerType: 'INFANT', dateOfBirth: '2026-01-01' });
    const swapped = apply(apply(family({ inf_lap: 2, inf_seat: 0 }), selectFor('pax_1')).trip, {
      kind: 'set_travelers',
      travelers: [{ ...aTraveler({ firstName: 'Robert' }), travelerId: undefined }, babe],
      contact: undefined,
      path: 'travelers',
    });
    expect(swapped.actions).toEqual(['travelers_updated', 'ancillaries_selected']);
  });

  test('the same travelers and contact change nothing; a contact alone leaves the travelers', () => {
    const trip = aTrip();
    const same: TripChange = {
      kind: 'set_travelers',
      travelers: [{ ...aTraveler(), travelerId: undefined }],
      contact: { email: 'nellie@example.com', phone: '+33123456789' },
      path: 'travelers',
    };
    expect(apply(trip, same).isChanged).toBe(false);
    const other = apply(trip, {
      ...same,
      travelers: undefined,
      contact: { email: 'other@example.com', phone: '+33123456789' },
    });
    expect(other.trip).toMatchObject({ travelers: [{ travelerId: 'pax_1' }], contact: { email: 'other@example.com' } });
  });
});
