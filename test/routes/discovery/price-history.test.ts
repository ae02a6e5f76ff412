import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leadBucket, monthOf } from '../../../src/demand/model/fare-market.ts';
import type { FareObservation } from '../../../src/demand/model/observed-search.ts';
import { addMonths } from '../../../src/demand/model/partition-months.ts';
import { lastSunday } from '../../../src/demand/model/price-unit.ts';
import { lastClosableDay } from '../../../src/demand/rollup/roll-up.ts';
import { insertObservations } from '../../../src/demand/store.ts';
import { makeFundedKey } from '../../../src/metering/make-key-for-admin.ts';
import { addDays, daysBetween } from '../../../src/travel/dates.ts';
import { aSupplier } from '../../support/products/flights.ts';
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

const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });
const dayBack = (days: number) => addDays(TODAY, -days);
const ask = (part: object = {}, headers = {}): Promise<Answer> =>
  service.call('POST', '/v1/price_history', { origin: 'PAR', destination: 'NYC', ...part }, headers);

interface Seen {
  readonly price: number;
  /** Days ago. */
  readonly ago: number;
  readonly departure?: string;
  readonly back?: string | undefined;
  /** Bucket of lead times; unless told that of the dates. */
  readonly lead?: number;
  /** Hash of the organization. */
  readonly caller?: string;
}

/**
 * Puts fares into the table as searches of a route had seen them; unless told a return trip 100 days after it was seen.
 */
async function see(
  app: TestService['app'],
  route: string,
  fares: readonly Seen[],
  part: Partial<FareObservation> = {},
): Promise<void> {
  const [originCity = '', destinationCity = ''] = route.split('-');
  const [originAirport = '', destinationAirport = ''] = [originCity, destinationCity].map(
    (city) => app.places.city(city)?.airports[0],
  );
  await insertObservations(
    app.db,
    fares.map(({ price, ago, caller, lead, ...dates }): FareObservation => {
      const seenOn = dayBack(ago);
      const departureDate = dates.departure ?? addDays(seenOn, 100);
      const returnDate = 'back' in dates ? dates.back : addDays(departureDate, 7);
      return {
        market: {
          originCity,
          destinationCity,
          departureMonth: monthOf(departureDate),
          leadDays: lead ?? leadBucket(daysBetween(seenOn, departureDate)),
          cabinClass: 'economy',
          tripKind: returnDate === undefined ? 'oneway' : 'roundtrip',
        },
        departureDate,
        returnDate,
        seenOn,
        adultPrice: price,
        originAirport,
        destinationAirport,
        carriers: ['AF'],
        stops: 0,
        source: 'few',
        observedAt: new Date(`${seenOn}T10:00:00Z`),
        caller,
        ...part,
      };
    }),
  );
}

/** Days since the Wednesday of the week before this one: a week that is over, whenever the test runs. */
const LAST_WEEK = Math.max(
  ...[8, 9, 10, 11, 12, 13, 14].filter((ago) => new Date(`${dayBack(ago)}T00:00:00Z`).getUTCDay() === 3),
);
/** Fares of 100 to 500 dollars, each seen by another organization. */
const FIVE = Array.from({ length: 5 }, (_, index) => ({
  price: (index + 1) * 10_000,
  ago: LAST_WEEK,
  caller: `caller ${index}`,
}));
const NOTHING = {
  basis: 'observed',
  sample_size: 0,
  quantiles: null,
  history: [],
  by_departure_month: [],
  by_lead_time: [],
};

/** 20 return fares of 100 to 2,000 dollars, seen on one day. */
const TWENTY: readonly Seen[] = Array.from({ length: 20 }, (_, index) => ({ price: (index + 1) * 10_000, ago: 3 }));

test('twenty fares seen are measured as the advice measures them, and nothing is added', async () => {
  await see(service.app, 'LON-ROM', [...TWENTY].reverse());
  const { status, body } = await ask({ origin: 'LON', destination: 'ROM' });
  expect(status).toBe(200);
  // Positions 4.75, 9.5 and 14.25 of the twenty, from 0.
  expect(body.quantiles).toEqual({
    min: usd(10_000),
    p25: usd(57_500),
    median: usd(105_000),
    p75: usd(152_500),
    max: usd(200_000),
  });
  expect([body.basis, body.sample_size, body.departure_month, body.trip_kind, body.currency]).toEqual([
    'observed',
    20,
    null,
    'roundtrip',
    'USD',
  ]);
  expect(body.period).toEqual({ start: addMonths(monthOf(TODAY), -12), end: TODAY });
  expect(body.origin).toEqual({ code: 'LON', name: 'London', city_code: 'LON', country_code: 'GB' });
  expect(body.history).toEqual([
    { date: dayBack(3), granularity: 'day', min: usd(10_000), median: usd(105_000), sample_size: 20 },
  ]);
  expect(body.by_departure_month).toEqual([
    { month: addDays(dayBack(3), 100).slice(0, 7), min: usd(10_000), median: usd(105_000), sample_size: 20 },
  ]);
  expect(body.by_lead_time).toEqual([
    { days_ahead_from: 61, days_ahead_to: 120, median: usd(105_000), sample_size: 20 },
  ]);
});

test('the same in another currency: every amount converted by itself, with its own decimal places', async () => {
  await see(service.app, 'LON-MAD', TWENTY);
  const [dollars, yen] = [
    (await ask({ origin: 'LON', destination: 'MAD' })).body,
    (await ask({ origin: 'LON', destination: 'MAD', currency: 'jpy' })).body,
  ];
  const rate = service.app.rates.rate('USD', 'JPY');
  expect(yen.quantiles.median).toEqual({ value: Math.round(1_050 * rate), currency: 'JPY', decimal_places: 0 });
  expect(yen.by_lead_time[0].median.value).toBe(Math.round((dollars.by_lead_time[0].median.value / 100) * rate));
  expect([yen.currency, yen.sample_size]).toEqual(['JPY', 20]);
});

test('one-way and return, cabins, airports and months of departure are told apart', async () => {
  const month = addMonths(monthOf(TODAY), 3).slice(0, 7);
  await see(
    service.app,
    'LON-BER',
    TWENTY.map((fare) => ({ ...fare, departure: `${month}-10` })),
  );
  await see(
    service.app,
    'LON-BER',
    TWENTY.map((fare) => ({ ...fare, price: fare.price + 1, back: undefined })),
  );
  await see(
    service.app,
    'LON-BER',
    TWENTY.map((fare) => ({ ...fare, price: fare.price + 2, departure: `${month}-10` })),
    { originAirport: 'LCY' },
  );
  const medianOf = async (part: object) => {
    const { body } = await ask({ origin: 'LON', destination: 'BER', ...part });
    return [body.sample_size, body.quantiles.median.value];
  };
  expect(await medianOf({ trip_kind: 'oneway' })).toEqual([20, 105_001]);
  expect(await medianOf({ departure_month: month })).toEqual([40, 105_001]);
  expect(await medianOf({ departure_month: month, origin: 'LHR' })).toEqual([20, 105_000]);
  expect(await medianOf({ departure_month: month, origin: 'LCY' })).toEqual([20, 105_002]);
  expect((await ask({ origin: 'LON', destination: 'BER', cabin_class: 'business' })).body).toMatchObject({
    basis: 'synthetic',
    sample_size: 0,
  });
});

test('the last 90 days are told day by day, older ones by the Monday of their week, those before the 13 months not at all', async () => {
  const monday = (date: string) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
  const twice = (ago: number, price: number): Seen[] => [
    { ago, price },
    { ago, price: price + 10_000 },
  ];
  await see(service.app, 'LON-VIE', [
    ...TWENTY.map(({ price }) => ({ price, ago: 0 })),
    ...twice(89, 30_000),
    ...twice(120, 40_000),
    ...twice(500, 50_000),
  ]);
  const { body } = await ask({ origin: 'LON', destination: 'VIE' });
  expect(body.sample_size).toBe(24);
  expect(body.history).toEqual([
    { date: monday(dayBack(120)), granularity: 'week', min: usd(40_000), median: usd(45_000), sample_size: 2 },
    { date: dayBack(89), granularity: 'day', min: usd(30_000), median: usd(35_000), sample_size: 2 },
    { date: TODAY, granularity: 'day', min: usd(10_000), median: usd(105_000), sample_size: 20 },
  ]);
});

test('where nothing was seen the sandbox tells what its suppliers had filed, to everybody alike, and again the same', async () => {
  const { status, body, text } = await ask();
  expect(status).toBe(200);
  expect([body.basis, body.sample_size]).toEqual(['synthetic', 0]);
  const { min, p25, median, p75, max } = body.quantiles;
  const points = [min, p25, median, p75, max].map(({ value }) => value);
  expect(points).toEqual([...points].sort((a, b) => a - b));
  expect(min.value).toBeGreaterThan(5_000);
  expect(body.history.length).toBeGreaterThan(30);
  expect(body.history.every((one: { date: string }) => one.date >= body.period.start && one.date <= TODAY)).toBe(true);
  expect(body.by_departure_month.length).toBeGreaterThan(15);
  expect(body.by_lead_time.map((one: { days_ahead_from: number }) => one.days_ahead_from)).toEqual([
    0, 4, 8, 15, 31, 61, 121,
  ]);
  const other = { 'x-api-key': (await service.makeKey()).key };
  expect((await ask({}, other)).text).toBe(text);
  const again = await startService({ clock });
  expect((await again.call('POST', '/v1/price_history', { origin: 'PAR', destination: 'NYC' })).text).toBe(text);
  await again.close();
});

test('what the suppliers had filed is of the month and cabin asked for, one way cheaper than return, dearer at the front and at the last minute', async () => {
  const month = addMonths(monthOf(TODAY), 4).slice(0, 7);
  const { body } = await ask({ departure_month: month });
  expect(body.by_departure_month.map((one: { month: string }) => one.month)).toEqual([month]);
  const medianOf = async (part: object) => (await ask(part)).body.quantiles.median.value;
  expect(await medianOf({ trip_kind: 'oneway' })).toBeLessThan(await medianOf({}));
  expect(await medianOf({ cabin_class: 'business' })).toBeGreaterThan(2 * (await medianOf({})));
  const leads = (await ask()).body.by_lead_time;
  expect(leads[0].median.value).toBeGreaterThan(leads.at(-1).median.value);
});

test('fewer than twenty fares seen are mixed with those filed, from twenty on they stand alone', async () => {
  await see(service.app, 'LON-DUB', [{ price: 1, ago: 1 }]);
  const few = (await ask({ origin: 'LON', destination: 'DUB' })).body;
  expect([few.basis, few.sample_size, few.quantiles.min.value]).toEqual(['mixed', 1, 1]);
  expect(few.quantiles.median.value).toBeGreaterThan(1_000);
  await see(
    service.app,
    'LON-DUB',
    Array.from({ length: 19 }, () => ({ price: 1, ago: 1 })),
  );
  expect((await ask({ origin: 'LON', destination: 'DUB' })).body).toMatchObject({
    basis: 'observed',
    sample_size: 20,
    quantiles: { max: usd(1) },
  });
});

test('a search is seen in the history of its route', async () => {
  await service.call('POST', '/v1/flight_search', {
    origin: 'LON',
    destination: 'LIS',
    departure_date: addDays(TODAY, 40),
  });
  await service.app.priceObservations.settle();
  const { body } = await ask({ origin: 'LON', destination: 'LIS', trip_kind: 'oneway' });
  expect([body.basis, body.sample_size]).toEqual(['mixed', 5]);
});

test('production tells what it has seen and nothing else; the same supplier in the sandbox is told without what it cannot tell', async () => {
  let asked = 0;
  const publishedHistory = async () => {
    asked += 1;
    return await Promise.reject(new Error('The archive is closed.'));
  };
  const flightSuppliers = [aSupplier({ publishedHistory })];
  const production = await startService({
    clock,
    flightSuppliers,
    config: { environment: 'production', bootstrapApiKey: undefined },
  });
  const { key } = await makeFundedKey(production.app, { name: 'Test' });
  const askThere = async () =>
    (await production.call('POST', '/v1/price_history', { origin: 'PAR', destination: 'NYC' }, { 'x-api-key': key }))
      .body;
  expect(await askThere()).toMatchObject({
    basis: 'observed',
    sample_size: 0,
    quantiles: null,
    history: [],
    by_departure_month: [],
    by_lead_time: [],
  });
  await see(
    production.app,
    'PAR-NYC',
    FIVE.map((fare) => ({ ...fare, ago: LAST_WEEK })),
  );
  expect(await askThere()).toMatchObject({
    basis: 'observed',
    sample_size: 5,
    quantiles: { min: usd(10_000), median: usd(30_000), max: usd(50_000) },
  });
  expect(asked).toBe(0);
  await production.close();
  const sandbox = await startService({ clock, flightSuppliers });
  const { status, body } = await sandbox.call('POST', '/v1/price_history', { origin: 'PAR', destination: 'NYC' });
  expect([status, body.basis, body.sample_size, body.quantiles, body.history, asked]).toEqual([
    200,
    'observed',
    0,
    null,
    [],
    1,
  ]);
  await sandbox.close();
});

describe('production', () => {
  let production: TestService;
  let key = '';
  beforeAll(async () => {
    production = await startService({
      clock,
      flightSuppliers: [],
      config: { environment: 'production', bootstrapApiKey: undefined },
    });
    ({ key } = await makeFundedKey(production.app, { name: 'Test' }));
  });
  afterAll(() => production.close());
  const askThere = async (route: string, part: object = {}) => {
    const [origin, destination] = route.split('-');
    return (await production.call('POST', '/v1/price_history', { origin, destination, ...part }, { 'x-api-key': key }))
      .body;
  };
  const WEEK = {
    date: dayBack(LAST_WEEK + 2),
    granularity: 'week',
    min: usd(10_000),
    median: usd(30_000),
    sample_size: 5,
  };

  test('nothing is told of what one organization has seen, nor of what nobody known has', async () => {
    await see(production.app, 'OPO-REK', [
      { price: 30_000, ago: LAST_WEEK, caller: 'one' },
      { price: 20_000, ago: LAST_WEEK, caller: 'one' },
    ]);
    expect(await askThere('OPO-REK')).toMatchObject(NOTHING);
    await see(
      production.app,
      'OPO-REK',
      TWENTY.map((fare) => ({ ...fare, ago: LAST_WEEK })),
    );
    expect(await askThere('OPO-REK')).toMatchObject(NOTHING);
  });

  test('what five have seen is told by the week, with what else was seen there', async () => {
    await see(production.app, 'OPO-OSL', FIVE.slice(1));
    expect(await askThere('OPO-OSL')).toMatchObject(NOTHING);
    await see(production.app, 'OPO-OSL', FIVE.slice(0, 1));
    const body = await askThere('OPO-OSL');
    expect(body).toMatchObject({
      sample_size: 5,
      quantiles: { min: usd(10_000), median: usd(30_000), max: usd(50_000) },
      by_departure_month: [{ sample_size: 5 }],
      by_lead_time: [{ sample_size: 5 }],
    });
    expect([body.history, body.period.end]).toEqual([[WEEK], lastSunday(lastClosableDay(NOW))]);
    await see(production.app, 'OPO-OSL', [{ price: 60_000, ago: LAST_WEEK }]);
    expect(await askThere('OPO-OSL')).toMatchObject({ sample_size: 6, quantiles: { max: usd(60_000) } });
  });

  test.each<[string, [string, string], Partial<Seen>, Partial<FareObservation>]>([
    ['of another month of departure', ['LON-VLC', 'LON-SVQ'], { departure: addDays(TODAY, 250), lead: 120 }, {}],
    ['of another lead time', ['LON-AGP', 'LON-BIO'], { lead: 60 }, {}],
    ['from another airport', ['LON-PRG', 'LON-BUD'], {}, { originAirport: 'LCY' }],
    [
      'in another week',
      ['LON-ATH', 'LON-ZRH'],
      { ago: LAST_WEEK + 7, departure: addDays(dayBack(LAST_WEEK), 100), lead: 120 },
      {},
    ],
    [
      'in the week under way',
      ['LON-GVA', 'LON-CPH'],
      { ago: 0, departure: addDays(dayBack(LAST_WEEK), 100), lead: 120 },
      {},
    ],
  ])(
    'what one alone has seen %s is in no figure, with four others and with five',
    async (_what, [four, five], dates, part) => {
      for (const [route, others] of [
        [four, FIVE.slice(1)],
        [five, FIVE],
      ] as const) {
        await see(production.app, route, others);
        await see(production.app, route, [{ price: 77, ago: LAST_WEEK, caller: 'alone', ...dates }], part);
      }
      expect(await askThere(four)).toMatchObject(NOTHING);
      const body = await askThere(five);
      expect(body).toMatchObject({
        sample_size: 5,
        quantiles: { min: usd(10_000), max: usd(50_000) },
        by_departure_month: [{ sample_size: 5 }],
        by_lead_time: [{ sample_size: 5 }],
      });
      expect(body.history).toEqual([WEEK]);
      expect(await askThere(five, { origin: 'LCY' })).toMatchObject(NOTHING);
    },
  );

  test('one organization is not five because five months name it differently', async () => {
    const monthly = FIVE.map((fare, index) => ({
      ...fare,
      ago: LAST_WEEK,
      departure: addDays(TODAY, 60),
      observed: addMonths(monthOf(TODAY), -index),
    }));
    for (const { observed, ...fare } of monthly)
      await see(production.app, 'OPO-HEL', [fare], { observedAt: new Date(`${observed}T00:30:00Z`) });
    expect(await askThere('OPO-HEL')).toMatchObject(NOTHING);
  });
});

test('of what a supplier says it had filed, only what can be a fare is told: bought before its departure, in the time looked at, for money', async () => {
  const fare = (boughtOn: string, departure: string, value: number, currency = 'USD') => ({
    boughtOn,
    departure,
    total: { value, currency },
  });
  const publishedHistory = async () => [
    fare(dayBack(5), addDays(TODAY, 20), 30_000),
    fare(dayBack(5), dayBack(6), 1),
    fare(addDays(TODAY, 1), addDays(TODAY, 20), 1),
    fare(dayBack(900), dayBack(890), 1),
    fare(dayBack(5), addDays(TODAY, 20), 1, 'XDR'),
    fare(dayBack(5), addDays(TODAY, 20), 0),
    fare('yesterday', TODAY, 1),
  ];
  const sandbox = await startService({ clock, flightSuppliers: [aSupplier({ publishedHistory })] });
  const { body } = await sandbox.call('POST', '/v1/price_history', { origin: 'PAR', destination: 'NYC' });
  expect([body.basis, body.sample_size, body.quantiles.min, body.quantiles.max]).toEqual([
    'synthetic',
    0,
    usd(30_000),
    usd(30_000),
  ]);
  expect(body.history).toEqual([
    { date: dayBack(5), granularity: 'day', min: usd(30_000), median: usd(30_000), sample_size: 1 },
  ]);
  expect(body.by_lead_time).toEqual([{ days_ahead_from: 15, days_ahead_to: 30, median: usd(30_000), sample_size: 1 }]);
  await sandbox.close();
});

test('garbage is 422 and names every field', async () => {
  const fields = async (part: object) => {
    const { status, body } = await ask(part);
    return [status, ...(body.fields ?? []).map(({ path }: { path: string }) => path)];
  };
  const thisMonth = monthOf(TODAY);
  expect(await fields({ origin: 'XXQ', destination: 'YYQ', departure_month: '2019-01' })).toEqual([
    422,
    'origin',
    'destination',
    'departure_month',
  ]);
  expect(await fields({ origin: 'Paris' })).toEqual([422, 'origin']);
  expect(await fields({ origin: 7, destination: undefined })).toEqual([422, 'origin', 'destination']);
  expect(await fields({ destination: 'CDG' })).toEqual([422, 'destination']);
  expect(await fields({ origin: 'QAA', destination: 'QAB' })).toEqual([422, 'origin', 'destination']);
  expect(await fields({ departure_month: '2027-13' })).toEqual([422, 'departure_month']);
  expect(await fields({ departure_month: addMonths(thisMonth, -13).slice(0, 7) })).toEqual([422, 'departure_month']);
  expect(await fields({ departure_month: addMonths(thisMonth, 13).slice(0, 7) })).toEqual([422, 'departure_month']);
  expect(await fields({ trip_kind: 'both', cabin_class: 'cockpit' })).toEqual([422, 'trip_kind', 'cabin_class']);
  expect((await ask({ currency: 'ABC' })).body.error.code).toBe('CURRENCY_UNSUPPORTED');
  expect((await ask({ departure_month: addMonths(thisMonth, -12).slice(0, 7), unknown: true })).status).toBe(200);
  expect((await ask({ departure_month: addMonths(thisMonth, 12).slice(0, 7) })).status).toBe(200);
});

test('many who ask for a new route at once wait for one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ origin: 'LIS', destination: 'SAO' })));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.body.basis).toBe('synthetic');
});
