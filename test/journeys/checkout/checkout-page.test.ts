import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { sealFlightItem } from '../../../src/offers/token/offer-token.ts';
import type { FlightPriceOutcome } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aFare, anOffer, aSupplier } from '../../support/products/flights.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_DECLINED, CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';

const quoteSeconds = 300;
const linkSeconds = 14_400;
const logged: string[] = [];
let service: TestService;
let headers: Readonly<Record<string, string>>;
let token: string;
/** What the flight costs now, in cents; undefined once it is sold out. */
let fareNow: number | undefined = 50_000;
let isSilent = false;

async function price(): Promise<FlightPriceOutcome> {
  if (isSilent) throw new SupplierFailure('timeout', 'silent');
  return fareNow === undefined
    ? { kind: 'gone', reason: 'sold out' }
    : { kind: 'priced', flight: { offer: anOffer(), fare: aFare({ price: fareNow }) } };
}

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const supplier = aSupplier({ id: 'fake', getOffer: async () => anOffer(), price });
  service = await startService({ flightSuppliers: [supplier], log });
  const { key, organizationId } = await service.makeKey();
  headers = { 'x-api-key': key };
  token = sealFlightItem(service.app, organizationId, {
    supplierId: 'fake',
    offerKey: anOffer().offerKey,
    fareKey: 'light',
    displayCurrency: 'USD',
    originPrice: aFare().total,
    expiresAt: new Date(Date.now() + 86_400_000),
  });
});
afterAll(() => service.close());

async function openCheckout(): Promise<{ readonly tripId: string; readonly path: string }> {
  fareNow = 50_000;
  const trip = await service.call(
    'POST',
    '/v1/trip',
    { add_item: { trip_item_token: token }, upsert_travelers: { travelers: [NELLIE], contact: CONTACT } },
    headers,
  );
  const { body } = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id }, headers);
  return { tripId: body.trip_id, path: `/checkout/${body.session_id}` };
}

const open = (path: string) => service.call('GET', path, undefined, { 'accept-language': 'en' });
const readStatus = async (tripId: string) =>
  (await service.call('GET', `/v1/trip/${tripId}`, undefined, headers)).body.status;
const advance = async (seconds: number) => {
  await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, headers);
};

/** Fills in the page's form as a browser would: what stands in it, and what the person types. */
function submit(path: string, page: Answer, typed: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const form = new URLSearchParams({
    action: 'pay',
    card_number: CARD_OK,
    card_expiry: '12/34',
    card_security_code: '123',
    card_holder: 'Nellie Bly',
  });
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(name, value);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return service.call('POST', path, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'accept-language': 'en',
  });
}

/** The value of the box that accepts a moved price. */
const acceptance = (page: Answer) => /name="accept_price" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

test('a price that moved when the page renewed the quote is shown, and paid only once it is accepted', async () => {
  const { tripId, path } = await openCheckout();
  const seen = await open(path);
  await advance(quoteSeconds);
  fareNow = 55_000;
  const asked = await submit(path, seen);
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('It was US$500.00 and is now US$550.00.');
  expect(await readStatus(tripId)).toBe('quoted');
  expect((await submit(path, asked)).status).toBe(422);
  const paid = await submit(path, asked, { accept_price: acceptance(asked) });
  expect(paid).toMatchObject({ status: 303 });
  expect(paid.headers.get('location')).toBe(path);
  expect(await readStatus(tripId)).toBe('fulfilling');
});

test('a page left open while another one renewed the quote cannot pay a price it never showed', async () => {
  const { tripId, path } = await openCheckout();
  const left = await open(path);
  for (const fare of [55_000, 55_000]) {
    await advance(quoteSeconds);
    fareNow = fare;
    await submit(path, left, { card_number: '' });
  }
  const asked = await submit(path, left);
  expect(asked.text).toContain('It was US$500.00 and is now US$550.00.');
  expect(await readStatus(tripId)).toBe('quoted');
  expect((await submit(path, asked, { accept_price: acceptance(asked) })).status).toBe(303);
});

test('a quote that its page renews ends with the link, and the next checkout opens a new one', async () => {
  const { tripId, path } = await openCheckout();
  const seen = await open(path);
  await advance(linkSeconds - 60);
  expect((await submit(path, seen, { card_number: '' })).status).toBe(422);
  const checkout = () => service.call('POST', '/v1/checkout', { trip_id: tripId }, headers);
  const kept = await checkout();
  expect(`/checkout/${kept.body.session_id}`).toBe(path);
  const secondsLeft =
    (Date.parse(kept.body.expires_at) -
      Date.parse((await service.call('GET', '/v1/sandbox/clock', undefined, headers)).body.now)) /
    1000;
  expect(secondsLeft).toBeGreaterThan(0);
  expect(secondsLeft).toBeLessThanOrEqual(60);
  await advance(65);
  expect((await open(path)).status).toBe(410);
  const opened = await checkout();
  expect(`/checkout/${opened.body.session_id}`).not.toBe(path);
  expect((await open(`/checkout/${opened.body.session_id}`)).status).toBe(200);
  const paid = await service.call(
    'POST',
    '/v1/submit_agent_payment',
    { trip_id: tripId, shared_payment_token: 'spt_test_ok' },
    headers,
  );
  expect([paid.status, paid.body.status], paid.text).toEqual([200, 'authorised']);
});

test('sold out and unreachable are told apart when the page renews the quote', async () => {
  const { tripId, path } = await openCheckout();
  const seen = await open(path);
  await advance(quoteSeconds);
  isSilent = true;
  expect(await submit(path, seen)).toMatchObject({ status: 503 });
  isSilent = false;
  expect(await readStatus(tripId)).toBe('quoted');
  expect((await submit(path, await open(path))).status).toBe(303);
  const other = await openCheckout();
  const page = await open(other.path);
  await advance(quoteSeconds);
  fareNow = undefined;
  const gone = await submit(other.path, page);
  expect(gone.status).toBe(409);
  expect(gone.text).toContain('Sold out');
  expect((await open(other.path)).status).toBe(410);
});

test('a card list cannot be tried out on one link', async () => {
  const { path } = await openCheckout();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1)
    statuses.push((await submit(path, await open(path), { card_number: CARD_DECLINED })).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(303));
  expect(statuses).toContain(429);
});

test('a card number is neither logged nor stored, whatever becomes of it', async () => {
  const { path } = await openCheckout();
  const mistyped = '4242424242424241';
  await submit(path, await open(path), { card_number: mistyped });
  await submit(path, await open(path), { card_number: CARD_DECLINED });
  expect((await submit(path, await open(path))).status).toBe(303);
  await service.drain();
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(service.app.db.q);
  expect(tables.rows.length).toBeGreaterThan(10);
  for (const { name } of tables.rows) {
    const rows = await sql`select t::text as line from ${sql.table(name)} t`.execute(service.app.db.q);
    logged.push(JSON.stringify(rows.rows));
  }
  for (const number of [mistyped, CARD_DECLINED, CARD_OK])
    expect(logged.some((line) => line.includes(number))).toBe(false);
});
