import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import {
  dieAndRecover,
  FAULT_JOURNEYS,
  type FaultJourneyName,
  traceJourney,
} from '../support/faults/fault-journeys.ts';
import { type MatrixCell, showMatrix } from '../support/faults/fault-matrix.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import type { Server } from '../support/service/server-fixture.ts';

const LANE_TIMEOUT_MS = 1_800_000;

/** What has been seen so far, of all lanes. */
const cells: MatrixCell[] = [];
afterAll(() => showMatrix('Fault matrix: where the process was killed, and how the trip ended', cells));

/**
 * The fault matrix: every journey is first gone undisturbed, which lists the boundaries it passes, each passing on its
 * own; then a process is killed at every one of them. Nothing is enumerated by hand: a step that is added is killed at.
 */
describe('killed at every boundary of every journey', () => {
  test.concurrent.for(splitJourneys(2))(
    '%s end with one booking, one capture, one event',
    { timeout: LANE_TIMEOUT_MS },
    async (names) => {
      const fixture = await makeCrashFixture();
      let server = await fixture.start();
      try {
        for (const journey of names) server = await walk(fixture, server, journey);
        const { problems, output } = await fixture.reconcile();
        process.stdout.write(output);
        expect(output).toContain('nothing stands against it');
        expect(problems).toEqual([]);
      } finally {
        await server.kill();
      }
      await expectOrdersSold(
        fixture,
        names.some((name) => FAULT_JOURNEYS[name].end !== 'undone'),
      );
    },
  );
});

const ALL: readonly FaultJourneyName[] = [
  'booked',
  'undone',
  'partial',
  'agent',
  'late',
  'unpaid',
  'flight',
  'refused',
];
/**
 * What a process does at a boundary is the same on a server; there the two journeys are gone that pass nearly every one
 * of them.
 */
const ON_SERVER: readonly FaultJourneyName[] = ['booked', 'undone'];

/** BLY_TEST_JOURNEYS names some of them, to look into one. */
function splitJourneys(lanes: number): readonly (readonly FaultJourneyName[])[] {
  const wanted = process.env['BLY_TEST_JOURNEYS']?.split(',');
  const names = wanted
    ? ALL.filter((name) => wanted.includes(name))
    : process.env['BLY_TEST_DATABASE_URL'] === undefined
      ? ALL
      : ON_SERVER;
  return Array.from({ length: Math.min(lanes, names.length) }, (_, lane) =>
    names.filter((_name, index) => index % lanes === lane),
  );
}

async function walk(fixture: CrashFixture, first: Server, name: FaultJourneyName): Promise<Server> {
  const journey = FAULT_JOURNEYS[name];
  let server = first;
  const boundaries = await traceJourney(fixture, server, journey);
  expect(boundaries.length).toBeGreaterThan(5);
  for (const point of boundaries) {
    const step = `${point.point}#${point.pass}`;
    server = await dieAndRecover(fixture, server, { point, journey }).catch((cause: unknown) => {
      throw new Error(`${name}, killed at ${step}: ${cause instanceof Error ? cause.message : ''}`, { cause });
    });
    cells.push({ journey: name, step: point.point, outcome: journey.end });
  }
  return server;
}

/** `isSomethingBooked`: a lane of trips that all end undone has sold nothing. */
async function expectOrdersSold(fixture: CrashFixture, isSomethingBooked: boolean): Promise<void> {
  const db = await fixture.openDatabase();
  const { rows } = await sql<{
    orders: number;
    items: number;
    captured: number;
    paid: number;
    held: number;
    doubles: number;
  }>`select
    (select count(*) from sandbox_order where status = 'booked')::int as orders, (select count(*) from booking_item where status = 'confirmed')::int as items,
    (select coalesce(sum(captured), 0) from sandbox_payment)::bigint as captured, (select coalesce(sum(total_paid), 0) from booking)::bigint as paid,
    (select count(*) from sandbox_payment where status = 'authorised')::int as held,
    (select count(*) from (select trip_id from booking group by trip_id having count(*) > 1) twice)::int as doubles`.execute(
    db.q,
  );
  await db.close();
  expect(rows[0]).toEqual({
    orders: rows[0]?.items,
    items: rows[0]?.items,
    captured: rows[0]?.paid,
    paid: rows[0]?.paid,
    held: 0,
    doubles: 0,
  });
  expect((rows[0]?.items ?? 0) > 0).toBe(isSomethingBooked);
}
