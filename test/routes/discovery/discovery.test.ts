import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

const NOW = new Date('2027-01-10T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock: { now: () => NOW } });
});
afterAll(() => service.close());

const post = (path: string, body: object, headers?: Record<string, string>) =>
  service.call('POST', path, body, headers);
const total = (itinerary: { total_amount: { value: number } }) => itinerary.total_amount.value;
const prices = (itineraries: readonly { total_amount: { value: number } }[]) => itineraries.map(total);
const dayOf = (
  itinerary: { slices: readonly { segments: readonly { depart: { time_local: string } }[] }[] },
  slice = 0,
) => itinerary.slices[slice]?.segments[0]?.depart.time_local.slice(0, 10);
const codes = (body: { destinations: readonly { iata_code: string }[] }) =>
  body.destinations.map((city) => city.iata_code);
const february = [{ start: '2027-02-01', end: '2027-02-12' }];

/** The cheapest live price of one date pair. */
async function searched(origin: string, destination: string, departure: string, back?: string, more: object = {}) {
  const dates = { departure_date: departure, ...(back === undefined ? {} : { return_date: back }) };
  const { body } = await post('/v1/flight_search', { origin, destination, ...dates, limit: 1, ...more });
  return body.live_offers[0]?.fares[0].total_price.value;
}

describe('POST /v1/flight_calendar', () => {
  test('one itinerary for each date, in order, each at the price a flight search for the date begins with', async () => {
    const { status, body } = await post('/v1/flight_calendar', {
      origins: ['PAR'],
      destinations: ['NYC'],
      departure_date_ranges: [{ start: '2027-02-01', end: '2027-02-05' }],
      currency: 'EUR',
    });
    expect([status, body.total, body.pagination]).toEqual([200, 5, {}]);
    expect(body.days.map((day: { departure_date: string }) => day.departure_date)).toEqual([
      '2027-02-01',
      '2027-02-02',
      '2027-02-03',
      '2027-02-04',
      '2027-02-05',
    ]);
    expect(body.itineraries.map((itinerary: never) => dayOf(itinerary))).toEqual([
      '2027-02-01',
      '2027-02-02',
      '2027-02-03',
      '2027-02-04',
      '2027-02-05',
    ]);
    for (const [index, day] of body.days.entries()) {
      expect(day.lowest).toEqual(body.itineraries[index].total_amount);
      expect(day.lowest).toEqual({
        value: await searched('PAR', 'NYC', day.departure_date, undefined, { currency: 'EUR' }),
        currency: 'EUR',
        decimal_places: 2,
      });
    }
    expect(body.itineraries[0]).toMatchObject({
      origin_city_code: 'PAR',
      destination_city_code: 'NYC',
      search_timestamp: '2027-01-10T12:00:00.000Z',
      jinko_advice: { quantiles: { min_fare: { currency: 'EUR' } } },
    });
  });

  test('there and back: every return the stay allows, its level against the whole window', async () => {
    const ask = {
      origins: ['LON'],
      destinations: ['ROM'],
      departure_dates: ['2027-02-01', '2027-02-03'],
      stay_days_range: { min: 2, max: 4 },
    };
    const { body } = await post('/v1/flight_calendar', ask);
    expect(
      body.days.map(
        (day: { departure_date: string; return_date: string }) => `${day.departure_date} ${day.return_date}`,
      ),
    ).toEqual([
      '2027-02-01 2027-02-03',
      '2027-02-01 2027-02-04',
      '2027-02-01 2027-02-05',
      '2027-02-03 2027-02-05',
      '2027-02-03 2027-02-06',
      '2027-02-03 2027-02-07',
    ]);
    const lowest = body.days.toSorted(
      (a: { lowest: { value: number } }, b: { lowest: { value: number } }) => a.lowest.value - b.lowest.value,
    );
    expect([lowest[0].level, lowest[5].level]).toEqual(['low', 'high']);
    expect(lowest[0].lowest.value).toBe(await searched('LON', 'ROM', lowest[0].departure_date, lowest[0].return_date));
  });

  test('pages follow each other without repeats', async () => {
    const ask = { origins: ['PAR'], destinations: ['MAD'], departure_date_ranges: february, limit: 5 };
    const days: string[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await post('/v1/flight_calendar', {
        ...ask,
        ...(pageToken === undefined ? {} : { page_token: pageToken }),
      });
      expect(body.total).toBe(12);
      days.push(...body.days.map((day: { departure_date: string }) => day.departure_date));
      pageToken = body.pagination.next_page_token;
      expect(body.next_page_token).toBe(pageToken);
    }
    expect(pageToken).toBeUndefined();
    expect(days).toEqual(Array.from({ length: 12 }, (_, day) => `2027-02-${String(day + 1).padStart(2, '0')}`));
  });

  test('the four time ranges, direct_only and max_total hide what does not match', async () => {
    const ask = { origins: ['PAR'], destinations: ['NYC'], departure_dates: ['2027-02-02'], stay_days: 7 };
    const { body } = await post('/v1/flight_calendar', {
      ...ask,
      direct_only: true,
      departure_time_range: { earliest: '12:00' },
      return_departure_time_range: { latest: '20:00' },
    });
    const [itinerary] = body.itineraries;
    expect(itinerary.slices.map((slice: { segments: readonly unknown[] }) => slice.segments.length)).toEqual([1, 1]);
    expect(itinerary.slices[0].segments[0].depart.time_local >= '2027-02-02T12:00:00').toBe(true);
    expect(itinerary.slices[1].segments[0].depart.time_local <= '2027-02-09T20:00:00').toBe(true);
    const nothing = await post('/v1/flight_calendar', { ...ask, max_total: 5 });
    expect([nothing.status, nothing.body.total, nothing.body.days]).toEqual([200, 0, []]);
  });

  test('one departure_date and return_date as in flight_search, alone or together with the lists', async () => {
    const days = async (dates: object) => {
      const { body } = await post('/v1/flight_calendar', { origins: ['PAR'], destinations: ['LON'], ...dates });
      return body.days.map((day: { departure_date: string; return_date: string | null }) => [
        day.departure_date,
        day.return_date ?? null,
      ]);
    };
    expect(await days({ departure_date: '2027-02-03' })).toEqual([['2027-02-03', null]]);
    expect(await days({ departure_date: '2027-02-03', return_date: '2027-02-09' })).toEqual([
      ['2027-02-03', '2027-02-09'],
    ]);
    expect(await days({ departure_date: '2027-02-03', departure_dates: ['2027-02-03', '2027-02-05'] })).toEqual([
      ['2027-02-03', null],
      ['2027-02-05', null],
    ]);
  });

  test('without dates the next thirty days from tomorrow on, seven days away for a round trip', async () => {
    const { body } = await post('/v1/flight_calendar', {
      origins: ['PAR'],
      destinations: ['LON'],
      trip_type: 'roundtrip',
    });
    expect([body.total, body.days[0].departure_date, body.days[0].return_date, body.days[29].departure_date]).toEqual([
      30,
      '2027-01-11',
      '2027-01-18',
      '2027-02-09',
    ]);
  });
});

describe('POST /v1/find_dates and /v1/lowest_fare', () => {
  const ask = {
    origins: ['PAR'],
    destinations: ['BCN'],
    departure_date_ranges: [{ start: '2027-02-01', end: '2027-03-02' }],
  };

  test('up to ten date pairs spread over the window; the cheapest agrees with the calendar, lowest_fare and the search', async () => {
    const found = (await post('/v1/find_dates', ask)).body;
    const calendar = (await post('/v1/flight_calendar', ask)).body;
    expect(found.total).toBe(10);
    expect(prices(found.itineraries)).toEqual(prices(found.itineraries).toSorted((a, b) => a - b));
    const stretches = found.itineraries.map((itinerary: never) =>
      Math.floor((Date.parse(dayOf(itinerary) ?? '') - Date.parse('2027-02-01')) / (3 * 86_400_000)),
    );
    expect(stretches.toSorted((a: number, b: number) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const cheapest = total(found.itineraries[0]);
    const day = dayOf(found.itineraries[0]) ?? '';
    expect(Math.min(...calendar.days.map((one: { lowest: { value: number } }) => one.lowest.value))).toBe(cheapest);
    const lowest = (await post('/v1/lowest_fare', { origins: ['PAR'], destinations: ['BCN'], departure_date: day }))
      .body;
    expect(total(lowest.itineraries[0])).toBe(cheapest);
    expect(await searched('PAR', 'BCN', day)).toBe(cheapest);
  });

  test('lowest_fare lists the first of what a flight search lists, for a family too', async () => {
    const party = { adults: 2, children: 1, infants: 1, ages: [5, 1] };
    const lowest = (
      await post('/v1/lowest_fare', {
        origins: ['LON'],
        destinations: ['NYC'],
        departure_date: '2027-03-01',
        return_date: '2027-03-09',
        ...party,
        currency: 'GBP',
      })
    ).body;
    const search = (
      await post('/v1/flight_search', {
        origin: 'LON',
        destination: 'NYC',
        departure_date: '2027-03-01',
        return_date: '2027-03-09',
        ...party,
        currency: 'GBP',
        limit: 10,
      })
    ).body;
    expect(prices(lowest.itineraries)).toEqual(
      search.live_offers.map(
        (offer: { fares: readonly { total_price: { value: number } }[] }) => offer.fares[0]?.total_price.value,
      ),
    );
    expect(lowest.itineraries.length).toBe(10);
  });

  test.each([
    ['PAR', 'ROM'],
    ['MAD', 'NYC'],
    ['TYO', 'SIN'],
  ])('%s to %s: the same flight has the same advice in lowest_fare, the calendar and a search', async (from, to) => {
    const dates = ['2027-03-15', '2027-03-18'];
    const { body: calendar } = await post('/v1/flight_calendar', {
      origins: [from],
      destinations: [to],
      departure_dates: dates,
    });
    for (const [index, departure_date] of dates.entries()) {
      const { body: lowest } = await post('/v1/lowest_fare', { origins: [from], destinations: [to], departure_date });
      const { body: live } = await post('/v1/flight_search', { origin: from, destination: to, departure_date });
      const { body: direct } = await post('/v1/lowest_fare', {
        origins: [from],
        destinations: [to],
        departure_date,
        direct_only: true,
      });
      const { body: liveDirect } = await post('/v1/flight_search', {
        origin: from,
        destination: to,
        departure_date,
        direct_only: true,
      });
      expect(lowest.itineraries[0].jinko_advice).toEqual(live.live_offers[0].jinko_advice);
      expect(calendar.itineraries[index].jinko_advice).toEqual(live.live_offers[0].jinko_advice);
      expect(direct.itineraries[0]?.jinko_advice).toEqual(liveDirect.live_offers[0]?.jinko_advice);
    }
  });

  test('a legal search without flights is 200 and empty', async () => {
    const { status, body } = await post('/v1/lowest_fare', {
      origins: ['QAA'],
      destinations: ['QAB'],
      departure_date: '2027-02-01',
    });
    expect([status, body]).toEqual([200, { itineraries: [], total: 0 }]);
    expect((await post('/v1/find_dates', { origins: ['QAA'], destinations: ['QAB'] })).body).toEqual({
      itineraries: [],
      total: 0,
    });
  });

  test('the scenario routes show their own prices and currencies', async () => {
    const { body } = await post('/v1/lowest_fare', {
      origins: ['QAA'],
      destinations: ['QAQ'],
      departure_date: '2027-02-01',
    });
    expect(body.itineraries[0].total_amount).toMatchObject({ currency: 'JPY', decimal_places: 0 });
  });

  test('from two cities to two others nobody comes home to another city than they left', async () => {
    const { body } = await post('/v1/lowest_fare', {
      origins: ['PAR', 'LON'],
      destinations: ['ROM', 'MAD'],
      departure_date: '2027-02-01',
      return_date: '2027-02-08',
    });
    expect(body.itineraries.length).toBe(10);
    for (const { slices } of body.itineraries) {
      const city = (point: { city_code: string }) => point.city_code;
      expect(city(slices[1].segments[0].depart)).toBe(city(slices[0].segments.at(-1).arrive));
      expect(city(slices[1].segments.at(-1).arrive)).toBe(city(slices[0].segments[0].depart));
    }
  });
});

describe('destination search', () => {
  test('takes a year from yesterday on: the dates are chosen within what is sold, at the price a flight search for them begins with', async () => {
    const dates = { departure_date_ranges: [{ start: '2027-01-09', end: '2028-01-09' }], stay_days: 7 };
    for (const [path, body] of [
      ['/v1/find_destination', { origins: ['PAR'], destinations: ['LIS', 'ROM'], ...dates, direct_only: true }],
      [
        '/api/v1/flights/destination-search',
        { filters: { locations: { origins: ['PAR'], destinations: ['LIS', 'ROM'] }, dates, direct_only: true } },
      ],
    ] as const) {
      const answer = await post(path, body);
      expect([answer.status, codes(answer.body).toSorted()]).toEqual([200, ['LIS', 'ROM']]);
      for (const city of answer.body.destinations) {
        const [flight] = city.flights;
        const [out = '', back = ''] = [dayOf(flight), dayOf(flight, 1)];
        expect(out >= '2027-01-10' && back <= '2028-01-06').toBe(true);
        expect(total(flight)).toBe(await searched('PAR', city.iata_code, out, back, { direct_only: true }));
      }
    }
  });

  test('anywhere: cities cheapest first, none of them the origin, each bookable at its price', async () => {
    const { status, body } = await post('/v1/find_destination', {
      origins: ['PAR'],
      departure_date_ranges: february,
      stay_days: 7,
      currency: 'EUR',
    });
    expect([status, body.destinations.length]).toEqual([200, 20]);
    expect(body.total).toBeGreaterThan(200);
    expect(body.origin).toEqual({
      city_code: 'PAR',
      city_name: 'Paris',
      country_code: 'FR',
      country_name: 'France',
      location: expect.objectContaining({ latitude: expect.any(Number) }),
    });
    expect(codes(body)).not.toContain('PAR');
    expect(codes(body).filter((code) => code.startsWith('QA'))).toEqual([]);
    for (const index of [0, 7, 19]) {
      const { iata_code: code, lowest_fare_flight: flight, flights, city_name: name } = body.destinations[index];
      expect(flights).toEqual([flight]);
      expect([flight.destination_city_code, flight.destination_city_name]).toEqual([code, name]);
      expect(await searched('PAR', code, dayOf(flight) ?? '', dayOf(flight, 1), { currency: 'EUR' })).toBe(
        total(flight),
      );
    }
  });

  test('pages neither repeat nor miss a city, and the last one ends', async () => {
    const ask = {
      origins: ['OSL'],
      departure_date_ranges: [{ start: '2027-02-01', end: '2027-02-02' }],
      max_total: 120,
      limit: 10,
    };
    const whole = (await post('/v1/find_destination', { ...ask, limit: 100 })).body;
    const seen: string[] = [];
    let pageToken: string | undefined;
    let last = 0;
    do {
      const { body } = await post('/v1/find_destination', {
        ...ask,
        ...(pageToken === undefined ? {} : { page_token: pageToken }),
      });
      seen.push(...codes(body));
      pageToken = body.pagination.next_page_token;
      last = body.total;
    } while (pageToken !== undefined && seen.length < 1_000);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.slice(0, 100)).toEqual(codes(whole).slice(0, seen.length));
    expect(seen.length).toBe(last);
  });

  test.each(cellsOf(['OSL', 'PAR'], ['OSL']))(
    'from %s cities come cheapest first over pages, but for the few whose estimates are too high',
    async (origin) => {
      const found: number[] = [];
      let page_token: string | undefined;
      for (let page = 0; page < 3; page += 1) {
        const { body } = await post('/v1/find_destination', {
          origins: [origin],
          departure_dates: ['2027-02-03', '2027-02-04'],
          limit: 50,
          ...(page_token === undefined ? {} : { page_token }),
        });
        found.push(
          ...body.destinations.map((city: { lowest_fare_flight: { total_amount: { value: number } } }) =>
            total(city.lowest_fare_flight),
          ),
        );
        page_token = body.pagination.next_page_token;
      }
      expect(found.length).toBe(150);
      // An exact price may be under the share of its estimate that is reckoned with: of one city in a hundred at most.
      const behind = found.map((price, index) => price / Math.max(...found.slice(0, index + 1)));
      expect(found.filter((price, index) => price < (found[index - 1] ?? 0)).length).toBeLessThanOrEqual(
        found.length / 30,
      );
      expect(behind.filter((share) => share < 0.85).length).toBeLessThanOrEqual(found.length / 100);
    },
  );

  test('direct_only, max_total and flights_per_destination hold for every flight shown', async () => {
    const { body } = await post('/v1/find_destination', {
      origins: ['LON'],
      departure_date_ranges: february,
      direct_only: true,
      max_total: 120,
      flights_per_destination: 4,
      limit: 40,
    });
    expect(body.destinations.length).toBeGreaterThan(5);
    for (const { flights, lowest_fare_flight: lowest } of body.destinations) {
      expect(flights.length).toBeLessThanOrEqual(4);
      expect(prices(flights)).toEqual(prices(flights).toSorted((a, b) => a - b));
      expect(flights[0]).toEqual(lowest);
      for (const flight of flights) {
        expect(flight.slices[0].segments.length).toBe(1);
        expect(total(flight)).toBeLessThanOrEqual(12_000);
      }
    }
    expect(body.destinations.some((city: { flights: readonly unknown[] }) => city.flights.length === 4)).toBe(true);
  });

  test.each(cellsOf(['NYC', 'TYO'], ['TYO']))(
    'from %s max_total leaves out no city that is listed without it at that price',
    async (origin) => {
      const ask = {
        origins: [origin],
        departure_dates: ['2027-03-02'],
        return_dates: ['2027-03-09'],
        currency: 'USD',
        limit: 60,
        flights_per_destination: 1,
      };
      const { body } = await post('/v1/find_destination', ask);
      const listed: { iata_code: string; lowest_fare_flight: { total_amount: { value: number } } }[] =
        body.destinations;
      const priced = new Map(listed.map((city) => [city.iata_code, total(city.lowest_fare_flight)]));
      const most = [...priced.values()].sort((a, b) => a - b)[39] ?? 0;
      const { body: within } = await post('/v1/find_destination', { ...ask, max_total: most / 100 });
      const affordable = [...priced].filter(([, price]) => price <= most).map(([city]) => city);
      expect(affordable.length).toBeGreaterThanOrEqual(40);
      expect(affordable.filter((city) => !codes(within).includes(city))).toEqual([]);
    },
  );

  test('named cities, airports and countries: every one on every date, exactly the calendar of each', async () => {
    const dates = { departure_date_ranges: [{ start: '2027-02-01', end: '2027-02-04' }] };
    const { body } = await post('/v1/find_destination', {
      origins: ['PAR'],
      destinations: ['NYC', 'LHR', 'PT'],
      ...dates,
    });
    expect(codes(body)).toEqual(expect.arrayContaining(['NYC', 'LON', 'LIS']));
    expect(body.total).toBe(body.destinations.length);
    const london = body.destinations.find((city: { iata_code: string }) => city.iata_code === 'LON').lowest_fare_flight;
    expect(london.slices[0].destination).toBe('LHR');
    const calendar = (await post('/v1/flight_calendar', { origins: ['PAR'], destinations: ['NYC'], ...dates })).body;
    const newYork = body.destinations.find(
      (city: { iata_code: string }) => city.iata_code === 'NYC',
    ).lowest_fare_flight;
    expect(total(newYork)).toBe(
      Math.min(...calendar.days.map((day: { lowest: { value: number } }) => day.lowest.value)),
    );
  });

  test('recommendation orders by score', async () => {
    const { body } = await post('/v1/find_destination', {
      origins: ['PAR'],
      departure_dates: ['2027-02-03'],
      sort: 'recommendation',
      limit: 15,
    });
    const scores = body.destinations.map(
      (city: { lowest_fare_flight: { score: number } }) => city.lowest_fare_flight.score,
    );
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  });

  test('the spec form asks the same thing', async () => {
    const flat = await post('/v1/find_destination', {
      origins: ['VIE'],
      departure_dates: ['2027-02-03'],
      stay_days: 5,
      adults: 2,
      max_total: 500,
      currency: 'EUR',
      limit: 8,
    });
    const spec = await post('/api/v1/flights/destination-search', {
      currency: 'EUR',
      passengers: { adt: 2 },
      price_constraints: { max_total: 500 },
      limit: 8,
      filters: {
        trip_type: 'roundtrip',
        locations: { origins: ['VIE'] },
        dates: { departure_dates: ['2027-02-03'], stay_days: 5 },
      },
    });
    expect(spec.status).toBe(200);
    expect(spec.body.destinations).toEqual(flat.body.destinations);
    const seated = await post('/api/v1/flights/destination-search', {
      passengers: { adt: 1, inf_seat: 1, youth: 1 },
      filters: { locations: { origins: ['VIE'], destinations: ['LON'] } },
    });
    expect([seated.status, seated.body.total]).toEqual([200, 1]);
  });

  test('names are in the language asked for', async () => {
    const { body } = await post('/v1/find_destination', {
      origins: ['PAR'],
      destinations: ['LON'],
      departure_dates: ['2027-02-03'],
      locale: 'fr',
    });
    expect(body.destinations[0].city_name).toBe('Londres');
  });

  test('from the fictional origin the fictional places are found', async () => {
    const { body } = await post('/v1/find_destination', { origins: ['QAA'], departure_dates: ['2027-02-03'] });
    expect(codes(body)).toContain('QAC');
    expect(codes(body)).not.toContain('QAB');
  });
});

describe('who asks', () => {
  test('an answer is kept for its organization alone, and each sees the same public prices', async () => {
    const other = await service.makeKey();
    const ask = { origins: ['PAR'], departure_dates: ['2027-02-03'], limit: 5 };
    const mine = await post('/v1/find_destination', ask);
    const theirs = await post('/v1/find_destination', ask, { 'x-api-key': other.key });
    expect(theirs.status).toBe(200);
    expect(theirs.body.destinations).toEqual(mine.body.destinations);
    expect(theirs.body.pagination.next_page_token).not.toBe(mine.body.pagination.next_page_token);
    const foreign = await post(
      '/v1/find_destination',
      { ...ask, page_token: mine.body.pagination.next_page_token },
      { 'x-api-key': other.key },
    );
    expect([foreign.status, foreign.body.fields[0].path]).toEqual([422, 'page_token']);
  });

  test('a discovery costs one credit, a search ten', async () => {
    const other = await service.makeKey();
    const balance = async () =>
      (await service.call('GET', '/v1/account', undefined, { 'x-api-key': other.key })).body.balance;
    const before = await balance();
    await post(
      '/v1/lowest_fare',
      { origins: ['PAR'], destinations: ['LON'], departure_date: '2027-02-03' },
      { 'x-api-key': other.key },
    );
    expect(before - (await balance())).toBe(1);
  });
});
