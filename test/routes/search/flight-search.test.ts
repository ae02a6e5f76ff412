import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPublisher } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { missingFields, searchAnswerFields } from '../../support/hostile/spec-fields.ts';

let service: TestService;

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const flat = { origin: 'PAR', destination: 'NYC', departure_date: dateIn(60) };
const searchFlat = (part: object = {}) => service.call('POST', '/v1/flight_search', { ...flat, ...part });
const filtersBody = (dates: object = { departure_dates: [dateIn(60)] }, filters: object = {}) => ({
  filters: { locations: { origins: ['PAR'], destinations: ['NYC'] }, dates, ...filters },
});
const searchFilters = (body: object) => service.call('POST', '/api/v1/flights/search', body);
const brands = (body: {
  readonly live_offers: readonly { readonly fares: readonly { readonly brand_name: string }[] }[];
}) => body.live_offers.map((offer) => offer.fares.map((fare) => fare.brand_name).join());

beforeAll(async () => {
  service = await startService({ flightSuppliers: [aPublisher()] });
});
afterAll(async () => {
  await service.close();
});

describe('POST /v1/flight_search', () => {
  test('answers every field of the spec, one way and return, connecting and direct', async () => {
    for (const part of [{}, { return_date: dateIn(74), adults: 2 }]) {
      const { status, body } = await searchFlat(part);
      expect(status).toBe(200);
      const wanted = missingFields(body, searchAnswerFields);
      // One way has no flight back: the field is there, and null.
      expect('return_date' in part ? wanted : wanted.filter((path) => !path.endsWith('.inbound_flight'))).toEqual([]);
      expect(body.live_offers).toHaveLength(8);
      expect(body.itineraries.length).toBeGreaterThan(0);
    }
  });

  test('the cheapest first, totals and statuses over the whole result', async () => {
    const { body } = await searchFlat({ limit: 3 });
    expect(
      body.live_offers.map(
        (offer: { fares: { total_price: { value: number } }[] }) => offer.fares[0]?.total_price.value,
      ),
    ).toEqual([50_000, 52_000, 54_000]);
    expect(body).toMatchObject({
      total: 8,
      live_shop_status: 'ok',
      filters_applied: [],
      supplier_statuses: [{ provider: 'few', status: 'ok', offer_count: 8 }],
      destination: { iata_code: 'NYC', city_name: 'New York' },
      facets: { airlines: { AF: 4, BA: 4 }, stops: { 0: 6, 1: 2 }, cabins: { economy: 8 }, origins: { CDG: 8 } },
    });
  });

  test('pages follow one another, by token and by offset, and the last has no token', async () => {
    const first = await searchFlat({ limit: 5 });
    const second = await searchFlat({ limit: 5, page_token: first.body.pagination.next_page_token });
    const byOffset = await searchFlat({ limit: 5, offset: 5 });
    const ids = (body: { live_offers: { offer_id: string }[] }) => body.live_offers.map((offer) => offer.offer_id);
    expect(ids(second.body)).toEqual(ids(byOffset.body));
    expect(new Set([...ids(first.body), ...ids(second.body)]).size).toBe(8);
    expect(second.body.pagination).toEqual({});
  });

  test('a page token of another search is 422', async () => {
    const { body } = await searchFlat({ limit: 5 });
    const answer = await searchFlat({ limit: 5, page_token: body.pagination.next_page_token, refundable_only: true });
    expect([answer.status, answer.body.fields[0].path]).toEqual([422, 'page_token']);
  });

  test("a page token of a cached search is no live one's, nor the other way round", async () => {
    const ask = (part: object) =>
      searchFilters({ ...filtersBody({ departure_dates: [dateIn(60)] }), limit: 3, ...part });
    for (const allow_live_shop of [true, false]) {
      const page_token: string = (await ask({ allow_live_shop })).body.pagination.next_page_token;
      const crossed = await ask({ allow_live_shop: !allow_live_shop, page_token });
      expect([crossed.status, crossed.body.fields[0].path]).toEqual([422, 'page_token']);
      expect((await ask({ allow_live_shop, page_token })).status).toBe(200);
    }
  });

  test('a filter hides fares as well as offers and says so', async () => {
    const { body } = await searchFlat({ refundable_only: true });
    expect(brands(body)).toEqual(['Flex', 'Flex', 'Flex', 'Flex']);
    expect(body).toMatchObject({
      total: 4,
      filters_applied: ['refundable_only'],
      left_out: { hidden_offers: 4, hidden_fares: 4 },
    });
  });

  test('max_price is a total in the currency asked for', async () => {
    const { body } = await searchFlat({ max_price: 540 });
    expect(body.total).toBe(3);
    expect((await searchFlat({ max_price: 540, adults: 2 })).body.total).toBe(0);
  });

  test('another currency is converted and shows how', async () => {
    const { body } = await searchFlat({ currency: 'jpy' });
    const rate = service.app.rates.rate('USD', 'JPY');
    expect(body.live_offers[0].fares[0]).toMatchObject({
      total_price: { value: Math.round(500 * rate), currency: 'JPY', decimal_places: 0 },
      origin_total_price: { value: 50_000, currency: 'USD', decimal_places: 2 },
      conversion_rate: rate,
    });
  });

  test('the same question gets the same bytes until the clock moves on', async () => {
    const question = { return_date: dateIn(80) };
    const [first, second] = [await searchFlat(question), await searchFlat(question)];
    expect(second.body).toEqual(first.body);
    await service.advance(46);
    expect((await searchFlat(question)).body.live_offers[0].offer_token).not.toBe(
      first.body.live_offers[0].offer_token,
    );
  });
});

describe('re-pricing an offer_token', () => {
  test('everything but how the answer is wanted is refused beside it, by name', async () => {
    const token: string = (await searchFlat()).body.live_offers[0].offer_token;
    const reprice = (part: object) => service.call('POST', '/v1/flight_search', { offer_token: token, ...part });
    const others = {
      adults: 2,
      ages: [30],
      cabin_class: 'business',
      direct_only: false,
      max_price: 1,
      include_carriers: [],
      sort: 'recommendation',
      limit: 5,
      page_token: 'x',
    };
    const { status, body } = await reprice(others);
    expect([status, body.error.code, body.fields.map((field: { path: string }) => field.path).toSorted()]).toEqual([
      422,
      'BAD_REQUEST',
      Object.keys(others).toSorted(),
    ]);
    expect(
      (
        await reprice({
          currency: 'EUR',
          locale: 'fr',
          supplier_timeout_ms: 5_000,
          intent: { user_intent: 'Check it again.' },
        })
      ).status,
    ).toBe(200);
  });

  test('answers that one offer with fresh tokens', async () => {
    const { body } = await searchFlat();
    const [, wanted] = body.live_offers;
    const again = await service.call('POST', '/v1/flight_search', { offer_token: wanted.offer_token });
    expect(again.status).toBe(200);
    expect(again.body.live_offers.map((offer: { offer_id: string }) => offer.offer_id)).toEqual([wanted.offer_id]);
    expect(again.body.live_offers[0].offer_token).not.toBe(wanted.offer_token);
  });

  test('an altered token is 422, one of another kind too', async () => {
    const { body } = await searchFlat();
    const token: string = body.live_offers[0].offer_token;
    for (const bad of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace('oft_', 'oft_x'),
      body.live_offers[0].fares[0].trip_item_token,
      'nonsense',
    ]) {
      const answer = await service.call('POST', '/v1/flight_search', { offer_token: bad });
      expect([answer.status, answer.body.error.code, answer.body.fields[0].path]).toEqual([
        422,
        'BAD_REQUEST',
        'offer_token',
      ]);
    }
  });

  test("another organization's token is 422", async () => {
    const { body } = await searchFlat();
    const { key } = await service.makeKey();
    const answer = await service.call(
      'POST',
      '/v1/flight_search',
      { offer_token: body.live_offers[0].offer_token },
      { 'x-api-key': key },
    );
    expect([answer.status, answer.body.error.code]).toEqual([422, 'BAD_REQUEST']);
  });

  test('after 30 minutes it is 410', async () => {
    const { body } = await searchFlat({ adults: 3 });
    await service.advance(30 * 60 + 1);
    const answer = await service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
    expect([answer.status, answer.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
  });
});

describe('bad input is 422 and says where', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['unknown place', { origin: 'ZZX' }, 'origin'],
    ['a city where an airport is meant', { destination: 'NYC', destination_type: 'airport' }, 'destination'],
    ['same place', { destination: 'CDG' }, 'destination'],
    ['past date', { departure_date: dateIn(-2) }, 'departure_date'],
    ['no such day', { departure_date: `${Number(dateIn(0).slice(0, 4)) + 1}-02-30` }, 'departure_date'],
    ['return before departure', { return_date: dateIn(59) }, 'return_date'],
    ['too far ahead', { departure_date: dateIn(364) }, 'departure_date'],
    ['round trip without return', { trip_type: 'roundtrip' }, 'return_date'],
    ['one way with return', { trip_type: 'oneway', return_date: dateIn(70) }, 'return_date'],
    ['more infants than adults', { infants: 2 }, 'infants'],
    ['more than nine seats', { adults: 6, children: 4 }, 'adults'],
    ['ages do not match', { children: 2, ages: [5] }, 'ages'],
    ["an age that is no child's", { children: 1, ages: [12] }, 'ages[0]'],
    ['overlapping carriers', { include_carriers: ['AF', 'BA'], exclude_carriers: ['ba'] }, 'exclude_carriers'],
    [
      'connection bounds crossed',
      { connection_time_min_minutes: 90, connection_time_max_minutes: 60 },
      'connection_time_max_minutes',
    ],
    ['return window one way', { return_departure_time_range: { earliest: '08:00' } }, 'return_departure_time_range'],
    ['limit 101', { limit: 101 }, 'limit'],
    ['ten adults', { adults: 10 }, 'adults'],
    ['unknown cabin', { cabin_class: 'sofa' }, 'cabin_class'],
    ['a time that is none', { departure_time_range: { earliest: '24:00' } }, 'departure_time_range.earliest'],
    ['supplier deadline too short', { supplier_timeout_ms: 499 }, 'supplier_timeout_ms'],
    ['wrong type', { adults: '2' }, 'adults'],
    ['no origin', { origin: undefined }, 'origin'],
    ['offer_token beside a journey', { offer_token: 'oft_x' }, 'origin'],
  ];
  test.each(cases)('%s', async (_, part, path) => {
    const { status, body } = await searchFlat(part);
    expect([status, body.error.code, body.fields.map((field: { path: string }) => field.path)]).toEqual([
      422,
      'BAD_REQUEST',
      expect.arrayContaining([path]),
    ]);
  });
  test('an unknown currency lists the supported ones', async () => {
    const { status, body } = await searchFlat({ currency: 'XTS' });
    expect([status, body.error.code]).toEqual([422, 'CURRENCY_UNSUPPORTED']);
    expect(body.supported).toContain('EUR');
  });
  test.each(['EURO', ''])('what is no currency code at all (%j) is answered alike', async (currency) => {
    expect(await searchFlat({ currency })).toMatchObject({
      status: 422,
      body: { error: { code: 'CURRENCY_UNSUPPORTED' }, supported: expect.arrayContaining(['EUR']) },
    });
  });
  test("on /api/v1 the path is that form's", async () => {
    const { status, body } = await searchFilters({
      filters: {
        locations: { origins: ['PAR', 'ZZX'], destinations: ['NYC'] },
        dates: { departure_dates: [dateIn(-3)] },
      },
    });
    expect([status, body.fields.map((field: { path: string }) => field.path)]).toEqual([
      422,
      ['filters.locations.origins[1]', 'filters.dates.departure_dates'],
    ]);
  });
});

describe('POST /api/v1/flights/search', () => {
  test.each([{}, { departure_dates: [] }])('a day of departure is required: dates %j', async (dates) => {
    for (const trip_type of [undefined, 'oneway', 'roundtrip']) {
      const { status, body } = await searchFilters(filtersBody(dates, { trip_type }));
      expect([status, body.fields[0]]).toEqual([
        422,
        { path: 'filters.dates.departure_dates', problem: 'is required: name a day of departure.' },
      ]);
    }
  });

  test.each([
    [{}, { adt: 1, chd: 0, inf: 0 }],
    [{ chd: 1 }, { adt: 1, chd: 1, inf: 0 }],
    [{ youth: 2 }, { adt: 2, chd: 0, inf: 0 }],
    [
      { adt: 0, student: 1 },
      { adt: 1, chd: 0, inf: 0 },
    ],
  ])('passengers %j travel as %j', async (passengers, shown) => {
    const { status, body } = await searchFilters({ ...filtersBody(), passengers, allow_live_shop: true });
    expect([status, body.live_offers[0].passengers]).toEqual([200, shown]);
  });
  test('no adult at all, said so, is 422', async () => {
    const { status, body } = await searchFilters({ ...filtersBody(), passengers: { adt: 0, chd: 1 } });
    expect([status, body.fields[0].path]).toEqual([422, 'passengers']);
  });

  test('without live shopping answers itineraries, never an empty list for a route that is sold', async () => {
    const { status, body } = await searchFilters({ ...filtersBody(), limit: 3 });
    expect(status).toBe(200);
    expect(missingFields(body, searchAnswerFields)).toEqual([]);
    expect(body).toMatchObject({ live_shop_status: 'not_eligible', live_offers: [], total: 8, supplier_statuses: [] });
    expect(body.itineraries).toHaveLength(3);
    expect(body.pagination.next_page_token).toEqual(expect.any(String));
  });

  test('with live shopping answers offers too', async () => {
    const { body } = await searchFilters({
      ...filtersBody({ departure_dates: [dateIn(61)], stay_days: 7 }),
      allow_live_shop: true,
      passengers: { adt: 1, youth: 1 },
    });
    expect(body).toMatchObject({ live_shop_status: 'ok', total: 8 });
    expect(body.live_offers[0]).toMatchObject({
      is_round_trip: true,
      passenger_count: 2,
      passengers: { adt: 2, chd: 0, inf: 0 },
    });
  });

  test('date ranges are searched day by day, at most 31 combinations', async () => {
    const range = (days: number) => ({ departure_date_ranges: [{ start: dateIn(60), end: dateIn(60 + days) }] });
    expect((await searchFilters(filtersBody(range(2)))).body.total).toBe(24);
    for (const days of [40, 400]) {
      const { status, body } = await searchFilters(filtersBody(range(days)));
      expect([status, body.fields[0].path]).toEqual([422, 'filters.dates.departure_date_ranges[0]']);
    }
  });
  test('a stay on a one-way trip is told of the stay', async () => {
    const { status, body } = await searchFilters(
      filtersBody({ departure_dates: [dateIn(61)], stay_days: 7 }, { trip_type: 'oneway' }),
    );
    expect([status, body.fields.map((field: { path: string }) => field.path)]).toEqual([
      422,
      ['filters.dates.stay_days'],
    ]);
  });

  test('what a live search has seen of a supplier that publishes its offers is not shown a second time', async () => {
    const departure_date = dateIn(63);
    const dates = { departure_dates: [departure_date] };
    expect((await searchFlat({ departure_date })).body.total).toBe(8);
    await service.app.observedFares.settle();
    const { key } = await service.makeKey();
    const body = { ...filtersBody(dates), limit: 100 };
    const answer = await service.call('POST', '/api/v1/flights/search', body, { 'x-api-key': key });
    expect([answer.body.total, answer.body.itineraries.length]).toEqual([8, 8]);
  });

  test('direct_only and price_constraints filter here too', async () => {
    const { body } = await searchFilters({
      ...filtersBody(undefined, { direct_only: true }),
      price_constraints: { max_total: 520 },
    });
    expect(body).toMatchObject({ total: 2, filters_applied: ['direct_only', 'max_total'] });
  });
});

describe('pictures that answers link to exist', () => {
  test.each(['/assets/airlines/AF.svg', '/assets/airlines/Northern%20Seaplanes.svg', '/assets/cities/NYC.svg'])(
    '%s',
    async (path) => {
      const answer = await fetch(`${service.url}${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    },
  );
  test('any other name is 404', async () => {
    expect((await fetch(`${service.url}/assets/cities/%2e%2e.svg`)).status).toBe(404);
  });
});
