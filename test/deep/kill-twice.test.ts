import { describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { dieAndRecover, journeyOf, TRIP_POINTS } from '../support/faults/fault-journeys.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';

/** Every point followed by itself, by its neighbour and by one further on: recovery is killed too. */
const PAIRS: readonly (readonly [FaultPoint, FaultPoint])[] = TRIP_POINTS.flatMap((point, index) =>
  [0, 1, 5].map((step) => [point, TRIP_POINTS[(index + step) % TRIP_POINTS.length] ?? point] as const),
);
/** As many as there are cores: a killed process is followed by the next at once. */
const LANES = 2;
const LANE_TIMEOUT_MS = 1_800_000;

describe('killed, and killed again while recovering', () => {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  test.concurrent.for(lanes)(
    'installation %i ends every trip with one booking and one capture',
    { timeout: LANE_TIMEOUT_MS },
    async (lane) => {
      const fixture = await makeCrashFixture();
      await runLane(
        fixture,
        PAIRS.filter((_, index) => index % LANES === lane),
      );
    },
  );
});

async function runLane(fixture: CrashFixture, pairs: typeof PAIRS): Promise<void> {
  let server = await fixture.start();
  try {
    for (const [first, second] of pairs) {
      server = await dieAndRecover(fixture, server, { point: first, journey: journeyOf(first) }, second).catch(
        (cause: unknown) => {
          throw new Error(
            `killed at ${first}, and its successor at ${second}: ${cause instanceof Error ? cause.message : ''}`,
            { cause },
          );
        },
      );
    }
    const { problems, output } = await fixture.reconcile();
    expect(output).toContain('nothing stands against it');
    expect(problems).toEqual([]);
  } finally {
    await server.kill();
  }
}
