import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedAtSandbox, dieWhileAccepting } from '../support/faults/acceptance-kills.ts';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import type { Server } from '../support/service/server-fixture.ts';
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

let fixture: CrashFixture;
let server: Server;
beforeAll(async () => {
  fixture = await makeCrashFixture();
  server = await fixture.start();
});
afterAll(() => server.kill());

test.each(KILLS)(
  '$journey killed at $point: the next process ends the change once: one refund or one capture, each event once',
  async ({ point, journey }) => {
    server = await dieWhileServicing(fixture, server, { point, journey: SERVICING_JOURNEYS[journey] });
  },
);

test("killed once the airline has taken the travelers' yes: the next process enters it once, and reports nothing twice", async () => {
  const flight = await changedAtSandbox(server);
  const ground = { fixture, wait: () => undefined };
  server = await dieWhileAccepting(ground, server, { point: 'schedule.after_call', flight });
});

test('afterwards money = bookings for the whole database', async () => {
  const { problems, output } = await fixture.reconcile();
  expect(output).toContain('nothing stands against it');
  expect(problems).toEqual([]);
});
