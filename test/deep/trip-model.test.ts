import { expect, test } from 'vitest';
import { describeReport } from '../../src/bookings/reconcile/reconcile.ts';
import { readSeed, runModel } from '../model/run-model.ts';

/**
 * At least so many in one run; BLY_TEST_STEPS makes it shorter, or longer. The embedded database takes a quarter of
 * them: what it may do otherwise than a server is how it reads a statement, and so many send every one of them.
 */
const STEPS = Number(process.env['BLY_TEST_STEPS'] ?? (process.env['BLY_TEST_DATABASE_URL'] ? 6_000 : 2_500));
const { seed, now } = readSeed();

test(`${STEPS} random steps behave as the reference model says (BLY_TEST_SEED=${seed} BLY_TEST_NOW=${now.toISOString()})`, async () => {
  const { reconciled, steps, runs, counts, endings, seconds } = await runModel(
    { seed, stepsMin: STEPS, commandsMax: 120 },
    now,
  );
  const table = [...counts, ...endings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `  ${String(count).padStart(5)}  ${what}`);
  process.stdout.write(
    `${steps} steps in ${runs} runs, ${seconds} s, seed ${seed}\n${table.join('\n')}\n${describeReport(reconciled)}\n`,
  );
  expect(reconciled.problems).toEqual([]);
  expect(steps).toBeGreaterThanOrEqual(STEPS);
}, 3_600_000);
