import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMinimumDuration } from './with-minimum-duration.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['an answer', () => Promise.resolve('found')],
  ['a refusal', () => Promise.reject(new Error('too many'))],
])('%s that is there at once is given at the end of the time, not before', async (_, work) => {
  const settled = vi.fn();
  const answer = withMinimumDuration(250, work).then(settled, settled);
  await vi.advanceTimersByTimeAsync(249);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledOnce();
  await answer;
});

test('what takes longer is waited for', async () => {
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve('late'), 400));
  const answer = withMinimumDuration(250, () => slow);
  await vi.advanceTimersByTimeAsync(400);
  expect(await answer).toBe('late');
});
