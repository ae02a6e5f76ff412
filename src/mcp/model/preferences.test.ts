import { expect, test } from 'vitest';
import { arrange } from './preferences.ts';

const rate = (id: string, board: boolean | null, refundable: boolean | null) => ({
  offer_id: id,
  semantic_matches: { board_type: board, max_price: null, refundable },
});
const call = { args: {}, intent: '', skip: 0 };

test('of a hotel the rates that are all of what was asked for come first, among rooms and in each; then those that are half of it, the cheaper first', () => {
  const hotel = {
    matches_query: true,
    rooms: [
      { room_id: 'single', rates: [rate('a', false, false), rate('b', true, false)] },
      { room_id: 'double', rates: [rate('c', false, false), rate('d', false, true), rate('e', true, true)] },
    ],
  };
  const { value, noteOn } = arrange('hotel_search', { hotels: [hotel] }, call);
  expect(
    JSON.stringify(value)
      .match(/"offer_id":"\w/g)
      ?.map((text) => text.at(-1)),
  ).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(noteOn(value)).toContain('stand first');
  expect(noteOn({ hotels: [] })).toContain('among those not shown');
});

test('a hotel without a rate that is all of it says so: on the first page there is none, later ones may have come before', () => {
  const none = { hotels: [{ matches_query: false, rooms: [{ rates: [rate('a', true, false)] }] }] };
  expect(arrange('hotel_search', none, call).noteOn(none)).toContain('No hotel found');
  expect(arrange('hotel_search', none, { ...call, skip: 6 }).noteOn(none)).toContain('skip: 0');
  const unasked = {
    hotels: [{ matches_query: null, rooms: [{ rates: [rate('a', null, null), rate('b', null, null)] }] }],
  };
  expect([
    arrange('hotel_search', unasked, call).value,
    arrange('hotel_search', unasked, call).noteOn(unasked),
  ]).toEqual([unasked, undefined]);
});

const fare = (name: string, isRefundable: boolean, pieces: number) => ({
  name,
  is_refundable: isRefundable,
  is_changeable: false,
  included_baggage: { pieces, weight: null },
});
const offers = { live_offers: [{ fares: [fare('basic', false, 0), fare('bag', false, 1), fare('flex', true, 1)] }] };
const firstFare = (value: unknown) => /"name":"(\w+)"/.exec(JSON.stringify(value))?.[1];

test.each([
  ['a refundable ticket with a suitcase', 'flex'],
  ['Un billet remboursable avec une valise', 'flex'],
  ['Ein erstattbarer Flug mit Koffer', 'flex'],
  ['un billete reembolsable con maleta', 'flex'],
  ['払い戻し可能でスーツケース付き', 'flex'],
  ['with a checked bag', 'bag'],
  ['cheapest; non-refundable is fine', 'basic'],
  ['', 'basic'],
])('fares for "%s" begin with %s', (intent, first) => {
  expect(firstFare(arrange('flight_search', offers, { ...call, intent }).value)).toBe(first);
});

test('where no fare shown is what was asked for, the filters that find one are named', () => {
  const basic = { live_offers: [{ fares: [fare('basic', false, 0)] }] };
  expect(
    arrange('flight_search', basic, { args: { checked_bag_included: true }, intent: 'refundable', skip: 0 }).noteOn(
      basic,
    ),
  ).toBe(
    'No fare shown is refundable, with a checked bag. Call again with refundable_only: true for the offers that are.',
  );
  expect(
    arrange('flight_search', basic, { args: { checked_bag_included: true }, intent: 'refundable', skip: 0 }).noteOn({
      live_offers: [],
    }),
  ).toBeUndefined();
});

test('seats: rows with a free seat of the kind wanted come first, taken ones do not count', () => {
  const seat = (number: string, feature: string, availability = 'available') => ({
    seat_number: number,
    availability,
    features: [feature],
  });
  const map = {
    rows: [
      { row_number: 1, seats: [seat('1A', 'window', 'occupied'), seat('1B', 'middle')] },
      { row_number: 2, seats: [seat('2B', 'middle'), seat('2A', 'window')] },
    ],
  };
  const { value, noteOn } = arrange(
    'get_trip_seat_maps',
    { items: [{ seat_maps: [map] }] },
    { ...call, intent: 'une place côté hublot' },
  );
  expect(JSON.stringify(value).match(/\d[AB]/g)).toEqual(['2A', '2B', '1A', '1B']);
  expect(noteOn(value)).toContain('window');
  expect(noteOn({ items: [] })).toContain('No free seat');
});
