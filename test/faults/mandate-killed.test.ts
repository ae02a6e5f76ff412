import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../src/platform/fault-points.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

const RECOVER_TIMEOUT_MS = 30_000;
/** Every step of an execution: its own, and those of the payment inside it. */
const POINTS: readonly FaultPoint[] = FAULT_POINTS.filter(
  (point) => point.startsWith('execute.') || point.startsWith('pay.'),
);
let fixture: CrashFixture;
let server: Server;
let mandateId: string;
let bought = 0;
/** Trips of other mandates. */
let boughtElsewhere = 0;
beforeAll(async () => {
  fixture = await makeCrashFixture();
  server = await fixture.start();
  const wanted = { name: 'Trips', currency: 'USD', budget: 900_000, valid_until: `${daysAhead(300)}T00:00:00Z` };
  mandateId = (await server.call('POST', '/v1/mandate_request', wanted)).body.mandate_id;
  await server.call('POST', '/v1/sandbox/approve', { mandate_id: mandateId, decision: 'approve' });
});
afterAll(() => server.kill());

async function proposeTrip(mandate = mandateId): Promise<string> {
  const found = await server.call('POST', '/v1/flight_search', {
    origin: 'QAA',
    destination: 'QAG',
    departure_date: daysAhead(60),
  });
  const trip = await server.call('POST', '/v1/trip', {
    add_item: { trip_item_token: found.body.live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const proposed = await server.call('POST', '/v1/propose', { mandate_id: mandate, trip_id: trip.body.trip_id });
  return String(proposed.body.proposal_id);
}
const execute = (proposal_id: string) =>
  server.call('POST', '/v1/execute_proposal', { proposal_id, shared_payment_token: 'spt_test_ok' });

// One process after the other on one database: each dies at the next step, and its successor finds out what happened.
test.each(POINTS)(
  'killed at %s, the next process buys once and the budget is spent once',
  async (point) => {
    const proposalId = await proposeTrip();
    fixture.arm(point);
    await execute(proposalId).catch(() => undefined);
    // Steps that follow the booking are passed when somebody looks.
    const look = () => server.call('GET', `/v1/mandates/${mandateId}`).catch(() => undefined);
    if (point.includes('settle'))
      await until(async () => {
        await look();
        return (await Promise.race([server.ended, Promise.resolve(undefined)])) === 'SIGKILL';
      }, RECOVER_TIMEOUT_MS);
    expect(await server.ended).toBe('SIGKILL');
    fixture.arm(undefined);
    await fixture.endJobLeases();
    server = await fixture.start();
    await server.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
    await until(async () => (await execute(proposalId)).body.outcome === 'authorised', RECOVER_TIMEOUT_MS);
    bought += 1;
    await until(async () => (await look())?.body.reserved.amount === 0, RECOVER_TIMEOUT_MS);
    const mandate = (await look())?.body;
    expect(mandate.trips_used).toBe(bought);
  },
  240_000,
);

test.each(['execute.before_settle_commit', 'execute.after_settle'] as const)(
  'killed at %s, the last trip of a mandate uses it up with one event',
  async (point) => {
    const wanted = {
      name: 'One',
      currency: 'USD',
      budget: 9_000,
      max_trips: 1,
      valid_until: `${daysAhead(300)}T00:00:00Z`,
    };
    const mandate_id = (await server.call('POST', '/v1/mandate_request', wanted)).body.mandate_id;
    await server.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' });
    const proposalId = await proposeTrip(mandate_id);
    fixture.arm(point);
    await execute(proposalId).catch(() => undefined);
    const look = () => server.call('GET', `/v1/mandates/${mandate_id}`).catch(() => undefined);
    await until(async () => {
      await look();
      return (await Promise.race([server.ended, Promise.resolve(undefined)])) === 'SIGKILL';
    }, RECOVER_TIMEOUT_MS);
    fixture.arm(undefined);
    await fixture.endJobLeases();
    server = await fixture.start();
    await until(async () => (await look())?.body.status === 'exhausted', RECOVER_TIMEOUT_MS);
    boughtElsewhere += 1;
    const { events } = (await server.call('GET', '/v1/events?type=mandate.exhausted&limit=100')).body;
    const told = events.filter(({ data }: { data: { mandate_id: string } }) => data.mandate_id === mandate_id);
    expect(told).toHaveLength(1);
  },
  240_000,
);

test('afterwards the row, the books and the payments say the same of the budget, and each trip was booked once', async () => {
  await server.kill();
  const db = await fixture.openDatabase();
  const { rows } = await sql<{ row: number; books: number; captured: number; bookings: number }>`select
    (select sum(spent) from mandate)::bigint as row,
    (select sum(amount) from mandate_transfer where debit = 'spent')::bigint as books,
    (select sum(amount_captured) from payment)::bigint as captured,
    (select count(*) from booking)::int as bookings`.execute(db.q);
  await db.close();
  const row = rows[0]?.row;
  expect(row).toBeGreaterThan(0);
  expect(rows[0]).toEqual({ row, books: row, captured: row, bookings: bought + boughtElsewhere });
});

test('every step of an execution is on that list', () => {
  expect(POINTS.filter((point) => point.startsWith('execute.'))).toEqual([
    'execute.after_quote',
    'execute.after_reserve',
    'execute.after_payment',
    'execute.before_settle_commit',
    'execute.after_settle',
  ]);
});
