import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut } from '../support/faults/fault-journeys.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { type Server, until } from '../support/service/server-fixture.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';

const ROUNDS = 12;
const TRIPS_PER_ROUND = 6;
const KILL_AFTER_MS_MAX = 600;
const ROUTES: readonly (readonly string[])[] = [['QAG'], ['QAI'], ['QAG', 'QAI'], ['QAO'], ['QAG', 'QAG'], ['QAQ']];
/** Enough for an attempt to be resolved, an unknown booking to be found, and every look-up to have had its turn. */
const SETTLE_SECONDS = 3600;
/** The first rounds are for attempts whose outcome nobody has learnt yet: their trips are not fulfilling so far. */
const SETTLE_ROUNDS_MIN = 3;
const SETTLE_ROUNDS_MAX = 10;
/** A look-up counts by the sandbox clock, and runs at the next poll: far sooner than this. */
const ROUND_TIMEOUT_MS = 20_000;

let fixture: CrashFixture;
let server: Server;
beforeAll(async () => {
  fixture = await makeCrashFixture();
  server = await fixture.start();
});
afterAll(() => server.kill());

test('killed at any moment, again and again, with several trips under way: no cent and no booking too many or too few', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trips = [];
    for (let i = 0; i < TRIPS_PER_ROUND; i += 1)
      trips.push((await checkOut(server, ROUTES[(round + i) % ROUTES.length] ?? ['QAG'])).tripId);
    const paying = trips.map((tripId) =>
      server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }).catch(() => undefined),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_AFTER_MS_MAX));
    await server.kill();
    await Promise.all(paying);
    await fixture.endJobLeases();
    server = await fixture.start();
  }
  await settleAll();
  const { problems, output } = await fixture.reconcile();
  expect(output).toContain('nothing stands against it');
  expect(problems).toEqual([]);
  await server.kill();
  const db = await fixture.openDatabase();
  const { rows } = await sql<{ orders: number; items: number; captured: number; paid: number; held: number }>`select
    (select count(*) from sandbox_order where status = 'booked')::int as orders, (select count(*) from booking_item where status = 'confirmed')::int as items,
    (select coalesce(sum(captured), 0) from sandbox_payment)::bigint as captured, (select coalesce(sum(total_paid), 0) from booking)::bigint as paid,
    (select count(*) from sandbox_payment where status = 'authorised')::int as held`.execute(db.q);
  await db.close();
  expect(rows[0]).toMatchObject({ orders: rows[0]?.items, captured: rows[0]?.paid, held: 0 });
  expect(rows[0]?.items).toBeGreaterThan(0);
}, 600_000);

/** Moves the clock and lets the server work until no trip is under way. */
async function settleAll(): Promise<void> {
  const isSettled = async () =>
    (await server.call('GET', '/v1/trips?status=fulfilling&limit=1')).body.trips.length === 0;
  for (let round = 0; round < SETTLE_ROUNDS_MAX; round += 1) {
    await server.call('POST', '/v1/sandbox/clock', { advance_seconds: SETTLE_SECONDS });
    await until(isSettled, ROUND_TIMEOUT_MS).catch(() => undefined);
    if (round + 1 >= SETTLE_ROUNDS_MIN && (await isSettled())) return;
  }
  throw new Error('A trip is still under way.');
}
