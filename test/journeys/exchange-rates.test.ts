import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import { createSandboxPaymentProcessor } from '../../simulator/payments/payments.ts';
import { makeFundedKey } from '../../src/metering/make-key-for-admin.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { installationId } from '../../src/platform/ids.ts';
import { importRatesForAdmin, listRatesForAdmin } from '../../src/rates/import-rates.ts';
import { ratesStandingJobs } from '../../src/rates/jobs.ts';
import { CONTACT, NELLIE } from '../support/faults/trip-journeys.ts';
import { openStream } from '../support/service/event-stream.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { startService, type TestService, testWorld } from '../support/service/service.ts';

const HOUR_MS = 3_600_000;
const departure = new Date(Date.now() + 45 * 24 * HOUR_MS).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);
const csv = (...rows: readonly string[]) => ['base,currency,rate,as_of', ...rows].join('\n');
const document = (usd: string) =>
  `<Envelope><Cube><Cube time='${today}'><Cube currency='USD' rate='${usd}'/></Cube></Cube></Envelope>`;

const [readRatesJob] = ratesStandingJobs;
let db: TestDatabase;
let service: TestService;
let headers: Record<string, string>;
let skewMs = 0;
let published = document('1.5');
const bank = createServer((_request, response) => void response.end(published));

beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  const address = bank.address();
  const port = typeof address === 'object' ? address?.port : 0;
  db = await openTestDatabase();
  const flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  const { homeCurrency: _, ...supplier } = flights;
  service = await startService({
    db,
    clock: { now: () => new Date(Date.now() + skewMs) },
    flightSuppliers: [supplier],
    paymentProcessor: createSandboxPaymentProcessor(db),
    config: {
      environment: 'production',
      bootstrapApiKey: undefined,
      rates: { url: `http://127.0.0.1:${port}/daily.xml`, maxAgeHours: 72, spreadPercent: 2 },
    },
  });
  headers = { 'x-api-key': (await makeFundedKey(service.app, { name: 'Test' })).key };
});
afterAll(async () => {
  await service.close();
  await db.close();
  bank.close();
});
beforeEach(async () => {
  skewMs = 0;
  await sql`delete from fx_rate`.execute(db.q);
  await service.app.rates.refresh();
});

const search = (part: object = {}) =>
  service.call(
    'POST',
    '/v1/flight_search',
    { origin: 'PAR', destination: 'LON', departure_date: departure, limit: 5, ...part },
    headers,
  );
const importRows = (...rows: readonly string[]) => importRatesForAdmin(service.app, { csv: csv(...rows) });
async function addToTrip(part: object) {
  const { body } = await search(part);
  return await service.call(
    'POST',
    '/v1/trip',
    {
      add_item: { trip_item_token: body.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    },
    headers,
  );
}

test('without a rate prices stay in the currency of the supplier, and another one is refused with the reason', async () => {
  const { status, body } = await search();
  expect([status, body.itineraries[0].total_amount.currency]).toEqual([200, 'EUR']);
  const query = { origin: 'PAR', destination: 'LON', departure_date: departure, limit: 5 };
  const events = await (await openStream(service, '/v1/flight_search', query, headers)).rest();
  expect(events.map(({ event }) => event)).toEqual(['offers', 'done']);
  const [streamed] = events[0]?.data.live_offers[0].fares ?? [];
  expect(streamed.total_price).toMatchObject({ currency: 'EUR' });
  expect(streamed.total_price).toEqual(body.live_offers[0].fares[0].total_price);
  const trip = await addToTrip({});
  expect(trip.body.items[0]).toMatchObject({ conversion_rate: 1, price: { currency: 'EUR' } });
  expect(trip.body.items[0].conversion).toBeUndefined();
  const refused = await search({ currency: 'USD' });
  expect([refused.status, refused.body.error]).toMatchObject([
    422,
    {
      code: 'CURRENCY_UNSUPPORTED',
      message: 'No exchange rate from EUR to USD is known. Ask for prices in EUR.',
    },
  ]);
  const { trip_id } = trip.body;
  const reset = await service.call('POST', '/v1/trip', { trip_id, currency: 'USD' }, headers);
  expect([reset.status, reset.body.error.code]).toEqual([422, 'CURRENCY_UNSUPPORTED']);
});

test('an imported rate converts with the surcharge, and the trip says where it comes from', async () => {
  expect(await importRows(`EUR,USD,2,${today}`)).toEqual({ stored: 1, older: 0 });
  const { body } = await search({ currency: 'USD' });
  const [offer] = body.itineraries;
  expect([offer.total_amount.currency, offer.conversion_rate]).toEqual(['USD', 2.04]);
  const trip = await addToTrip({ currency: 'USD' });
  expect(trip.body.items[0]).toMatchObject({
    conversion_rate: 2.04,
    conversion: { as_of: `${today}T00:00:00.000Z`, source: 'import', spread_percent: 2 },
    origin_price: { currency: 'EUR' },
    price: { currency: 'USD' },
  });
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id }, headers);
  expect(checkout.body.items[0]).toMatchObject({ conversion_rate: 2.04, conversion: { source: 'import' } });
});

test('a rate that has grown too old converts nothing, a quote neither', async () => {
  await importRows(`EUR,USD,2,${today}`);
  const trip = await addToTrip({ currency: 'USD' });
  skewMs = (72 + 25) * HOUR_MS;
  const refused = await search({ currency: 'USD' });
  expect([refused.status, refused.body.error.message]).toEqual([
    422,
    `The newest exchange rate from EUR to USD is of ${today}, too old to convert with. Ask for prices in EUR.`,
  ]);
  skewMs = 0;
  await sql`delete from fx_rate`.execute(db.q);
  await service.app.rates.refresh();
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id }, headers);
  expect([checkout.status, checkout.body.error.code]).toEqual([422, 'CURRENCY_UNSUPPORTED']);
});

test('a conversion inside a transaction has the rates read again beside it', async () => {
  await sql`insert into fx_rate (base, currency, rate, as_of, source, stored_at) values ('EUR', 'USD', 2, now(), 'import', now())`.execute(
    db.q,
  );
  expect(service.app.rates.converts('EUR', 'USD')).toBe(false);
  const later = performance.now() + 90_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  const reported = vi.spyOn(service.app.log, 'error');
  try {
    await db.transaction(async (tx) => {
      service.app.rates.converts('EUR', 'USD');
      await sql`select 1`.execute(tx.q);
    });
    await vi.waitFor(() => expect(service.app.rates.converts('EUR', 'USD')).toBe(true));
    expect(reported).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});

test('a file with one wrong row changes nothing and names the row; an older rate does not replace a newer one', async () => {
  await importRows(`EUR,USD,2,${today}`);
  await expect(importRows(`EUR,USD,3,${today}`, `EUR,GBP,none,${today}`)).rejects.toThrow(/line 3: rate/);
  expect(await importRows('EUR,USD,9,2020-01-01')).toEqual({ stored: 0, older: 1 });
  const { rates } = await listRatesForAdmin(service.app);
  expect(rates).toMatchObject([{ base: 'EUR', currency: 'USD', rate: '2', source: 'import' }]);
});

test('the document at BLY_RATES_URL is read, and a broken one leaves the rates as they are', async () => {
  await service.app.db.transaction((tx) =>
    service.app.jobs.enqueue(tx, readRatesJob, { organizationId: installationId, payload: {}, key: 'standing' }),
  );
  await service.drain();
  expect((await listRatesForAdmin(service.app)).rates).toMatchObject([{ rate: '1.5', source: 'eurofxref' }]);
  expect((await search({ currency: 'USD' })).body.itineraries[0].conversion_rate).toBeCloseTo(1.53, 10);
  published = '<html>Maintenance';
  skewMs = 24 * HOUR_MS;
  await service.drain();
  expect((await listRatesForAdmin(service.app)).rates).toMatchObject([{ rate: '1.5' }]);
});
