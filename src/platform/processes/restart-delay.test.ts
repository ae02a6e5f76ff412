import { expect, test } from 'vitest';
import { restartDelayMs } from './restart-delay.ts';

test('a process that dies again and again waits twice as long each time, half a minute at most', () => {
  expect([1, 2, 3, 4, 8, 9, 100].map(restartDelayMs)).toEqual([200, 400, 800, 1_600, 25_600, 30_000, 30_000]);
});
