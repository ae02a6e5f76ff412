import { expect, test } from 'vitest';
import { readSeed, runModel } from './run-model.ts';

/** `test/deep/trip-model` walks thousands, on both databases. */
const STEPS = 60;
const { seed, now } = readSeed();

test(`random trips behave as the reference model says (BLY_TEST_SEED=${seed} BLY_TEST_NOW=${now.toISOString()})`, async () => {
  const { reconciled, steps } = await runModel({ seed, stepsMin: STEPS, commandsMax: 50 }, now);
  expect(reconciled.problems).toEqual([]);
  expect(steps).toBeGreaterThanOrEqual(STEPS);
}, 300_000);
