import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCarSupplier } from '../../support/products/cars.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
/** Half past eleven at night of 9 January in Lisbon and London, already the 10th in Paris. */
const clock = { now: () => new Date('2027-01-09T23:30:00Z') };
const pickUp = { location: 'LIS', date_time: '2027-03-05T10:00:00' };
const dropOff = { date_time: '2027-03-10T10:00:00' };
const search = (part: object = {}) =>
  service.call('POST', '/v1/car_search', { pick_up: pickUp, drop_off: dropOff, ...part });

beforeAll(async () => {
  service = await startService({
    carSuppliers: [
      aCarSupplier({ search: () => Promise.reject(new Error('What is refused never reaches a supplier.')) }),
    ],
    clock,
  });
});
afterAll(() => service.close());

describe('422 with the fields', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['no pick-up', { pick_up: undefined }, ['pick_up']],
    ['no drop-off', { drop_off: undefined }, ['drop_off']],
    ['no place', { pick_up: { date_time: pickUp.date_time } }, ['pick_up.location']],
    ['both forms', { pick_up: { ...pickUp, latitude: 38.7, longitude: -9.1 } }, ['pick_up']],
    ['both forms at the drop-off', { drop_off: { ...dropOff, location: 'LIS', longitude: -9.1 } }, ['drop_off']],
    ['a point without longitude', { pick_up: { latitude: 38.7, date_time: pickUp.date_time } }, ['pick_up.longitude']],
    ['a point without latitude', { drop_off: { ...dropOff, longitude: -9.1 } }, ['drop_off.latitude']],
    ['latitude 91', { pick_up: { latitude: 91, longitude: 0, date_time: pickUp.date_time } }, ['pick_up.latitude']],
    [
      'longitude −181',
      { pick_up: { latitude: 0, longitude: -181, date_time: pickUp.date_time } },
      ['pick_up.longitude'],
    ],
    ['unknown code', { pick_up: { ...pickUp, location: 'QZZ' } }, ['pick_up.location']],
    [
      'unknown codes at both ends',
      { pick_up: { ...pickUp, location: 'QZZ' }, drop_off: { ...dropOff, location: 'QZY' } },
      ['pick_up.location', 'drop_off.location'],
    ],
    ['not a code', { pick_up: { ...pickUp, location: 'Lisbon' } }, ['pick_up.location']],
    [
      'a city asked for as airport',
      { pick_up: { ...pickUp, location: 'LON', location_type: 'airport' } },
      ['pick_up.location'],
    ],
    [
      'an airport asked for as city',
      { pick_up: { ...pickUp, location: 'LHR', location_type: 'city' } },
      ['pick_up.location'],
    ],
    ['no time', { pick_up: { location: 'LIS' } }, ['pick_up.date_time']],
    ['a time with zone', { pick_up: { ...pickUp, date_time: '2027-03-05T10:00:00Z' } }, ['pick_up.date_time']],
    ['a date alone', { pick_up: { ...pickUp, date_time: '2027-03-05' } }, ['pick_up.date_time']],
    ['30 February', { pick_up: { ...pickUp, date_time: '2027-02-30T10:00:00' } }, ['pick_up.date_time']],
    ["25 o'clock", { drop_off: { date_time: '2027-03-10T25:00:00' } }, ['drop_off.date_time']],
    [
      'yesterday',
      { pick_up: { ...pickUp, date_time: '2027-01-08T10:00:00' }, drop_off: { date_time: '2027-01-12T10:00:00' } },
      ['pick_up.date_time'],
    ],
    [
      'half an hour ago in Santarém, whose nearest airport (Manaus) lies an hour behind',
      {
        pick_up: { latitude: -4.5, longitude: -55.6, date_time: '2027-01-09T20:00:00' },
        drop_off: { date_time: '2027-01-12T10:00:00' },
      },
      ['pick_up.date_time'],
    ],
    [
      'a minute ago in Lisbon',
      { pick_up: { ...pickUp, date_time: '2027-01-09T23:29:00' }, drop_off: { date_time: '2027-01-12T10:00:00' } },
      ['pick_up.date_time'],
    ],
    [
      'past in Paris, still ahead by the clock in Lisbon',
      {
        pick_up: { location: 'PAR', date_time: '2027-01-09T23:45:00' },
        drop_off: { date_time: '2027-01-12T10:00:00' },
      },
      ['pick_up.date_time'],
    ],
    [
      'past at a point near Paris',
      {
        pick_up: { latitude: 48.86, longitude: 2.35, date_time: '2027-01-09T23:45:00' },
        drop_off: { date_time: '2027-01-12T10:00:00' },
      },
      ['pick_up.date_time'],
    ],
    [
      '331 days ahead',
      { pick_up: { ...pickUp, date_time: '2027-12-06T10:00:00' }, drop_off: { date_time: '2027-12-07T10:00:00' } },
      ['pick_up.date_time'],
    ],
    ['drop-off at the pick-up', { drop_off: { date_time: pickUp.date_time } }, ['drop_off.date_time']],
    ['drop-off before', { drop_off: { date_time: '2027-03-04T10:00:00' } }, ['drop_off.date_time']],
    ['90 days and a second', { drop_off: { date_time: '2027-06-03T10:00:01' } }, ['drop_off.date_time']],
    ['age 17', { driver_age: 17 }, ['driver_age']],
    ['age 100', { driver_age: 100 }, ['driver_age']],
    ['age 30.5', { driver_age: 30.5 }, ['driver_age']],
    ['age as text', { driver_age: '30' }, ['driver_age']],
    ['residence FRA', { residence_country: 'FRA' }, ['residence_country']],
    ['transmission stick', { transmission: 'stick' }, ['transmission']],
    ['an unknown category', { categories: ['compact', 'limousine'] }, ['categories[1]']],
    ['21 categories', { categories: new Array(21).fill('mini') }, ['categories']],
    ['max_total_price 0', { max_total_price: 0 }, ['max_total_price']],
    ['a filter that is no boolean', { unlimited_mileage_only: 'yes' }, ['unlimited_mileage_only']],
    ['sort recommendation', { sort: 'recommendation' }, ['sort']],
    ['limit 0', { limit: 0 }, ['limit']],
    ['limit 101', { limit: 101 }, ['limit']],
    ['offset −1', { offset: -1 }, ['offset']],
    ['supplier_timeout_ms 499', { supplier_timeout_ms: 499 }, ['supplier_timeout_ms']],
    ['supplier_timeout_ms 30,001', { supplier_timeout_ms: 30_001 }, ['supplier_timeout_ms']],
    ['an intent without its field', { intent: {} }, ['intent.user_intent']],
    [
      'several at once',
      { pick_up: { ...pickUp, location: 'QZZ' }, categories: ['limousine'] },
      ['pick_up.location', 'categories[0]'],
    ],
  ])('%s', async (_name, part, paths) => {
    const { status, body } = await search(part);
    expect([status, body.error?.code, body.fields?.map((field: { path: string }) => field.path)]).toEqual([
      422,
      'BAD_REQUEST',
      paths,
    ]);
  });

  test('a time that the clocks of the branch skip is 422, as in the preview of an exchange', async () => {
    const { status, body } = await search({
      pick_up: { location: 'LIS', date_time: '2027-03-28T01:30:00' },
      drop_off: { date_time: '2027-03-30T10:00:00' },
    });
    expect([status, body.fields]).toEqual([
      422,
      [{ path: 'pick_up.date_time', problem: 'The clocks at the branch skip this time on that day.' }],
    ]);
  });

  test('the problem says what time it is at the branch', async () => {
    const { body } = await search({ pick_up: { ...pickUp, date_time: '2027-01-08T10:00:00' } });
    expect(body.fields[0].problem).toBe('In the past: it is 2027-01-09T23:30:00 at the branch.');
  });
});

test('a currency without a rate is CURRENCY_UNSUPPORTED and lists those that have one', async () => {
  const { status, body } = await search({ currency: 'XTS' });
  expect([status, body.error.code, body.supported.includes('EUR')]).toEqual([422, 'CURRENCY_UNSUPPORTED', true]);
});

test('without a credential 401, with a key that may not search 403', async () => {
  expect(
    (await service.call('POST', '/v1/car_search', { pick_up: pickUp, drop_off: dropOff }, { 'x-api-key': '' })).status,
  ).toBe(401);
  const { key } = await service.makeKey({ scopes: ['manage'] });
  expect(
    (await service.call('POST', '/v1/car_search', { pick_up: pickUp, drop_off: dropOff }, { 'x-api-key': key })).status,
  ).toBe(403);
});
