import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkOut } from '../support/faults/fault-journeys.ts';
import { makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';

test('a crashed App answers nobody and writes nothing more, not even what its open transaction has written', async () => {
  const fixture = await makeCrashFixture();
  const server = await fixture.start();
  const { tripId } = await checkOut(server, ['QAG']);
  fixture.arm('pay.before_outcome_commit');
  await expect(server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).rejects.toThrow(
    'fetch failed',
  );
  expect(await server.ended).toBe('SIGKILL');
  await expect(server.call('GET', `/v1/trip/${tripId}`)).rejects.toThrow('fetch failed');
  const db = await fixture.openDatabase();
  const { rows } = await sql<{ trip: string; payment: string }>`
    select trip.status as trip, payment.status as payment from trip
    join payment using (organization_id, trip_id)`.execute(db.q);
  await db.close();
  expect(rows).toEqual([{ trip: 'quoted', payment: 'submitted' }]);
});

test('the next App finds the booking that a crashed one ordered and never recorded, and books it once', async () => {
  const fixture = await makeCrashFixture();
  const server = await fixture.start();
  const { tripId } = await checkOut(server, ['QAG']);
  fixture.arm('fulfil.after_book_call');
  await server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }).catch(() => undefined);
  expect(await server.ended).toBe('SIGKILL');
  const db = await fixture.openDatabase();
  const { rows } = await sql<{ item: string; orders: number }>`
    select status as item, (select count(*)::int from sandbox_order) as orders from booking_item`.execute(db.q);
  await db.close();
  expect(rows).toEqual([{ item: 'booking', orders: 1 }]);
});
