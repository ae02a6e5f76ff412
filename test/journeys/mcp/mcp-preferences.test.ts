import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService();
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

const [checkin, checkout] = [daysAhead(60), daysAhead(63)];
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely.
type Loose = any;
const ratesOf = (hotel: Loose): readonly Loose[] => hotel.rooms.flatMap(({ rates }: Loose) => rates);

describe('what was asked for survives the shortening', () => {
  test.each([
    [
      '4 star hotel in Lisbon with breakfast',
      (rate: Loose) => /breakfast|board|inclusive/i.test(rate.board),
      { board_type: true },
    ],
    [
      'refundable hotel in Lisbon with breakfast',
      (rate: Loose) => rate.board !== 'Room only' && rate.refund !== 'no',
      { board_type: true, refundable: true },
    ],
  ])('%s: each matching hotel shows such a rate first, and says so', async (query, isWanted, flags) => {
    const { data, isError } = await agent.call('hotel_search', {
      query,
      checkin,
      checkout,
      adults: 2,
      currency: 'EUR',
    });
    expect([isError, data.hotels.length]).toEqual([false, 10]);
    const matching = data.hotels.filter((hotel: Loose) => hotel.matches_query === true);
    expect(matching.length).toBeGreaterThan(0);
    for (const hotel of matching)
      expect([isWanted(ratesOf(hotel)[0]), ratesOf(hotel)[0].semantic_matches], hotel.name).toEqual([true, flags]);
    expect(data.match_note).toContain('stand first');
  });

  test('where nothing is all of what was asked for, the answer says so', async () => {
    const { data } = await agent.call('hotel_search', {
      query: 'hotel in Lisbon all inclusive under 2 euros a night',
      checkin,
      checkout,
      adults: 2,
      currency: 'EUR',
    });
    expect(data.hotels.map((hotel: Loose) => hotel.matches_query)).toEqual(data.hotels.map(() => false));
    expect(data.match_note).toContain('No hotel found has a rate that is all of what the query asked for');
    const plain = await agent.call('hotel_search', { city_name: 'Lisbon', checkin, checkout, adults: 2 });
    expect([
      plain.data.match_note,
      plain.data.hotels[0].matches_query,
      ratesOf(plain.data.hotels[0])[0].semantic_matches,
    ]).toEqual([undefined, undefined, undefined]);
  });

  test('two rooms for different parties: each hotel shows a rate for both, to be booked together', async () => {
    const { data } = await agent.call('hotel_search', {
      city_name: 'Lisbon',
      checkin,
      checkout,
      occupancies: [{ adults: 2 }, { adults: 1 }, { adults: 2, children_ages: [4, 6] }],
      currency: 'EUR',
    });
    expect(data.hotels.length).toBeGreaterThan(0);
    for (const hotel of data.hotels)
      expect(
        ratesOf(hotel).flatMap((rate) => rate.occupancy_indexes),
        hotel.name,
      ).toEqual(expect.arrayContaining([0, 1, 2]));
  });

  test('fares: every filter holds for what is shown; a wish without its filter is answered with the filter to send', async () => {
    const search = { origin: 'MUC', destination: 'LIS', departure_date: checkin, return_date: checkout };
    const filtered = await agent.call('flight_search', {
      ...search,
      refundable_only: true,
      changeable_only: true,
      checked_bag_included: true,
      cabin_class: 'economy',
    });
    const fares = filtered.data.live_offers.flatMap((offer: Loose) => offer.fares);
    expect(fares.length).toBeGreaterThan(0);
    for (const fare of fares)
      expect(fare).toMatchObject({
        refund: expect.not.stringMatching(/^(?:no|unknown)$/),
        change: expect.not.stringMatching(/^(?:no|unknown)$/),
        bags: expect.stringMatching(/^checked [1-9]/),
      });
    const wished = await agent.call('flight_search', {
      ...search,
      user_intent: 'Ein erstattbarer Flug nach Lissabon.',
    });
    expect(wished.data.match_note).toContain('refundable_only: true');
  });

  test('seats: free window seats stand first in rows and maps', async () => {
    const { data: found } = await agent.call('flight_search', {
      origin: 'LON',
      destination: 'NYC',
      departure_date: checkin,
      direct_only: true,
    });
    const { data: trip } = await agent.call('trip', {
      add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token },
    });
    const { data } = await agent.call('get_trip_seat_maps', {
      trip_id: trip.trip_id,
      user_intent: 'Two window seats, please.',
    });
    const rows: readonly Loose[] = data.items[0].seat_maps[0].rows;
    const hasWindow = (row: Loose) => row.seats.some((seat: Loose) => seat.includes(', window'));
    expect(hasWindow(rows[0])).toBe(true);
    expect(rows.map(hasWindow)).toEqual(rows.map(hasWindow).toSorted((a, b) => Number(b) - Number(a)));
    for (const row of rows.filter(hasWindow)) expect(row.seats[0]).toContain(', window');
    expect(data.match_note).toContain('window');
  });
});
