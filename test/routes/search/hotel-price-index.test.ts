import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '../../../src/demand/model/partition-months.ts';
import { insertStayObservations } from '../../../src/demand/record/stay-store.ts';
import { makeFundedKey } from '../../../src/metering/make-key-for-admin.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { aHotelSupplier } from '../../support/products/hotels.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

/** A Sunday noon that does not pass: no test sees midnight. */
const NOW = new Date('2026-11-22T12:00:00Z');
const TODAY = NOW.toISOString().slice(0, 10);
const clock = { now: () => NOW };
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock });
});
afterAll(() => service.close());

const THIS_MONTH = `${TODAY.slice(0, 7)}-01`;
const monthIn = (months: number) => addMonths(THIS_MONTH, months).slice(0, 7);
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });
const ask = (body: object, headers = {}): Promise<Answer> =>
  service.call('POST', '/v1/hotel_price_index', body, headers);

/** Puts searches into the table as they had seen a month: each one's median, in cents. */
async function see(
  app: TestService['app'],
  cityCode: string,
  month: string,
  medians: readonly number[],
  part: { readonly callers?: readonly string[]; readonly ago?: number } = {},
): Promise<void> {
  const seenOn = addDays(TODAY, -(part.ago ?? 0));
  await insertStayObservations(
    app.db,
    medians.map((medianPrice, index) => ({
      cityCode,
      checkIn: `${month}-10`,
      nights: 2,
      adults: 2,
      rooms: 1,
      seenOn,
      lowestPrice: 100,
      medianPrice,
      hotels: 9,
      observedAt: new Date(`${seenOn}T00:00:00Z`),
      caller: part.callers?.[index],
    })),
  );
}
const twenty = (from: number) => Array.from({ length: 20 }, (_, index) => from + index * 1_000);
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely.
const monthsOf = ({ body }: Answer) => body.months.map((one: any) => one.month);

test('searches of a city measured by hand: quartiles, the index against the mean, the year before', async () => {
  await see(service.app, 'OPO', monthIn(2), twenty(10_000));
  await see(service.app, 'OPO', monthIn(3), twenty(20_000));
  await see(service.app, 'OPO', monthIn(-9), twenty(15_000));
  const { status, body } = await ask({ city: 'OPO', from_month: monthIn(2), months: 2 });
  expect(status).toBe(200);
  // Medians 195 and 295 dollars: their mean is 245. A year before the second it was 245.
  expect(body).toMatchObject({
    city: { code: 'OPO', name: 'Porto', country_code: 'PT' },
    currency: 'USD',
    period: { start: monthIn(2), end: monthIn(3) },
    basis: 'observed',
    sample_size: 40,
    base: { index: 100, nightly: usd(24_500) },
  });
  expect(body.months).toMatchObject([
    {
      month: monthIn(2),
      index: 79.6,
      nightly: { p25: usd(14_750), median: usd(19_500), p75: usd(24_250) },
      sample_size: 20,
      basis: 'observed',
    },
    {
      month: monthIn(3),
      index: 120.4,
      nightly: { p25: usd(24_750), median: usd(29_500), p75: usd(34_250) },
      sample_size: 20,
      basis: 'observed',
      year_on_year: 0.2041,
    },
  ]);
});

test('the same in another currency: amounts converted, the index the same', async () => {
  await see(service.app, 'SVQ', monthIn(1), twenty(10_000));
  const [dollars, yen] = [
    (await ask({ city: 'SVQ', month: monthIn(1) })).body,
    (await ask({ city: 'svq', month: monthIn(1), currency: 'jpy' })).body,
  ];
  const rate = service.app.rates.rate('USD', 'JPY');
  expect(yen.months[0].nightly.median).toEqual({ value: Math.round(195 * rate), currency: 'JPY', decimal_places: 0 });
  expect([yen.months[0].index, dollars.months[0].index, yen.currency]).toEqual([100, 100, 'JPY']);
});

test('where nothing was seen the sandbox tells what its suppliers publish, to everybody alike: 12 months back and 12 ahead', async () => {
  const first = await ask({ city: 'PMI', from_month: monthIn(-12), months: 25 });
  expect(first.body).toMatchObject({ basis: 'synthetic', sample_size: 0 });
  expect(monthsOf(first)).toEqual(Array.from({ length: 25 }, (_, index) => monthIn(index - 12)));
  for (const { nightly, sample_size, year_on_year, month } of first.body.months) {
    const points = [nightly.p25.value, nightly.median.value, nightly.p75.value];
    expect(points).toEqual([...points].sort((a, b) => a - b));
    expect([sample_size, year_on_year !== null]).toEqual([4, month >= monthIn(0)]);
  }
  const mean = first.body.months.reduce((sum: number, { index }: { index: number }) => sum + index, 0) / 25;
  expect(mean).toBeCloseTo(100, 1);
  const other = { 'x-api-key': (await service.makeKey()).key };
  expect((await ask({ city: 'PMI', from_month: monthIn(-12), months: 25 }, other)).text).toBe(first.text);
});

test('by the sea August is dearer than January, in the mountains February dearer than November', async () => {
  const indexOf = async (city: string) => {
    const { body } = await ask({ city });
    return (month: string): number =>
      body.months.find((one: { month: string }) => one.month.endsWith(`-${month}`)).index;
  };
  const [palma, innsbruck] = [await indexOf('PMI'), await indexOf('INN')];
  expect(palma('08')).toBeGreaterThan(1.5 * palma('01'));
  expect(innsbruck('02')).toBeGreaterThan(1.4 * innsbruck('11'));
});

test('fewer than twenty searches are mixed with published nights, from twenty on they stand alone', async () => {
  await see(service.app, 'BCN', monthIn(2), [1_000_000]);
  const [few] = (await ask({ city: 'BCN', month: monthIn(2) })).body.months;
  expect([few.basis, few.sample_size]).toEqual(['mixed', 5]);
  expect(few.nightly.median.value).toBeLessThan(100_000);
  await see(
    service.app,
    'BCN',
    monthIn(2),
    Array.from({ length: 19 }, () => 1_000_000),
  );
  expect((await ask({ city: 'BCN', month: monthIn(2) })).body).toMatchObject({
    basis: 'observed',
    sample_size: 20,
    months: [{ nightly: { p25: usd(1_000_000) } }],
  });
});

test('a search of a city is seen in its index, in dollars for a room and night; further pages and narrowed searches are not', async () => {
  const checkin = `${monthIn(3)}-11`;
  const search = (part: object = {}) =>
    service.call('POST', '/v1/hotel_search', {
      city_name: 'Madrid',
      checkin,
      checkout: addDays(checkin, 3),
      adults: 2,
      max_results: 1,
      ...part,
    });
  const seen = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await service.app.stayObservations.settle();
    return (await ask({ city: 'MAD', month: monthIn(3) })).body.sample_size;
  };
  const { body } = await search({ currency: 'EUR' });
  expect(await seen()).toBe(1);
  await search({ currency: 'EUR', page_token: body.next_page_token });
  for (const part of [{ offset: 1 }, { star_rating: 4 }, { max_budget_per_night: 500 }, { children: [4] }])
    await search(part);
  await search({ city_name: undefined, latitude: 40.42, longitude: -3.7 });
  await search({ city_name: undefined, country_code: 'ES' });
  expect(await seen()).toBe(1);
  await search({ rooms: 2, adults: 3 });
  expect(await seen()).toBe(2);
  const [month] = (await ask({ city: 'MAD', month: monthIn(3) })).body.months;
  expect([month.basis, month.sample_size]).toEqual(['mixed', 6]);
  // Searches saw the very hotels whose nights are published.
  expect(month.nightly.p75.value / month.nightly.p25.value).toBeLessThan(1.6);
});

test('production tells what it has seen and nothing else; a supplier of the sandbox that fails is left out, and asked again', async () => {
  let asked = 0;
  const publishedNights = async () => {
    asked += 1;
    return await Promise.reject(new Error('The archive is closed.'));
  };
  const hotelSuppliers = [aHotelSupplier([], { publishedNights })];
  const production = await startService({
    clock,
    hotelSuppliers,
    flightSuppliers: [],
    config: { environment: 'production', bootstrapApiKey: undefined },
  });
  const { key } = await makeFundedKey(production.app, { name: 'Test' });
  const askThere = async () =>
    (await production.call('POST', '/v1/hotel_price_index', { city: 'LIS' }, { 'x-api-key': key })).body;
  expect(await askThere()).toMatchObject({ basis: 'observed', sample_size: 0, base: null, months: [] });
  const five = ['a', 'b', 'c', 'd', 'e'];
  await see(production.app, 'LIS', monthIn(1), [100, 300], { callers: ['a', 'a'], ago: 14 });
  // Four and one of another month, five of a week that is not over, and none known of another city's month.
  await see(production.app, 'LIS', monthIn(1), [100, 200], { callers: ['b', 'c'], ago: 14 });
  await see(production.app, 'LIS', monthIn(1), [100], { callers: ['d'], ago: 14 });
  await see(production.app, 'LIS', monthIn(2), [100], { callers: ['e'], ago: 14 });
  await see(production.app, 'LIS', monthIn(3), [100, 100, 100, 100, 100], { callers: five });
  await see(production.app, 'LIS', monthIn(4), [100, 100, 100, 100, 100], { ago: 14 });
  expect(await askThere()).toMatchObject({ basis: 'observed', sample_size: 0, base: null, months: [] });
  await see(production.app, 'LIS', monthIn(1), [300], { callers: ['e'], ago: 14 });
  await see(production.app, 'LIS', monthIn(1), [9_000], { callers: ['f'], ago: 21 });
  expect(await askThere()).toMatchObject({
    basis: 'observed',
    sample_size: 6,
    base: { nightly: usd(150) },
    months: [{ month: monthIn(1), index: 100, sample_size: 6, year_on_year: null }],
  });
  expect(asked).toBe(0);
  await production.close();
  const sandbox = await startService({ clock, hotelSuppliers });
  for (let time = 1; time <= 2; time += 1) {
    const { status, body } = await sandbox.call('POST', '/v1/hotel_price_index', { city: 'LIS' });
    expect([status, body.basis, body.months, asked]).toEqual([200, 'observed', [], time]);
  }
  await sandbox.close();
});

test('garbage is 422 and names every field; an airport stands for its city', async () => {
  const fields = async (body: object) => {
    const answer = await ask(body);
    return [answer.status, ...(answer.body.fields ?? []).map(({ path }: { path: string }) => path)];
  };
  expect(await fields({})).toEqual([422, 'city']);
  expect(await fields({ city: 'Lisbon' })).toEqual([422, 'city']);
  expect(await fields({ city: 'XXQ', from_month: monthIn(-13), months: 2 })).toEqual([422, 'city', 'from_month']);
  expect(await fields({ city: 'QAB' })).toEqual([422, 'city']);
  expect(await fields({ city: 'LIS', month: '2027-00' })).toEqual([422, 'month']);
  expect(await fields({ city: 'LIS', month: monthIn(13) })).toEqual([422, 'month']);
  expect(await fields({ city: 'LIS', month: monthIn(1), from_month: monthIn(1), months: 1 })).toEqual([
    422,
    'from_month',
    'months',
  ]);
  expect(await fields({ city: 'LIS', months: 26 })).toEqual([422, 'months']);
  expect(await fields({ city: 'LIS', from_month: monthIn(6), months: 8 })).toEqual([422, 'months']);
  expect((await ask({ city: 'LIS', currency: 'ABC' })).body.error.code).toBe('CURRENCY_UNSUPPORTED');
  expect(monthsOf(await ask({ city: 'LIS', from_month: monthIn(6) }))).toEqual(
    Array.from({ length: 7 }, (_, index) => monthIn(6 + index)),
  );
  expect((await ask({ city: 'CDG', month: monthIn(0), unknown: 1 })).body).toMatchObject({
    city: { code: 'PAR', name: 'Paris' },
    period: { start: monthIn(0), end: monthIn(0) },
  });
});

test('many who ask for a new city at once get one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ city: 'VIE' })));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});
