import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../src/platform/fault-points.ts';
import { dieAndRecover } from '../support/fault-journeys.ts';
import { makeServerPlace, type ServerPlace, type ServerProcess } from '../support/server-process.ts';

/** Every point followed by itself, by its neighbour and by one further on: recovery is killed too. */
const PAIRS: readonly (readonly [FaultPoint, FaultPoint])[] = FAULT_POINTS.flatMap((point, index) =>
  [0, 1, 5].map((step) => [point, FAULT_POINTS[(index + step) % FAULT_POINTS.length] ?? point] as const));

let place: ServerPlace;
let server: ServerProcess;
beforeAll(async () => {
  place = await makeServerPlace();
  server = await place.start();
});
afterAll(() => server.kill());

test.each(PAIRS)('killed at %s, and its successor at %s', async (first, second) => {
  server = await dieAndRecover(place, server, first, second);
}, 240_000);

test('afterwards money = bookings', async () => {
  const { code, output } = await place.run('scripts/reconcile.ts');
  expect(output).toContain('nothing stands against it');
  expect(code).toBe(0);
}, 120_000);
