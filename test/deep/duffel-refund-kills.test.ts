import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import {
  dieWhileServicing,
  SERVICING_JOURNEYS,
  type ServicingJourney,
  traceServicing,
} from '../support/faults/servicing-faults.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

/** Longer than a confirmation may be under way: what nobody answered is judged by what Duffel lists then. */
const CALL_END_MS = 6 * 60_000;
const BOOKED_MS = 60_000;

let stub: DuffelStub;
let fixture: CrashFixture;
/** Milliseconds that real time was moved, for the servers and for the stub. */
let ahead = 0;
let days = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  stub = await startDuffelStub({ clock });
  stub.control.set({ documents_required: false, sparse: false });
  fixture = await makeCrashFixture(
    {
      BLY_SUPPLIERS: 'duffel',
      BLY_DUFFEL_TOKEN: stub.token,
      BLY_DUFFEL_URL: stub.url,
      BLY_SUPPLIER_CALLS_PER_MINUTE: '10000',
      BLY_SUPPLIER_CALLS_AT_ONCE: '100',
    },
    clock,
  );
});
afterAll(() => stub.close());

/** A ticket of Duffel that is given back at a price, committed again and again while time goes on. */
const REFUND: ServicingJourney = {
  ...SERVICING_JOURNEYS.refund,
  async quote(server) {
    days += 1;
    const search = { origin: 'LHR', destination: 'JFK', departure_date: daysAhead(60 + days) };
    const { body } = await server.call('POST', '/v1/flight_search', search);
    const trip = await server.call('POST', '/v1/trip', {
      add_item: { trip_item_token: body.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
    });
    const { trip_id } = trip.body;
    await server.call('POST', '/v1/checkout', { trip_id });
    await server.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK });
    const read = async () => (await server.call('GET', `/v1/trip/${trip_id}`)).body;
    await until(async () => (await read()).status === 'fulfilled', BOOKED_MS);
    const pair = { booking_ref: String((await read()).bookings[0].booking_ref), last_name: 'Bly' };
    const check = (await server.call('POST', '/v1/refund_check', pair)).body;
    return {
      pair,
      paid: Number(check.total_paid.value),
      commit: { ...pair, quote_id: check.quote_id },
      difference: -check.refund_amount.value,
    };
  },
  async commit(server, { commit }) {
    try {
      return await server.call('POST', '/v1/refund_commit', commit);
    } finally {
      ahead += CALL_END_MS;
      await stub.clock.runDue();
    }
  },
};

test('killed at every boundary of a refund of Duffel’s: one confirmation was carried out, its money moved once', {
  timeout: 1_800_000,
}, async () => {
  stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', refund_share: 0.8 } });
  let server: Server = await fixture.start();
  try {
    const boundaries = await traceServicing(fixture, server, REFUND);
    const own = boundaries.filter(({ point }) => point.startsWith('cancellation.') || point.startsWith('change.'));
    expect(own.filter(({ point }) => point.startsWith('cancellation.'))).toHaveLength(4);
    for (const point of own) {
      server = await dieWhileServicing(fixture, server, { point, journey: REFUND });
    }
    const orders = stub.control.orders();
    expect(orders.filter(({ cancelled_at: cancelledAt }) => cancelledAt === null)).toEqual([]);
    expect(orders).toHaveLength(own.length + 1);
    const { problems, output } = await fixture.reconcile();
    expect(output).toContain('nothing stands against it');
    expect(problems).toEqual([]);
    process.stdout.write(`${own.length} kills\n`);
  } finally {
    await server.kill();
  }
});
