import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import {
  dieWhileServicing,
  type Quoted,
  type ServicingJourney,
  traceServicing,
} from '../support/faults/servicing-faults.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

const BOOKED_MS = 60_000;
let stub: DuffelStub;
let fixture: CrashFixture;
let server: Server;
let days = 60;
beforeAll(async () => {
  stub = await startDuffelStub();
  stub.control.set({ documents_required: false, sparse: false });
  fixture = await makeCrashFixture({
    BLY_SUPPLIERS: 'duffel',
    BLY_DUFFEL_TOKEN: stub.token,
    BLY_DUFFEL_URL: stub.url,
    BLY_SUPPLIER_CALLS_PER_MINUTE: '10000',
    BLY_SUPPLIER_CALLS_AT_ONCE: '100',
  });
  server = await fixture.start();
});
afterAll(async () => {
  await server.kill();
  await stub.close();
});

type Caller = Pick<Server, 'call'>;

/** A flight of Duffel's that may be changed, bought, and the quote of its cheapest change. */
async function quote(at: Caller): Promise<Quoted> {
  days += 1;
  const search = { origin: 'LHR', destination: 'JFK', departure_date: daysAhead(days), currency: 'GBP' };
  const { body: found } = await at.call('POST', '/v1/flight_search', search);
  const fares = found.live_offers.flatMap((offer: { fares: unknown[] }) => offer.fares);
  const fare = fares.find((candidate: { is_changeable: boolean | null }) => candidate.is_changeable === true);
  const { body: trip } = await at.call('POST', '/v1/trip', {
    currency: 'GBP',
    add_item: { trip_item_token: fare.trip_item_token },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
  });
  await at.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  await at.call('POST', '/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
  const read = async () => (await at.call('GET', `/v1/trip/${trip.trip_id}`)).body;
  await until(async () => (await read()).status === 'fulfilled', BOOKED_MS);
  const pair = { booking_ref: String((await read()).bookings[0].booking_ref), last_name: 'Bly' };
  const { body } = await at.call('POST', '/v1/get_booking', pair);
  const shop = await at.call('POST', '/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(days + 5) });
  const offer_id = shop.body.offers[0].offer_id;
  const price = await at.call('POST', '/v1/exchange_price', { ...pair, offer_id });
  return {
    pair,
    paid: body.booking.total_paid.amount,
    difference: price.body.total_due.value,
    commit: { ...pair, session_reference: price.body.session_reference },
  };
}

const JOURNEY: ServicingJourney = {
  quote,
  commit: (at, { commit }) =>
    at.call('POST', '/v1/exchange_commit', { ...commit, shared_payment_token: 'spt_test_ok' }),
  status: { path: '/v1/exchange_status', isDone: (body) => body.status === 'CONFIRMED' },
  events: ['booking.completed', 'booking.exchanged'],
};

/**
 * A process that dies between the mark that a call may be made and the call leaves what nobody can know: it is held for
 * hours, as test/journeys/servicing/duffel-exchange shows.
 */
const HELD = 'exchange.after_begin';

test('killed at every boundary of an exchange at Duffel: one change, one capture, each event once', {
  timeout: 1_800_000,
}, async () => {
  const boundaries = await traceServicing(fixture, server, JOURNEY);
  const points = boundaries.map(({ point }) => point);
  for (const point of ['exchange.after_intent', HELD, 'exchange.after_call', 'exchange.after_settle'] as const)
    expect(points).toContain(point);
  for (const point of boundaries.filter((boundary) => boundary.point !== HELD))
    server = await dieWhileServicing(fixture, server, { point, journey: JOURNEY });
  process.stdout.write(`duffel exchange: ${boundaries.length - 1} kills: ${points.join(' ')}\n`);
  const orders = stub.control.orders();
  expect(orders.map(({ changes }) => changes.length)).toEqual(orders.map(() => 1));
  const { problems, output } = await fixture.reconcile();
  expect(output).toContain('nothing stands against it');
  expect(problems).toEqual([]);
});
