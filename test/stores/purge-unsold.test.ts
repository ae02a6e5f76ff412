import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeUnsoldTrips } from '../../src/trips/write/purge-unsold.ts';
import { CARD_OK, makeCheckout } from '../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const run = (statement: string) => sql.raw(statement).execute(service.app.db.q);
const read = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).status;
const purge = () => purgeUnsoldTrips(service.app, AbortSignal.timeout(60_000));
/** As if it had been made, and left alone, so many days ago. */
const age = (tripId: string, days: number) =>
  run(
    `update trip set created_at = now() - interval '${days} days', touched_at = now() - interval '${days} days' where trip_id = '${tripId}'`,
  );

async function draft(): Promise<string> {
  return (await service.call('POST', '/v1/trip', {})).body.trip_id;
}
const quoted = async () => (await makeCheckout(service, { origin: 'QAA', destination: 'QAG' })).tripId;

test('what was never sold goes after 30 idle days, a quote with its payment voided; the rest stays', async () => {
  const old = { draft: await draft(), quoted: await quoted(), cancelled: await draft(), sold: await quoted() };
  const young = { draft: await draft(), quoted: await quoted() };
  await service.call('POST', '/v1/cancel_trip', { trip_id: old.cancelled });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: old.sold, card: CARD_OK });
  await service.drain();
  for (const tripId of Object.values(old)) await age(tripId, 31);
  for (const tripId of Object.values(young)) await age(tripId, 29);
  expect(await purge()).toBe(3);
  expect([await read(old.draft), await read(old.quoted), await read(old.cancelled)]).toEqual([404, 404, 404]);
  expect([await read(old.sold), await read(young.draft), await read(young.quoted)]).toEqual([200, 200, 200]);
  const { rows } = await sql<{ status: string }>`select status from payment where trip_id = ${old.quoted}`.execute(
    service.app.db.q,
  );
  expect(rows).toEqual([{ status: 'voided' }]);
  expect(await purge()).toBe(0);
});

test('one that was touched since stays, and so does one whose payment is still under way', async () => {
  const [touched, paying] = [await draft(), await quoted()];
  await age(touched, 40);
  await age(paying, 40);
  await run(`update trip set touched_at = now() where trip_id = '${touched}'`);
  await run(
    `update payment set status = 'processing', in_flight_until = now() + interval '1 minute' where trip_id = '${paying}'`,
  );
  await run(`update trip set payment_in_flight_until = now() + interval '1 minute' where trip_id = '${paying}'`);
  expect(await purge()).toBe(0);
  expect([await read(touched), await read(paying)]).toEqual([200, 200]);
});
