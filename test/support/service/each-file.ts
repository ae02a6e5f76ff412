import { afterAll, expect, vi } from 'vitest';
import { closeWhatIsLeft } from './leak-check.ts';
import { measureFile } from './measure-file.ts';

/**
 * Runs before each test file (`setupFiles`): files share a process, and each finds it as the one before did: real
 * timers, the environment it began with, nothing listening and no database open. Hooks run last in, first out, so this
 * one runs last.
 */
const environment = { ...process.env };
const measure = measureFile();

afterAll(async () => {
  vi.useRealTimers();
  await closeWhatIsLeft();
  await measure.end(expect.getState().testPath ?? '');
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});
