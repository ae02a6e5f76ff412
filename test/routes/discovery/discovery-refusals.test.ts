import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';

const NOW = new Date('2027-01-10T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock: { now: () => NOW } });
});
afterAll(() => service.close());

const FLAT = { origins: ['PAR'], destinations: ['NYC'] };
const LOWEST = { ...FLAT, departure_date: '2027-02-01' };
const spec = (locations: object, dates: object = {}, filters: object = {}) => ({
  filters: { locations, dates, ...filters },
});
const range = (start: string, end: string) => [{ start, end }];

describe('a discovery that cannot be answered is 422 and names every bad field', () => {
  const cases: readonly (readonly [string, string, object, readonly string[]])[] = [
    [
      'an unknown place',
      '/v1/find_destination',
      { origins: ['PAR', 'XQX'], destinations: ['QQQ'] },
      ['origins[1]', 'destinations[0]'],
    ],
    ['an unknown country', '/v1/find_destination', { origins: ['PAR'], destinations: ['XQ'] }, ['destinations[0]']],
    ['a city said to be an airport', '/v1/flight_calendar', { ...FLAT, origin_type: 'airport' }, ['origins[0]']],
    [
      'the origin as destination',
      '/v1/find_destination',
      { origins: ['CDG'], destinations: ['PAR'] },
      ['destinations'],
    ],
    [
      'the origin as destination of a calendar',
      '/v1/flight_calendar',
      { origins: ['PAR'], destinations: ['ORY'] },
      ['destinations'],
    ],
    ['a past date', '/v1/find_dates', { ...FLAT, departure_dates: ['2027-01-09'] }, ['departure_dates']],
    ['a past date of lowest_fare', '/v1/lowest_fare', { ...FLAT, departure_date: '2027-01-09' }, ['departure_date']],
    ['a date too far ahead', '/v1/lowest_fare', { ...FLAT, departure_date: '2028-02-01' }, ['departure_date']],
    ['a day no calendar has', '/v1/lowest_fare', { ...FLAT, departure_date: '2027-02-30' }, ['departure_date']],
    ['a return before the departure', '/v1/lowest_fare', { ...LOWEST, return_date: '2027-01-31' }, ['return_date']],
    [
      'a return on a one-way trip',
      '/v1/lowest_fare',
      { ...LOWEST, trip_type: 'oneway', return_date: '2027-02-05' },
      ['return_date'],
    ],
    ['a round trip without a return', '/v1/lowest_fare', { ...LOWEST, trip_type: 'roundtrip' }, ['return_date']],
    [
      'a range of 400 days',
      '/v1/flight_calendar',
      { ...FLAT, departure_date_ranges: range('2027-02-01', '2028-03-06') },
      ['departure_date_ranges[0].end'],
    ],
    [
      'a range of 367 days',
      '/v1/find_destination',
      { origins: ['PAR'], departure_date_ranges: range('2027-02-01', '2028-02-02') },
      ['departure_date_ranges[0].end'],
    ],
    [
      'a range that lies beyond what is sold',
      '/v1/find_destination',
      { origins: ['PAR'], departure_date_ranges: range('2028-02-01', '2028-03-02') },
      ['departure_date_ranges[0]'],
    ],
    [
      'a range that is over',
      '/v1/find_destination',
      { origins: ['PAR'], departure_date_ranges: range('2027-01-01', '2027-01-09') },
      ['departure_date_ranges[0]'],
    ],
    [
      'a range that ends before it starts',
      '/v1/find_dates',
      { ...FLAT, return_date_ranges: range('2027-02-03', '2027-02-01') },
      ['return_date_ranges[0].end'],
    ],
    [
      'more than a thousand date pairs',
      '/v1/flight_calendar',
      { ...FLAT, departure_date_ranges: range('2027-02-01', '2027-03-31'), stay_days_range: { min: 1, max: 30 } },
      ['departure_date_ranges[0]'],
    ],
    [
      'a thousand pairs made by a stay',
      '/v1/flight_calendar',
      {
        ...FLAT,
        departure_dates: ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04'],
        stay_days_range: { min: 0, max: 300 },
      },
      ['stay_days_range'],
    ],
    ['a single past date', '/v1/find_destination', { ...FLAT, departure_date: '2027-01-09' }, ['departure_date']],
    [
      'a single past date beside a list',
      '/v1/find_dates',
      { ...FLAT, departure_date: '2027-01-09', departure_dates: ['2027-02-01'] },
      ['departure_date'],
    ],
    [
      'a single date too far ahead',
      '/v1/flight_calendar',
      { ...FLAT, departure_date: '2028-02-01' },
      ['departure_date'],
    ],
    [
      'a single date that is none',
      '/v1/flight_calendar',
      { ...FLAT, departure_date: 'soon', return_date: '2027-13-01x' },
      ['departure_date', 'return_date'],
    ],
    [
      'a single return before the departure',
      '/v1/find_dates',
      { ...FLAT, departure_date: '2027-02-03', return_date: '2027-02-01' },
      ['return_date'],
    ],
    [
      'a single return and a stay on a one-way trip',
      '/v1/find_dates',
      { ...FLAT, departure_date: '2027-02-03', return_date: '2027-02-09', stay_days: 6, trip_type: 'oneway' },
      ['return_date', 'stay_days'],
    ],
    [
      'a stay whose end is before its beginning',
      '/v1/flight_calendar',
      { ...FLAT, stay_days_range: { min: 9, max: 3 } },
      ['stay_days_range.max'],
    ],
    ['limit 101', '/v1/find_destination', { origins: ['PAR'], limit: 101 }, ['limit']],
    ['limit 101 of a calendar', '/v1/flight_calendar', { ...FLAT, limit: 101 }, ['limit']],
    [
      'flights_per_destination 11',
      '/v1/find_destination',
      { origins: ['PAR'], flights_per_destination: 11 },
      ['flights_per_destination'],
    ],
    [
      'a thousand destinations',
      '/v1/find_destination',
      { origins: ['PAR'], destinations: new Array(1_000).fill('NYC') },
      ['destinations'],
    ],
    [
      '51 destinations',
      '/v1/find_destination',
      { origins: ['PAR'], destinations: new Array(51).fill('NYC') },
      ['destinations'],
    ],
    ['eleven origins', '/v1/find_destination', { origins: new Array(11).fill('PAR') }, ['origins']],
    ['no origin', '/v1/find_destination', { origins: [] }, ['origins']],
    ['a calendar to nowhere', '/v1/flight_calendar', { origins: ['PAR'] }, ['destinations']],
    ['ten adults', '/v1/find_destination', { origins: ['PAR'], adults: 10 }, ['adults']],
    [
      'more infants than adults, and an unknown place',
      '/v1/find_destination',
      { origins: ['PAR', 'XQX'], adults: 1, infants: 2 },
      ['origins[1]', 'infants'],
    ],
    ['ages that do not fit', '/v1/lowest_fare', { ...LOWEST, children: 1, ages: [15] }, ['ages[0]']],
    [
      'carriers both wanted and not',
      '/v1/lowest_fare',
      { ...LOWEST, include_carriers: ['AF'], exclude_carriers: ['AF'] },
      ['exclude_carriers'],
    ],
    [
      'a return time of a one-way trip',
      '/v1/flight_calendar',
      { ...FLAT, return_arrival_time_range: { latest: '12:00' } },
      ['return_arrival_time_range'],
    ],
    ['an unknown sort', '/v1/find_destination', { origins: ['PAR'], sort: 'cheapest' }, ['sort']],
    [
      'the same on the other surface',
      '/api/v1/flights/destination-search',
      spec({ origins: ['XQX'], destinations: ['PAR', 'QQQ'] }, { departure_dates: ['2027-01-01'] }),
      ['filters.locations.origins[0]', 'filters.locations.destinations[1]', 'filters.dates.departure_dates'],
    ],
    [
      'a range of 400 days on the other surface',
      '/api/v1/flights/destination-search',
      spec({ origins: ['PAR'] }, { return_date_ranges: range('2027-02-01', '2028-03-06') }),
      ['filters.dates.return_date_ranges[0].end'],
    ],
    [
      'more lap infants than adults on the other surface',
      '/api/v1/flights/destination-search',
      { ...spec({ origins: ['PAR'] }), passengers: { adt: 1, inf_lap: 2 } },
      ['passengers.inf_lap'],
    ],
    [
      'limits on the other surface',
      '/api/v1/flights/destination-search',
      { ...spec({ origins: ['PAR'] }), limit: 101, flights_per_destination: 0 },
      ['limit', 'flights_per_destination'],
    ],
  ];
  test.each(cases)('%s', async (_, path, body, paths) => {
    const answer = await service.call('POST', path, body);
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'BAD_REQUEST']);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toEqual(paths);
  });
});

test('days to come back that fit no stay are told as such', async () => {
  const answer = await service.call('POST', '/v1/flight_calendar', {
    ...FLAT,
    departure_dates: ['2027-03-01'],
    return_dates: ['2027-03-09'],
    stay_days: 3,
  });
  expect([answer.status, answer.body.fields]).toEqual([
    422,
    [
      {
        path: 'return_dates',
        problem: 'No return is that many days after a departure. Name other days, or leave the stay out.',
      },
    ],
  ]);
});

test('today is judged at the origin: still yesterday in Honolulu, already tomorrow in Auckland', async () => {
  const lowest = (origin: string, destination: string, date: string) =>
    service.call('POST', '/v1/lowest_fare', { origins: [origin], destinations: [destination], departure_date: date });
  expect((await lowest('AKL', 'SYD', '2027-01-10')).status).toBe(422);
  expect((await lowest('AKL', 'SYD', '2027-01-11')).status).toBe(200);
  expect((await lowest('HNL', 'LAX', '2027-01-10')).status).toBe(200);
});

test('a currency no price can be given in is CURRENCY_UNSUPPORTED', async () => {
  const answer = await service.call('POST', '/v1/find_destination', { origins: ['PAR'], currency: 'XQQ' });
  expect([answer.status, answer.body.error.code]).toEqual([422, 'CURRENCY_UNSUPPORTED']);
});

test('a page token belongs to the list it continues', async () => {
  const ask = { origins: ['PAR'], departure_dates: ['2027-02-03'], limit: 5 };
  const { body } = await service.call('POST', '/v1/find_destination', ask);
  const token = body.pagination.next_page_token;
  for (const changed of [
    { ...ask, direct_only: true },
    { ...ask, flights_per_destination: 2 },
    { ...ask, departure_dates: ['2027-02-04'] },
  ]) {
    const answer = await service.call('POST', '/v1/find_destination', { ...changed, page_token: token });
    expect([answer.status, answer.body.fields[0].path]).toEqual([422, 'page_token']);
  }
  expect(
    (await service.call('POST', '/v1/flight_calendar', { ...FLAT, departure_dates: ['2027-02-03'], page_token: token }))
      .status,
  ).toBe(422);
});

test('every operation takes an intent and changes nothing for it', async () => {
  const plain = await service.call('POST', '/v1/lowest_fare', LOWEST);
  const wished = await service.call('POST', '/v1/lowest_fare', {
    ...LOWEST,
    intent: { user_intent: 'somewhere warm' },
  });
  expect(wished.body.itineraries).toEqual(plain.body.itineraries);
  expect((await service.call('POST', '/v1/lowest_fare', { ...LOWEST, intent: { user_intent: 7 } })).status).toBe(422);
});
