import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../src/travel/dates.ts';
import { hotelStays, lowestRate, searchCars } from '../../support/products/mixed-trips.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';

/**
 * When the service believes to have been started; from there its time runs, so that signs follow one another, and no
 * midnight comes.
 */
const NOON = new Date('2026-11-22T12:00:00Z');
const daysAhead = (days: number) => addDays(NOON.toISOString().slice(0, 10), days);

let service: TestService;
beforeAll(async () => {
  const startedAt = Date.now();
  service = await startService({ clock: { now: () => new Date(NOON.getTime() + Date.now() - startedAt) } });
});
afterEach(async () => {
  await signs();
});
afterAll(() => service.close());

const [outward, homeward] = [daysAhead(60), daysAhead(67)];
const FLIGHT = { origin: 'MUC', destination: 'LIS', departure_date: outward, return_date: homeward };
/** Between the sandbox's scenario airports, which are nobody's destination. */
const FICTIONAL = { origin: 'QAA', destination: 'QAB' };

interface Sign {
  readonly kind: string;
  readonly product: string;
  readonly destination: string;
  readonly market_city: string;
  readonly caller: string;
  readonly price_usd: number | null;
  readonly [column: string]: unknown;
}

/** The signs given since this was last asked. */
async function signs(): Promise<readonly Sign[]> {
  const { app } = service;
  await app.demand.settle();
  const { rows } = await sql<
    Sign & { readonly count: number }
  >`select * from demand_event order by occurred_at, kind desc`.execute(app.db.q);
  await sql`delete from demand_event`.execute(app.db.q);
  // An answer that was given again is counted in its row.
  return rows.flatMap(({ count, ...sign }) => Array.from({ length: count }, () => sign));
}

async function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const answer = await service.call('POST', path, body, headers);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

describe('a flight search', () => {
  test('is one sign, with the lowest price of an adult and the market it comes from', async () => {
    const { body } = await post('/v1/flight_search', { ...FLIGHT, adults: 2, currency: 'USD' });
    const told = await signs();
    expect(told).toMatchObject([
      {
        kind: 'search',
        product: 'flight',
        destination: 'LIS',
        market_city: 'MUC',
        market_country: 'DE',
        audience: 'couple',
        lead_days: 60,
        stay_days: 7,
        cabin: 'economy',
      },
    ]);
    // Fees of the booking are nobody's fare. What is filed in euros is converted in one go here and part by part there.
    const fares: { total_price: { value: number }; booking_fees: { value: number } }[] = body.live_offers.flatMap(
      (offer: { fares: unknown[] }) => offer.fares.slice(0, 1),
    );
    const lowest = Math.min(
      ...fares.map(({ total_price: total, booking_fees: fees }) => (total.value - fees.value) / 2),
    );
    expect(Math.abs((told[0]?.price_usd ?? 0) - lowest)).toBeLessThanOrEqual(2);
  });

  test('counts again each time it is answered, from memory too, and of each organization', async () => {
    const body = { ...FLIGHT, destination: 'ATH', limit: 3 };
    for (let time = 0; time < 3; time += 1) await post('/v1/flight_search', body);
    await post('/v1/flight_search', body, { 'x-api-key': (await service.makeKey()).key });
    const told = await signs();
    expect(told.map((sign) => [sign.destination, sign.price_usd])).toEqual(
      Array.from({ length: 4 }, () => ['ATH', told[0]?.price_usd]),
    );
    const callers = told.map(({ caller }) => caller);
    expect([new Set(callers.slice(0, 3)).size, new Set(callers).size]).toEqual([1, 2]);
  });

  test('counts on the other surface as well, live and from what was seen before', async () => {
    const filters = {
      trip_type: 'oneway',
      locations: { origins: ['MUC'], destinations: ['OPO'] },
      dates: { departure_dates: [outward] },
    };
    await post('/api/v1/flights/search', { passengers: { adt: 1, chd: 1 }, filters });
    await post('/api/v1/flights/search', { passengers: { adt: 1, chd: 1 }, filters, allow_live_shop: true });
    expect(await signs()).toMatchObject(
      [1, 2].map(() => ({
        product: 'flight',
        destination: 'OPO',
        audience: 'family',
        stay_days: null,
        price_usd: expect.any(Number),
      })),
    );
  });

  test('counts once as a stream, whatever the number of its events', async () => {
    const { text } = await service.call(
      'POST',
      '/v1/flight_search',
      { ...FLIGHT, destination: 'BCN' },
      { accept: 'text/event-stream' },
    );
    expect(text).toContain('event: done');
    expect(await signs()).toMatchObject([{ destination: 'BCN', price_usd: expect.any(Number) }]);
  });

  test('asks nothing new on its further pages, nor when an offer is priced again', async () => {
    const first = (await post('/v1/flight_search', { ...FLIGHT, limit: 2 })).body;
    await post('/v1/flight_search', { ...FLIGHT, limit: 2, page_token: first.pagination.next_page_token });
    await post('/v1/flight_search', { ...FLIGHT, limit: 2, offset: 2 });
    await post('/v1/flight_search', { offer_token: first.live_offers[0].offer_token });
    await service.call(
      'POST',
      '/v1/flight_search',
      { ...FLIGHT, limit: 2, offset: 4 },
      { accept: 'text/event-stream' },
    );
    expect(await signs()).toMatchObject([{ destination: 'LIS' }]);
  });

  test('that is refused, finds nobody to ask or goes to no real place is none', async () => {
    expect((await service.call('POST', '/v1/flight_search', { ...FLIGHT, destination: 'ZZZ' })).status).toBe(422);
    expect((await service.call('POST', '/v1/flight_search', { ...FLIGHT, departure_date: daysAhead(-3) })).status).toBe(
      422,
    );
    expect((await service.call('POST', '/v1/flight_search', '{"origin"')).status).toBe(400);
    expect((await service.call('POST', '/v1/flight_search', FLIGHT, { 'x-api-key': 'bly_sNobody' })).status).toBe(401);
    await service.call('POST', '/v1/flight_search', { ...FICTIONAL, departure_date: outward });
    expect(await signs()).toEqual([]);
  });
});

test('a calendar, dates, lowest fares and named destinations are a sign each; a search for anywhere or for a country has no destination', async () => {
  const journey = {
    origins: ['MUC'],
    destinations: ['LIS'],
    departure_date_ranges: [{ start: outward, end: daysAhead(80) }],
    stay_days: 7,
  };
  await post('/v1/flight_calendar', { ...journey, limit: 5 });
  await post('/v1/flight_calendar', { ...journey, limit: 5, offset: 5 });
  await post('/v1/find_dates', journey);
  await post('/v1/lowest_fare', {
    origins: ['MUC'],
    destinations: ['LIS'],
    departure_date: outward,
    return_date: homeward,
    adults: 1,
    currency: 'USD',
  });
  const cities = { origins: ['MUC'], departure_date_ranges: [{ start: outward, end: outward }] };
  for (const destinations of [undefined, ['PT'], ['LIS', 'OPO']])
    await post('/v1/find_destination', { ...cities, destinations });
  const told = await signs();
  expect(
    told.map(({ kind, destination, market_city, lead_days, stay_days }) => [
      kind,
      destination,
      market_city,
      lead_days,
      stay_days,
    ]),
  ).toEqual([
    ['search', 'LIS', 'MUC', 70, 7],
    ['search', 'LIS', 'MUC', 70, 7],
    ['search', 'LIS', 'MUC', 60, 7],
    ['search', 'LIS', 'MUC', 60, null],
  ]);
  expect(told.every((sign) => (sign.price_usd ?? 0) > 0)).toBe(true);
});

test.each([
  ['another destination', ['MUC'], ['AKL', 'LIS']],
  ['another origin', ['AKL', 'MUC'], ['LIS']],
])(
  'the price seen is that of the journey told, not of %s which was asked for beside it',
  async (_name, origins, destinations) => {
    const at = { departure_date: outward, trip_type: 'oneway', currency: 'USD' };
    await post('/v1/lowest_fare', { ...at, origins: origins.slice(0, 1), destinations: destinations.slice(0, 1) });
    await post('/v1/lowest_fare', { ...at, origins, destinations, limit: 100 });
    await post('/v1/find_destination', { origins, destinations, trip_type: 'oneway', departure_dates: [outward] });
    await post('/api/v1/flights/search', {
      passengers: { adt: 1 },
      filters: { trip_type: 'oneway', locations: { origins, destinations }, dates: { departure_dates: [outward] } },
      allow_live_shop: true,
    });
    const [alone, ...beside] = await signs();
    expect(alone).toMatchObject({
      market_city: origins[0],
      destination: destinations[0],
      price_usd: expect.any(Number),
    });
    expect(beside).toHaveLength(3);
    for (const sign of beside) {
      expect(sign).toMatchObject({ market_city: origins[0], destination: destinations[0] });
      expect(sign.price_usd ?? alone?.price_usd).toBeGreaterThan((alone?.price_usd ?? 0) / 2);
    }
  },
);

test('a hotel search is one sign of its city, without a market, priced by the night and the room', async () => {
  const { hotels } = await hotelStays(
    service,
    { city_name: 'Lisbon', country_code: 'PT' },
    [{ adults: 2, children_ages: [4] }, { adults: 1 }],
    { checkin: outward, checkout: daysAhead(65), currency: 'USD' },
  );
  const told = await signs();
  expect(told).toMatchObject([
    {
      kind: 'search',
      product: 'hotel',
      destination: 'LIS',
      market_city: '??',
      market_country: '??',
      audience: 'family',
      stay_days: 5,
      lead_days: 60,
    },
  ]);
  const cheapest = lowestRate(hotels[0], 0).total_amount + lowestRate(hotels[0], 1).total_amount;
  // What the property collects comes on top.
  expect(told[0]?.price_usd).toBeGreaterThanOrEqual(Math.floor((cheapest * 100) / 10) - 1);
  expect(told[0]?.price_usd).toBeLessThan(((cheapest * 100) / 10) * 1.3);
  await post('/api/v1/hotels/shop', {
    checkin: outward,
    checkout: homeward,
    destination: { city_name: 'Lisbon' },
    occupancies: [{ adults: 2 }],
  });
  await post('/v1/hotel_search', { checkin: outward, checkout: homeward, hotel_ids: [hotels[0].hotel_id], adults: 2 });
  await post('/v1/hotel_search', { checkin: outward, checkout: homeward, country_code: 'PT', adults: 2 });
  await post('/v1/hotel_search', {
    checkin: outward,
    checkout: homeward,
    latitude: -48.88,
    longitude: -123.39,
    radius_km: 50,
    adults: 2,
  });
  expect(await signs()).toMatchObject([
    { destination: 'LIS', audience: 'couple', stay_days: 7 },
    { destination: 'LIS' },
  ]);
});

test('a car search is one sign of the city of pick-up, priced by the day', async () => {
  const at = { location: 'LIS', from: `${outward}T10:00:00`, to: `${homeward}T10:00:00` };
  const { offers } = await searchCars(service, at, { currency: 'USD' });
  await searchCars(service, at, { currency: 'USD', offset: 10 });
  const lowest = Math.min(
    ...offers.map(
      (offer: { total_price?: { value: number }; price: { value: number } }) =>
        (offer.total_price ?? offer.price).value,
    ),
  );
  const told = await signs();
  expect(told).toMatchObject([
    { kind: 'search', product: 'car', destination: 'LIS', market_city: '??', audience: 'solo', stay_days: 7 },
  ]);
  expect(told[0]?.price_usd).toBeGreaterThanOrEqual(Math.floor(lowest / 7) - 1);
});

describe('a trip', () => {
  const add = async (tripId: string | undefined, token: string, more: object = {}, headers = {}) =>
    (
      await post(
        '/v1/trip',
        { ...(tripId === undefined ? {} : { trip_id: tripId }), add_item: { trip_item_token: token }, ...more },
        headers,
      )
    ).body;

  test('is a sign once: with its first item, not with a second, a repeat, or one that comes after it was emptied', async () => {
    const { fares } = await searchFares(service, { ...FLIGHT, adults: 2 });
    const [one = '', two = ''] = fares.map(({ trip_item_token: token }) => token);
    await signs();
    const empty = (await post('/v1/trip', { currency: 'EUR' })).body;
    expect(await signs()).toEqual([]);
    const trip = await add(empty.trip_id, one);
    await add(trip.trip_id, one);
    const both = await add(trip.trip_id, two);
    expect(await signs()).toMatchObject([
      {
        kind: 'trip',
        product: 'flight',
        destination: 'LIS',
        market_city: 'MUC',
        audience: 'couple',
        lead_days: 60,
        stay_days: 7,
        price_usd: expect.any(Number),
      },
    ]);
    for (const item of both.items)
      await post('/v1/trip', { trip_id: trip.trip_id, remove_item: { item_id: item.item_id } });
    await add(trip.trip_id, one);
    expect(await signs()).toEqual([]);
  });

  test('that was refused, or whose write was not the one that stored it, is none', async () => {
    const { fares } = await searchFares(service, FLIGHT);
    const token = fares[0]?.trip_item_token ?? '';
    await signs();
    expect((await service.call('POST', '/v1/trip', { add_item: { trip_item_token: 'tit_nothing' } })).status).toBe(422);
    const headers = { 'idempotency-key': 'one-trip-only' };
    const first = await add(undefined, token, {}, headers);
    expect((await add(undefined, token, {}, headers)).trip_id).toBe(first.trip_id);
    const empty = (await post('/v1/trip', {})).body;
    await Promise.allSettled([add(empty.trip_id, token), add(empty.trip_id, token)]);
    expect((await signs()).map(({ kind }) => kind)).toEqual(['trip', 'trip']);
  });

  test('that is booked is a second sign, of all its items together, as long away as its hotel says', async () => {
    const { fares } = await searchFares(service, FLIGHT);
    const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }], {
      checkin: outward,
      checkout: daysAhead(64),
    });
    await signs();
    const trip = await add(undefined, lowestRate(hotels[0]).offer_id, {
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    await add(trip.trip_id, fares[0]?.trip_item_token ?? '');
    await post('/v1/checkout', { trip_id: trip.trip_id });
    await post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
    await service.drain();
    await service.drain();
    expect(await signs()).toMatchObject([
      { kind: 'trip', product: 'hotel', destination: 'LIS', market_city: '??', stay_days: 4 },
      {
        kind: 'booking',
        product: 'flight',
        destination: 'LIS',
        market_city: 'MUC',
        audience: 'solo',
        stay_days: 4,
        cabin: 'economy',
      },
    ]);
  });

  test.each([
    ['keep_confirmed', ['booking']],
    ['all_or_nothing', []],
  ] as const)('of which a part cannot be had is booked as far as it was sold: %s', async (onPartial, kinds) => {
    const { fares } = await searchFares(service, FLIGHT);
    const nemo = await hotelStays(service, { latitude: -48.88, longitude: -123.39, radius_km: 50 }, [{ adults: 1 }], {
      checkin: outward,
      checkout: daysAhead(65),
    });
    const refused = nemo.hotels.find(({ name }: { name: string }) => name === 'refused');
    const trip = await add(undefined, fares[0]?.trip_item_token ?? '', {
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    await add(trip.trip_id, lowestRate(refused).offer_id);
    await signs();
    await post('/v1/checkout', { trip_id: trip.trip_id, on_partial: onPartial });
    await post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
    await service.drain();
    const { body } = await service.call('GET', `/v1/trip/${trip.trip_id}`);
    expect(body.status).toBe(kinds.length > 0 ? 'fulfilled' : 'failed');
    const told = await signs();
    expect(told.map(({ kind }) => kind)).toEqual(kinds);
    // The hotel that was not had does not say how long they stay.
    for (const sign of told) expect(sign).toMatchObject({ product: 'flight', destination: 'LIS', stay_days: 7 });
  });

  test('that is sold at once is a trip and a booking', async () => {
    await post('/v1/sandbox/bookings', { kind: 'trip' });
    expect(
      (await signs()).map(({ kind, product, destination, stay_days }) => [kind, product, destination, stay_days]),
    ).toEqual([
      ['trip', 'flight', 'LIS', 3],
      ['booking', 'flight', 'LIS', 3],
    ]);
    await post('/v1/sandbox/bookings', { kind: 'car' });
    expect((await signs()).map(({ kind, product, destination }) => [kind, product, destination])).toEqual([
      ['trip', 'car', 'LIS'],
      ['booking', 'car', 'LIS'],
    ]);
  });
});

test('nothing that is kept tells who gave a sign', async () => {
  const { key, organizationId } = await service.makeKey();
  const headers = { 'x-api-key': key, 'x-end-user-id': 'traveler-4711' };
  const { fares } = await searchFares(service, FLIGHT, headers);
  await post(
    '/v1/trip',
    {
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    },
    headers,
  );
  await post('/v1/sandbox/bookings', { kind: 'flight' }, headers);
  const { rows: keys } = await sql<{
    key_id: string;
  }>`select key_id from api_key where organization_id = ${organizationId}`.execute(service.app.db.q);
  const told = await signs();
  expect(told.map(({ kind }) => kind).sort()).toEqual(['booking', 'search', 'trip', 'trip']);
  expect(Object.keys(told[0] ?? {}).sort()).toEqual([
    'audience',
    'cabin',
    'caller',
    'day',
    'destination',
    'kind',
    'lead_days',
    'market_city',
    'market_country',
    'occurred_at',
    'price_usd',
    'product',
    'stay_days',
  ]);
  const text = JSON.stringify(told).toLowerCase();
  const secrets = [
    key,
    organizationId,
    organizationId.slice(4),
    ...keys.map((row) => row.key_id),
    'traveler-4711',
    'nellie',
    CONTACT.email,
    CONTACT.phone,
  ];
  expect(keys.length).toBe(1);
  for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase());
  expect(new Set(told.map(({ caller }) => caller)).size).toBe(1);
});
