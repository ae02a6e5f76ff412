import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS } from '../../src/platform/fault-points.ts';
import { changedAtSandbox, dieWhileAccepting } from '../support/faults/acceptance-kills.ts';
import { dieAndRecover, journeyOf, TRIP_POINTS } from '../support/faults/fault-journeys.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import type { Server } from '../support/service/server-fixture.ts';

let fixture: CrashFixture;
let server: Server;
/** Real time: an acceptance whose outcome is not known is settled once nobody can be working on it. */
let aheadMs = 0;
beforeAll(async () => {
  fixture = await makeCrashFixture({}, { now: () => new Date(Date.now() + aheadMs) });
  server = await fixture.start();
});
afterAll(() => server.kill());

// One process after the other on one database: each dies at the next point, and its successor has to tidy up. A flight,
// a hotel and a car are bought together; where the way leads through undoing, the flight is refused.
test.each(TRIP_POINTS)(
  'killed at %s, the next process ends the mixed trip with one booking and one capture',
  async (point) => {
    server = await dieAndRecover(fixture, server, { point, journey: journeyOf(point) });
  },
  240_000,
);

const SCHEDULE_POINTS = FAULT_POINTS.filter((point) => point.startsWith('schedule.'));

test.each(SCHEDULE_POINTS)(
  "killed at %s, the next process takes the airline's change once, and reports it once",
  async (point) => {
    const flight = await changedAtSandbox(server);
    const wait = (seconds: number): void => {
      aheadMs += seconds * 1_000;
    };
    server = await dieWhileAccepting({ fixture, wait }, server, { point, flight });
  },
  240_000,
);

test('every point of accepting a change is on that list', () => {
  expect(SCHEDULE_POINTS).toEqual(['schedule.after_begin', 'schedule.after_call', 'schedule.after_settle']);
});

test('afterwards money = bookings for the whole database, and the sellers hold exactly what we sold', async () => {
  const { problems, output } = await fixture.reconcile();
  expect(output).toContain('nothing stands against it');
  expect(problems).toEqual([]);
  await server.kill();
  const db = await fixture.openDatabase();
  const { rows } = await sql<{ orders: number; items: number; doubles: number }>`select
    (select count(*) from sandbox_order where status = 'booked')::int as orders,
    (select count(*) from booking_item where status = 'confirmed')::int as items,
    (select count(*) from (select trip_id from booking group by trip_id having count(*) > 1) twice)::int as doubles`.execute(
    db.q,
  );
  await db.close();
  expect(rows[0]).toEqual({ orders: rows[0]?.items, items: rows[0]?.items, doubles: 0 });
  expect(rows[0]?.items).toBeGreaterThan(0);
}, 60_000);
