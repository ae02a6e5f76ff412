import { describe, expect, test } from 'vitest';
import { jobLifecycle } from './job-states.ts';
import { describeFailure, settleRun } from './settle-run.ts';

describe('job states', () => {
  test('every move in the table is taken and every other refused', () => {
    for (const from of jobLifecycle.states) {
      for (const to of jobLifecycle.states) {
        if (jobLifecycle.next[from].includes(to)) expect(jobLifecycle.move(from, to)).toBe(to);
        else expect(() => jobLifecycle.move(from, to)).toThrow(`A job cannot go from ${from} to ${to}.`);
      }
    }
  });

  test('a dead job stays dead', () => {
    expect(jobLifecycle.next.dead).toEqual([]);
  });
});

describe('the end of a run', () => {
  const plan = { retryDelaysSeconds: [5, 60], jitter: 0.1 };
  const failed = { kind: 'failed', error: new Error('no answer') } as const;

  test('a run that returns nothing is done', () => {
    expect(settleRun(plan, 3, { kind: 'returned', outcome: undefined }, 0.5)).toEqual({ kind: 'done', state: 'done' });
  });

  test('a run that asks for another gets it, however many attempts there were', () => {
    expect(settleRun(plan, 9, { kind: 'returned', outcome: { runAgainInSeconds: 30 } }, 0.5)).toEqual({
      kind: 'again',
      state: 'queued',
      delaySeconds: 30,
    });
  });

  test('failures wait as long as the schedule says, spread by the jitter; the last one ends it', () => {
    expect(settleRun(plan, 1, failed, 0.5)).toEqual({
      kind: 'retry',
      state: 'queued',
      delaySeconds: 5,
      lastError: 'Error: no answer',
    });
    expect(settleRun(plan, 2, failed, 0)).toMatchObject({ delaySeconds: 54 });
    expect(settleRun(plan, 2, failed, 1)).toMatchObject({ delaySeconds: 66 });
    expect(settleRun(plan, 3, failed, 0.5)).toEqual({
      kind: 'exhausted',
      state: 'dead',
      lastError: 'Error: no answer',
    });
  });

  test('a failure is kept without quoted values, mail addresses and long numbers, and in 500 characters', () => {
    const error = Object.assign(
      new Error(`invalid "Cochrane" for nellie@example.com, card 4242424242424242 ${'x'.repeat(600)}`),
      { code: '22P02' },
    );
    const words = describeFailure(error);
    expect(words).toMatch(/^Error 22P02: invalid … for … card … x/);
    expect(words).toHaveLength(500);
    expect(describeFailure('text')).toBe('A value that is not an error was thrown.');
  });
});
