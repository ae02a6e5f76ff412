import { describe, expect, test } from 'vitest';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import type { Server } from '../support/service/server-fixture.ts';
import {
  dieWhileServicing,
  SERVICING_JOURNEYS,
  type ServicingJourneyName,
  traceServicing,
} from '../support/faults/servicing-faults.ts';

const LANE_TIMEOUT_MS = 1_800_000;
const ALL: readonly (readonly ServicingJourneyName[])[] = [
  ['refund', 'car_by_page'],
  ['flight', 'services'],
];
/**
 * What a process does at a boundary is the same on a server; there the journeys are gone that pass the most of them.
 */
const ON_SERVER: readonly (readonly ServicingJourneyName[])[] = [['flight', 'services']];

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
      const fixture = await makeCrashFixture();
      let server = await fixture.start();
      try {
        for (const name of names) server = await walk(fixture, server, name);
        const { problems, output } = await fixture.reconcile();
        process.stdout.write(output);
        expect(output).toContain('nothing stands against it');
        expect(problems).toEqual([]);
      } finally {
        await server.kill();
      }
    },
  );
});

async function walk(fixture: CrashFixture, first: Server, name: ServicingJourneyName): Promise<Server> {
  const journey = SERVICING_JOURNEYS[name];
  let server = first;
  const boundaries = await traceServicing(fixture, server, journey);
  expect(boundaries.length).toBeGreaterThan(5);
  for (const point of boundaries) {
    server = await dieWhileServicing(fixture, server, { point, journey }).catch((cause: unknown) => {
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
