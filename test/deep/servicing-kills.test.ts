import { describe, expect, test } from 'vitest';
import { makeServerPlace, type ServerFixture, type ServerProcess } from '../support/service/server-process.ts';
import {
  dieWhileServicing,
  SERVICING_JOURNEYS,
  type ServicingJourneyName,
  traceServicing,
} from '../support/faults/servicing-faults.ts';

const LANE_TIMEOUT_MS = 1_800_000;
const ALL: readonly (readonly ServicingJourneyName[])[] = [['refund', 'car_by_page'], ['flight']];
/**
 * What a process does at a boundary is the same on a server; there the journey is gone that passes the most of them.
 */
const ON_SERVER: readonly (readonly ServicingJourneyName[])[] = [['flight']];

/**
 * Every journey is first gone undisturbed, which lists the boundaries it passes, those of its payment among them; then
 * a process is killed at every one of them. Nothing is enumerated by hand: a step that is added is killed at.
 */
describe('killed at every boundary of every change of what was sold', () => {
  const lanes = process.env['BLY_TEST_DATABASE_URL'] === undefined ? ALL : ON_SERVER;
  test.concurrent.for(lanes)(
    '%s: one change, its money moved once, each event once',
    { timeout: LANE_TIMEOUT_MS },
    async (...[names]) => {
      const place = await makeServerPlace();
      let server = await place.start();
      try {
        for (const name of names) server = await walk(place, server, name);
        const { code, output } = await place.run('scripts/reconcile.ts');
        process.stdout.write(output);
        expect(output).toContain('nothing stands against it');
        expect(code).toBe(0);
      } finally {
        await server.kill();
      }
    },
  );
});

async function walk(place: ServerFixture, first: ServerProcess, name: ServicingJourneyName): Promise<ServerProcess> {
  const journey = SERVICING_JOURNEYS[name];
  let server = first;
  const boundaries = await traceServicing(place, server, journey);
  expect(boundaries.length).toBeGreaterThan(5);
  for (const point of boundaries) {
    server = await dieWhileServicing(place, server, { point, journey }).catch((cause: unknown) => {
      throw new Error(
        `${name}, killed at ${point.point}#${point.pass}: ${cause instanceof Error ? cause.message : ''}`,
        { cause },
      );
    });
  }
  process.stdout.write(
    `${name}: ${boundaries.length} kills: ${boundaries.map(({ point, pass }) => `${point}#${pass}`).join(' ')}\n`,
  );
  return server;
}
