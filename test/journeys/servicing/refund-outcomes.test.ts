import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { CancellationService } from '../../../src/suppliers/ports/servicing.ts';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';

/** What a supplier may do wrong while a ticket is given back. */
let db: TestDatabase;
let service: TestService;
let script: Partial<CancellationService> = {};
let supplierCancellations: CancellationService;
let calls = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  const flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  if (flights.cancellations === undefined) throw new Error('The supplier cancels nothing.');
  supplierCancellations = flights.cancellations;
  const cancellations: CancellationService = {
    quote: (...args) => (script.quote ?? supplierCancellations.quote)(...args),
    cancel(...args) {
      calls += 1;
      return (script.cancel ?? supplierCancellations.cancel)(...args);
    },
    lookUp: (...args) => (script.lookUp ?? supplierCancellations.lookUp)(...args),
  };
  service = await startService({ db, flightSuppliers: [{ ...flights, cancellations }] });
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
  await db.close();
});

async function quoted(): Promise<{
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly quote: Answer['body'];
}> {
  script = {};
  calls = 0;
  const { booking_ref, last_name } = (
    await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' })
  ).body;
  const pair = { booking_ref, last_name };
  return { pair, quote: (await service.call('POST', '/v1/refund_check', pair)).body };
}
/** The page a booking was paid on, as text. */
async function readPage(bookingRef: string, locale = 'en'): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ session_id: string }>`select session_id from payment
    where purpose_kind = 'trip' and trip_id = (select trip_id from booking where booking_ref = ${bookingRef})`.execute(
    service.app.db.q,
  );
  const page = await fetch(`${service.url}/checkout/${row?.session_id}?locale=${locale}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
/** What each language says of money that people have to move. */
const BY_HAND = [
  ['fr', 'notre équipe s’en occupe'],
  ['de', 'Unsere Leute kümmern sich darum'],
  ['es', 'nuestro equipo se ocupa'],
  ['ja', '担当者が対応します'],
] as const;
/** What the booking and its trip say has come back. */
async function totalsOf(pair: object): Promise<readonly number[]> {
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  const trip = (await service.call('GET', `/v1/trip/${booking.trip_id}`)).body;
  return [booking.total_refunded.amount, trip.bookings[0].total_refunded.amount];
}
const refundsMade = async (pair: object) =>
  (await service.call('POST', '/v1/get_booking', pair)).body.booking.total_refunded.amount;

test('an answer that is lost leaves the refund pending; asking for its status finds it made, and it was asked for once', async () => {
  const { pair, quote } = await quoted();
  script = {
    async cancel(...args) {
      await supplierCancellations.cancel(...args);
      throw new SupplierFailure('timeout', 'The line went dead.');
    },
  };
  const committed = await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id });
  expect([committed.status, committed.body.refund_status, committed.body.confirmed_refund_amount]).toEqual([
    200,
    'pending',
    null,
  ]);
  const status = await service.call('POST', '/v1/refund_status', pair);
  expect(status.body).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: quote.refund_amount });
  await service.advance(3600);
  expect([calls, await refundsMade(pair)]).toEqual([1, quote.refund_amount.value]);
});

test('a supplier that refuses leaves the item as it was, says why, and a fresh quote may be committed', async () => {
  const { pair, quote } = await quoted();
  script = { cancel: async () => ({ kind: 'refused', reason: 'Giving it up costs more by now than was agreed to.' }) };
  const refused = (await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id })).body;
  expect(refused).toMatchObject({
    refund_status: 'failed',
    failure_reason: expect.stringContaining('costs more'),
    confirmed_refund_amount: null,
  });
  script = {};
  expect((await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id })).body).toEqual(
    refused,
  );
  expect([await refundsMade(pair), (await service.call('POST', '/v1/refund_commit', pair)).status]).toEqual([0, 410]);
  await service.call('POST', '/v1/refund_check', pair);
  expect((await service.call('POST', '/v1/refund_commit', pair)).body.refund_status).toBe('refunded');
});

test('a quote that would give back more than is left of what was paid is 409 before the airline is asked', async () => {
  const { pair, quote } = await quoted();
  await sql`insert into payment_refund select organization_id, payment_id, 'by hand', amount_captured, 'intended', now() from payment
    where trip_id = (select trip_id from booking where booking_ref = ${pair.booking_ref})`.execute(service.app.db.q);
  expect(await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id })).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT' } },
  });
  expect(calls).toBe(0);
  await sql`delete from payment_refund where reference = 'by hand'`.execute(service.app.db.q);
  expect(
    (await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id })).body.refund_status,
  ).toBe('refunded');
});

test('money the processor refuses to give back is for people to settle, and neither mail nor page promises it', async () => {
  const { pair } = await quoted();
  await sql`update sandbox_payment set refunded = captured
    where processor_ref = (select processor_ref from payment where trip_id = (select trip_id from booking where booking_ref = ${pair.booking_ref}))`.execute(
    service.app.db.q,
  );
  const { body: committed } = await service.call('POST', '/v1/refund_commit', pair);
  expect(committed).toMatchObject({
    refund_status: 'manual',
    confirmed_refund_amount: null,
    pending_amount: committed.refund_amount,
  });
  const {
    confirmation: { total_paid: paid },
    refund: { refunded, penalty, pending },
  } = (await service.call('POST', '/v1/get_booking', pair)).body.booking.items[0];
  expect([refunded.amount, pending.amount, refunded.amount + penalty.amount + pending.amount]).toEqual([
    0,
    committed.refund_amount.value,
    paid.amount,
  ]);
  const { rows } = await sql<{
    kind: string;
  }>`select kind from mail_message where booking_ref = ${pair.booking_ref}`.execute(service.app.db.q);
  expect(rows).toEqual([{ kind: 'confirmed' }]);
  const page = await readPage(pair.booking_ref);
  expect(page).toMatch(/Your booking is cancelled .*Cancelled .*our staff take care of it\./);
  expect(page).not.toMatch(/[Rr]efunded|goes back to the card|Nothing is paid back/);
  expect(await totalsOf(pair)).toEqual([0, 0]);
  for (const [locale, byHand] of BY_HAND) expect(await readPage(pair.booking_ref, locale)).toContain(byHand);
});

test('of a refund out of two payments the part that was made is told, though the other was refused', async () => {
  const { booking_ref, last_name } = (
    await service.call('POST', '/v1/sandbox/bookings', { kind: 'car', scenario: 'add_collect' })
  ).body;
  const post = async (path: string, more: object = {}) =>
    (await service.call('POST', path, { booking_ref, last_name, ...more })).body;
  const { exchange_id, offers } = await post('/v1/car_exchange_preview');
  const dearer = offers.find((offer: { delta: { direction: string } }) => offer.delta.direction === 'add_collect');
  await post('/v1/car_exchange_commit', {
    exchange_id,
    exchange_offer_token: dearer.exchange_offer_token,
    shared_payment_token: 'spt_test_ok',
  });
  await sql`update sandbox_payment set refunded = captured
    where processor_ref = (select processor_ref from payment where purpose_kind = 'trip' and trip_id = (select trip_id from booking where booking_ref = ${booking_ref}))`.execute(
    service.app.db.q,
  );
  const { refund_amount } = await post('/v1/car_cancel', { action: 'preview' });
  expect(refund_amount.value).toBeGreaterThan(dearer.delta.amount.value);
  const told = {
    refund_status: 'manual',
    refund_amount,
    confirmed_refund_amount: dearer.delta.amount,
    failure_reason: expect.stringContaining('refused'),
  };
  expect(await post('/v1/car_cancel', { action: 'commit' })).toMatchObject(told);
  expect(await post('/v1/car_cancel', { action: 'status' })).toMatchObject(told);
  expect(await totalsOf({ booking_ref, last_name })).toEqual([dearer.delta.amount.value, dearer.delta.amount.value]);
  const page = await readPage(booking_ref);
  const made = (dearer.delta.amount.value / 100).toFixed(2);
  expect(page).toMatch(
    new RegExp(`Cancelled .*Refunded \\D*${made} It goes back to the card .*our staff take care of it\\.`),
  );
  expect(page).not.toContain('Cancelled and refunded');
});

test('a change under way closes its item however many quotes were asked for since, and polling does not stretch the intervals of its job', async () => {
  const { pair, quote } = await quoted();
  script = {
    cancel: async () => ({ kind: 'pending', isManual: false }),
    lookUp: async () => ({ kind: 'pending', isManual: false }),
  };
  expect(
    (await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: quote.quote_id })).body.refund_status,
  ).toBe('pending');
  await sql`insert into booking_change (organization_id, change_id, booking_ref, trip_id, item_id, kind, status, terms, reference, quoted_at, expires_at)
    select organization_id, change_id || n, booking_ref, trip_id, item_id, kind, 'quoted', terms, reference || n, quoted_at + interval '1 minute', expires_at
    from booking_change, generate_series(1, 250) n where booking_ref = ${pair.booking_ref}`.execute(service.app.db.q);
  expect((await service.call('POST', '/v1/refund_check', pair)).body).toMatchObject({
    warnings: [expect.stringContaining('under way already')],
  });
  for (let poll = 0; poll < 3; poll += 1)
    expect((await service.call('POST', '/v1/refund_status', pair)).body.refund_status).toBe('pending');
  const { rows } = await sql<{
    look_ups: number;
  }>`select look_ups from booking_change where booking_ref = ${pair.booking_ref} and status = 'pending'`.execute(
    service.app.db.q,
  );
  expect(rows).toEqual([{ look_ups: 0 }]);
});

test.each([
  ['unavailable', 503, 'UPSTREAM_UNAVAILABLE'],
  ['timeout', 504, 'UPSTREAM_TIMEOUT'],
  ['error', 502, 'UPSTREAM_ERROR'],
] as const)('a supplier that cannot quote (%s) is %i', async (kind, status, code) => {
  const { pair } = await quoted();
  script = { quote: () => Promise.reject(new SupplierFailure(kind, 'Not now.')) };
  expect(await service.call('POST', '/v1/refund_check', pair)).toMatchObject({ status, body: { error: { code } } });
});
