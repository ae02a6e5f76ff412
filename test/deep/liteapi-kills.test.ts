import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS } from '../../src/platform/fault-points.ts';
import { type LiteapiStub, startLiteapiStub } from '../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { createSeededRandom, type SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { endedWithin } from '../support/faults/fault-journeys.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

/** Kills, each followed by a new process on what the database holds. */
const KILLS = 24;
const TRIPS_AT_ONCE = 2;
/** What is due has run once the clock was moved: a server that lives on has not passed the point in this round. */
const DIE_MS = 600;
const ROUND_MS = 3_000;
/** Look-ups double to an hour: so long after the last kill every trip has had its turn. */
const SETTLE_SECONDS = 3_600;
const SETTLE_ROUNDS_MAX = 14;
const SEED = process.env['BLY_TEST_SEED'] ?? String(Date.now() % 1_000_000);
/** Around the order call twice as often as on the rest of the way. */
const POINTS = FAULT_POINTS.filter((point) => /^(?:order|fulfil)\./.test(point)).flatMap((point) =>
  point.startsWith('order.') ? [point, point, point] : [point],
);

type Fault = Parameters<LiteapiStub['control']['addFault']>[0]['fault'];
const ANSWERS: readonly [Fault, ...Fault[]] = [
  { kind: 'reset', effect: true },
  { kind: 'error', status: 500, text: '', effect: true },
  { kind: 'book_error', code: 2_014, booked: 'later', seconds: 5 },
  { kind: 'book_error', code: 5_000, description: 'transaction id save failed', booked: 'at_once' },
  { kind: 'error', code: 4_002 },
];

let stub: LiteapiStub;
let fixture: CrashFixture;
let server: Server;
let random: SeededRandom;
/** Milliseconds that real time was moved, for the servers and for the stub. */
let ahead = 0;
beforeAll(async () => {
  random = createSeededRandom(SEED);
  const clock = { now: () => new Date(Date.now() + ahead) };
  stub = await startLiteapiStub({ clock });
  // The worst LiteAPI there can be: an attempt that failed takes no reference, and nothing expires meanwhile.
  stub.control.set({
    references_taken: 'by_bookings',
    prebook_minutes: 10_000,
    sparse: false,
    rate_limit: { limit: 100_000, seconds: 60 },
  });
  const variables = {
    BLY_SUPPLIERS: 'liteapi',
    BLY_LITEAPI_KEY: stub.key,
    BLY_LITEAPI_URL: stub.url,
    BLY_LITEAPI_SANDBOX_CALLS_PER_SECOND: '1000',
    BLY_SUPPLIER_CALLS_PER_MINUTE: '10000',
    BLY_SUPPLIER_CALLS_AT_ONCE: '100',
  };
  fixture = await makeCrashFixture(variables, clock);
  server = await fixture.start();
});
afterAll(async () => {
  await server.kill();
  await stub.close();
});

/** A trip of one stay in Lisbon, paid. Throws where the process died before it was. */
async function buy(): Promise<void> {
  const day = 60 + random.whole(0, 200);
  const nights = { checkin: daysAhead(day), checkout: daysAhead(day + 2) };
  const search = { city_name: 'Lisbon', country_code: 'PT', occupancies: [{ adults: 1 }], max_results: 20, ...nights };
  const { body } = await server.call('POST', '/v1/hotel_search', search);
  const token = body.hotels?.[random.whole(0, 9)]?.rooms[0]?.rates[0]?.offer_id;
  const trip = await server.call('POST', '/v1/trip', {
    add_item: { trip_item_token: token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const { trip_id } = trip.body;
  await server.call('POST', '/v1/checkout', { trip_id });
  await server.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK });
}

/** Moves real time, and lets the server run what is due. */
async function move(seconds: number): Promise<void> {
  ahead += seconds * 1_000;
  await stub.clock.runDue();
  await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 1 }).catch(() => undefined);
}

test(`killed ${KILLS} times around orders: at most one booking at LiteAPI for each of ours, and the books agree (BLY_TEST_SEED=${SEED})`, async () => {
  let kills = 0;
  for (let round = 0; kills < KILLS && round < 6 * KILLS; round += 1) {
    if (random.unit() < 0.4)
      stub.control.addFault({
        operation: 'book',
        fault: random.pick(ANSWERS),
        times: 1,
      });
    fixture.arm({ point: POINTS[random.whole(0, POINTS.length - 1)] ?? 'order.after_call', pass: random.whole(1, 2) });
    for (let trips = 0; trips < TRIPS_AT_ONCE; trips += 1) await buy().catch(() => undefined);
    await move(random.whole(5, 600));
    if ((await endedWithin(server, DIE_MS).catch(() => undefined)) !== 'SIGKILL') continue;
    kills += 1;
    await fixture.endJobLeases();
    fixture.arm(undefined);
    server = await fixture.start();
  }
  expect(kills).toBe(KILLS);
  fixture.arm(undefined);
  stub.control.clearFaults();
  await settleAll();
  const { problems, output } = await fixture.reconcile();
  expect(output).toContain('nothing stands against it');
  expect(problems).toEqual([]);
  const references = stub.control.bookings().map(({ client_reference }) => client_reference);
  expect(new Set(references).size).toBe(references.length);
  const open = stub.control.bookings().filter(({ status }) => status === 'CONFIRMED');
  const db = await fixture.openDatabase();
  const { rows } = await sql<{
    reference: string;
  }>`select reference from booking_item where status = 'confirmed'`.execute(db.q);
  await db.close();
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual(
    open.map(({ client_reference }) => client_reference).toSorted(),
  );
  expect(rows.length).toBeGreaterThan(KILLS / 10);
}, 3_600_000);

/** Moves the clocks and lets the server work until no trip is under way. */
async function settleAll(): Promise<void> {
  const isSettled = async () =>
    (await server.call('GET', '/v1/trips?status=fulfilling&limit=1')).body.trips.length === 0;
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round += 1) {
    await move(SETTLE_SECONDS);
    await until(isSettled, ROUND_MS).catch(() => undefined);
    if (round > 2 && (await isSettled())) return;
  }
  throw new Error('A trip is still under way.');
}
