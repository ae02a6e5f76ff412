import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { makeServerPlace, type ServerFixture, type ServerProcess } from '../support/service/server-process.ts';
import {
  dieWhileServicing,
  SERVICING_JOURNEYS,
  type ServicingJourneyName,
} from '../support/faults/servicing-faults.ts';

/**
 * One boundary of each sort: the intent of a payment, of the change, the supplier's yes unheard, and each way the money
 * goes. test/deep kills at all of them.
 */
const KILLS = [
  { point: 'change.after_paying', journey: 'car' },
  { point: 'change.after_commit', journey: 'refund' },
  { point: 'change.after_call', journey: 'car' },
  { point: 'change.after_refund_call', journey: 'refund' },
  { point: 'change.after_capture_call', journey: 'car' },
] as const satisfies readonly { readonly point: FaultPoint; readonly journey: ServicingJourneyName }[];

let place: ServerFixture;
let server: ServerProcess;
beforeAll(async () => {
  place = await makeServerPlace();
  server = await place.start();
});
afterAll(() => server.kill());

test.each(KILLS)(
  '$journey killed at $point: the next process ends the change once: one refund or one capture, each event once',
  async ({ point, journey }) => {
    server = await dieWhileServicing(place, server, { point, journey: SERVICING_JOURNEYS[journey] });
  },
);

test('afterwards money = bookings for the whole database', async () => {
  const { code, output } = await place.run('scripts/reconcile.ts');
  expect(output).toContain('nothing stands against it');
  expect(code).toBe(0);
});
