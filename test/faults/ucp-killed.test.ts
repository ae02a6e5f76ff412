import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveIssuers } from '../../src/ap2/store.ts';
import { asId } from '../../src/platform/ids.ts';
import { FAULT_POINTS, type FaultPoint } from '../../src/platform/fault-points.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { mintKey } from '../support/ap2/mint.ts';
import { CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { makeProcessFixture, type Server, serverUrl, until } from '../support/service/server-fixture.ts';
import type { Answer } from '../support/service/service.ts';
import { bookingOf, findScenario, payWith } from '../support/ucp/lodging.ts';
import { type Platform, startPlatform } from '../support/ucp/platform.ts';
import { closeMandate, openMandate, type Wallet } from '../support/ucp/secured.ts';

const RECOVER_TIMEOUT_MS = 60_000;
/** A dead process holds an idempotency key for 15 s. */
const KEY_LOCK_MS = 16_000;
const POINTS = {
  create_checkout: ['ucp.after_trip', 'ucp.after_stored', 'checkout.after_quote', 'ucp.before_answer'],
  update_checkout: ['ucp.after_replaced', 'ucp.after_session_replaced', 'checkout.after_quote', 'ucp.before_answer'],
  complete_checkout: [...FAULT_POINTS.filter((point) => point.startsWith('pay.')), 'ucp.before_answer'],
  complete_secured: ['ucp.after_mandate', 'pay.after_submit_call', 'ucp.before_answer'],
  cancel_checkout: ['ucp.after_canceled', 'ucp.before_answer'],
} as const satisfies Readonly<Record<string, readonly FaultPoint[]>>;

let fixture: CrashFixture;
let server: Server;
let platform: Platform;
let movedMs = 0;
let keys = 0;
beforeAll(async () => {
  fixture = await makeCrashFixture({ BLY_UCP_DRAFTS: 'lodging' }, { now: () => new Date(Date.now() + movedMs) });
  server = await fixture.start();
  platform = await startPlatform({
    url: serverUrl(fixture.env),
    call: (method, path, body) => server.call(method, path, body),
  });
});
afterAll(async () => {
  await platform.close();
  await server.kill();
});

type Body = Readonly<Record<string, unknown>>;
/** A request of the platform, which it sends again word for word. */
function request(by: () => Server, name: string, args: Body) {
  keys += 1;
  const meta = { 'ucp-agent': { profile: platform.profileUrl }, 'idempotency-key': `key-${keys}` };
  const params = { name, arguments: { meta, ...args } };
  return async () => {
    const path = name.endsWith('_booking_session') ? '/ucp/lodging/mcp' : '/ucp/mcp';
    const { body } = await by().call('POST', path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return body.result?.structuredContent ?? body;
  };
}
const own = (name: string, args: Body) => request(() => server, name, args);
async function aToken(by: () => Server, destination = 'QAG'): Promise<string> {
  const found = await by().call('POST', '/v1/flight_search', {
    origin: 'QAA',
    destination,
    departure_date: daysAhead(60),
  });
  return found.body.live_offers[0].fares[0].trip_item_token;
}
const checkoutOf = (token: string) => ({
  line_items: [{ item: { id: token }, quantity: 1 }],
  buyer: { email: CONTACT.email, phone_number: CONTACT.phone },
  travelers: [NELLIE],
});
const PAYMENT = {
  instruments: [
    {
      id: 'i1',
      handler_id: 'shared_payment_token',
      type: 'shared_payment_token',
      credential: { type: 'shared_payment_token', token: 'spt_test_ok' },
    },
  ],
};
const aCheckout = async (): Promise<string> =>
  (await own('create_checkout', { checkout: checkoutOf(await aToken(() => server)) })()).id;
const look = async (id: string) => await own('get_checkout', { id })();

/** The platform's request dies at a point; the next process is sent it again. */
async function killedAt<T>(point: FaultPoint, send: () => Promise<T>): Promise<T> {
  fixture.arm(point);
  await send().catch(() => undefined);
  expect(await server.ended).toBe('SIGKILL');
  fixture.arm(undefined);
  await fixture.endJobLeases();
  movedMs += KEY_LOCK_MS;
  server = await fixture.start();
  await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
  return await send();
}
async function countTrips(): Promise<number> {
  const { body } = await server.call('GET', '/v1/trips?limit=100');
  return body.trips.length;
}
async function readSteps(id: string): Promise<readonly string[]> {
  const { body } = await server.call('GET', `/v1/trip/${id}/ledger`);
  return body.entries.map(({ step }: { step: string }) => step);
}
const aStay = (name = 'non_refundable') => findScenario(server, name);
const lookAtSession = async (id: string) => await own('get_booking_session', { id })();
const isBookable = (id: string) =>
  until(async () => (await lookAtSession(id)).status === 'ready_for_complete', RECOVER_TIMEOUT_MS);
const isReady = (id: string) => until(async () => (await look(id)).status === 'ready_for_complete', RECOVER_TIMEOUT_MS);

describe('a platform that sends its request again after a kill', () => {
  test.each(POINTS.create_checkout)('created at %s: one trip, with its line', async (point) => {
    const token = await aToken(() => server);
    const before = await countTrips();
    const { id } = await killedAt(point, own('create_checkout', { checkout: checkoutOf(token) }));
    await isReady(id);
    expect((await look(id)).line_items.map(({ item }: { item: { id: string } }) => item.id)).toEqual([token]);
    expect(await countTrips()).toBe(before + 1);
  });

  test.each(POINTS.update_checkout)('replaced at %s: the one offer that was sent', async (point) => {
    const id = await aCheckout();
    const token = await aToken(() => server, 'QAF');
    await killedAt(point, own('update_checkout', { id, checkout: checkoutOf(token) }));
    await isReady(id);
    const { line_items: lines } = await look(id);
    expect(lines.map(({ item }: { item: { id: string } }) => item.id)).toEqual([token]);
    expect((await server.call('GET', `/v1/trip/${id}`)).body.items).toHaveLength(1);
  });

  test.each(POINTS.complete_checkout)('completed at %s: paid and booked once', async (point) => {
    const id = await aCheckout();
    const complete = own('complete_checkout', { id, checkout: { payment: PAYMENT } });
    await killedAt(point, complete);
    // Where no payment had begun, or it was declared lost, the platform completes once more.
    await until(async () => {
      const { status } = await look(id);
      if (status === 'ready_for_complete') await own('complete_checkout', { id, checkout: { payment: PAYMENT } })();
      else if (status !== 'completed') await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
      return status === 'completed';
    }, RECOVER_TIMEOUT_MS);
    expect((await readSteps(id)).filter((step) => step === 'book' || step === 'capture')).toEqual(['book', 'capture']);
    const { order } = await look(id);
    const sent = platform.orders.filter(({ text }) => JSON.parse(text).id === order.id);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test.each(POINTS.cancel_checkout)('canceled at %s: it is, and nothing of it is paid', async (point) => {
    const id = await aCheckout();
    expect(await killedAt(point, own('cancel_checkout', { id }))).toMatchObject({ status: 'canceled' });
    const late = await own('complete_checkout', { id, checkout: { payment: PAYMENT } })();
    expect(late.status).toBe('canceled');
    expect(await readSteps(id)).toEqual([]);
  });

  test.each(['ucp.after_trip', 'ucp.after_stored', 'ucp.before_answer'] as const)(
    'a booking session created at %s: one trip, with its stay',
    async (point) => {
      const found = await aStay();
      const before = await countTrips();
      const send = own('create_booking_session', { booking: bookingOf(found) });
      const { id, stays } = await killedAt(point, send);
      expect(stays.map((stay: { id: string }) => stay.id)).toEqual([found.offerId]);
      expect(await countTrips()).toBe(before + 1);
      await isBookable(id);
    },
  );

  test.each(['ucp.after_replaced', 'ucp.after_session_replaced', 'ucp.before_answer'] as const)(
    'a booking session replaced at %s: what was sent, and no other stay',
    async (point) => {
      const { id } = await own('create_booking_session', { booking: bookingOf(await aStay()) })();
      const found = await aStay('slow');
      const guests = [{ id: 'g', first_name: 'Elizabeth', last_name: 'Bisland' }];
      await killedAt(point, own('update_booking_session', { id, booking: bookingOf(found, { guests }) }));
      await isBookable(id);
      const session = await lookAtSession(id);
      expect([session.property.id, session.guests, session.stays.length]).toEqual([found.hotelId, guests, 1]);
      expect((await server.call('GET', `/v1/trip/${id}`)).body.items).toHaveLength(1);
    },
  );

  test.each(['another stay', 'another guest'])(
    'with %s a replacement that died in the middle is not paid before it was sent again',
    async (other) => {
      const found = await aStay();
      const { id } = await own('create_booking_session', { booking: bookingOf(found) })();
      const guests = [{ id: 'g', first_name: 'Elizabeth', last_name: 'Bisland' }];
      const booking = other === 'another stay' ? bookingOf(await aStay('slow')) : bookingOf(found, { guests });
      fixture.arm('ucp.after_replaced');
      await own('update_booking_session', { id, booking })().catch(() => undefined);
      await server.ended;
      fixture.arm(undefined);
      await fixture.endJobLeases();
      server = await fixture.start();
      const paid = await own('complete_booking_session', { id, booking: payWith('spt_test_ok') })();
      expect([paid.status, await readSteps(id)]).toEqual(['incomplete', []]);
      await own('update_booking_session', { id, booking })();
      await isBookable(id);
    },
  );

  test.each(['pay.after_submit_call', 'ucp.before_answer'] as const)(
    'a booking session completed at %s: paid and booked once',
    async (point) => {
      const { id } = await own('create_booking_session', { booking: bookingOf(await aStay()) })();
      const booking = payWith('spt_test_ok');
      await killedAt(point, own('complete_booking_session', { id, booking }));
      await until(async () => {
        const { status } = await lookAtSession(id);
        if (status === 'ready_for_complete') await own('complete_booking_session', { id, booking })();
        else if (status !== 'completed') await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
        return status === 'completed';
      }, RECOVER_TIMEOUT_MS);
      expect((await readSteps(id)).filter((step) => step === 'book' || step === 'capture')).toEqual([
        'book',
        'capture',
      ]);
    },
  );

  test('money and bookings agree afterwards, and every point of ours was died at', async () => {
    expect((await fixture.reconcile()).problems).toEqual([]);
    const died = new Set<FaultPoint>(Object.values(POINTS).flat());
    expect(FAULT_POINTS.filter((point) => point.startsWith('ucp.') && !died.has(point))).toEqual([]);
  });
});

describe('a platform that completes with mandates', () => {
  let wallet: Wallet;
  beforeAll(async () => {
    wallet = { issuer: await mintKey('provider-1'), agent: await mintKey('agent-1') };
    await server.kill();
    const db = await fixture.openDatabase();
    const { rows } = await sql<{ organization_id: string }>`select organization_id from organization`.execute(db.q);
    const issuers = [{ name: 'Provider', jwk: { ...wallet.issuer.publicJwk } }];
    for (const { organization_id: id } of rows)
      await db.transaction((tx) => saveIssuers(tx, asId('organization', id), issuers, new Date()));
    await db.close();
    server = await fixture.start();
    await platform.close();
    platform = await startPlatform({
      url: serverUrl(fixture.env),
      call: (method, path, body) => server.call(method, path, body),
    });
    const profile = platform.profile as { ucp: { capabilities: Record<string, unknown> } };
    profile.ucp.capabilities['dev.ucp.shopping.ap2_mandate'] = [{ version: '2026-08-25' }];
  });

  async function sendOf(id: string): Promise<() => Promise<Answer['body']>> {
    const { body } = await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 1 });
    const now = new Date(body.now);
    const closed = { checkout: await look(id), audience: serverUrl(fixture.env), now };
    const mandate = await closeMandate(wallet, await openMandate(wallet, now), closed);
    return own('complete_checkout', { id, checkout: { payment: PAYMENT, ap2: { checkout_mandate: mandate } } });
  }

  test.each(POINTS.complete_secured)('killed at %s: paid once, with one receipt', async (point) => {
    const id = await aCheckout();
    await killedAt(point, await sendOf(id));
    await until(async () => {
      const { status } = await look(id);
      if (status === 'ready_for_complete') await (await sendOf(id))();
      else if (status !== 'completed') await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
      return status === 'completed';
    }, RECOVER_TIMEOUT_MS);
    expect((await readSteps(id)).filter((step) => step === 'book' || step === 'capture')).toEqual(['book', 'capture']);
    const { ap2, order } = await look(id);
    const [, claims = ''] = ap2.checkout_receipt.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      status: 'Success',
      order_id: order.id,
    });
    expect((await look(id)).ap2.checkout_receipt).toBe(ap2.checkout_receipt);
  });

  test('money and bookings agree afterwards', async () => {
    expect((await fixture.reconcile()).problems).toEqual([]);
  });
});

test('a process killed (-9) between payment and answer: the next one completes the checkout once', async () => {
  const processes = await makeProcessFixture();
  let running = await processes.start();
  const by = () => running;
  const created = await request(by, 'create_checkout', { checkout: checkoutOf(await aToken(by)) })();
  const complete = request(by, 'complete_checkout', { id: created.id, checkout: { payment: PAYMENT } });
  processes.arm('ucp.before_answer');
  await complete().catch(() => undefined);
  expect(await running.ended).toBe('SIGKILL');
  processes.arm(undefined);
  running = await processes.start();
  const status = async () => (await request(by, 'get_checkout', { id: created.id })()).status;
  await until(async () => (await status()) === 'completed', RECOVER_TIMEOUT_MS);
  await running.kill();
  const db = await processes.openDatabase();
  const { rows } = await sql<{ bookings: number; captured: number }>`select
    (select count(*) from booking)::int as bookings,
    (select count(*) from payment where amount_captured > 0)::int as captured`.execute(db.q);
  await db.close();
  expect(rows).toEqual([{ bookings: 1, captured: 1 }]);
});
