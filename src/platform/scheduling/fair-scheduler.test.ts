import { describe, expect, test, vi } from 'vitest';
import { createFairScheduler, LONG_WORK_MAX, type LongWork, type WorkTerms, yieldIfBusy } from './fair-scheduler.ts';

const NEVER = new AbortController().signal;
const TERMS: Omit<WorkTerms, 'key'> = {
  deadlineMs: undefined,
  isUnbounded: true,
  signal: () => NEVER,
  abort: () => undefined,
};

/** Keeps the process busy, as long work does. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Work of a few slices, each followed by a look whether somebody else is to run. */
async function work(slices: number, onSlice: () => void = () => undefined): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) {
    spin(6);
    onSlice();
    await yieldIfBusy();
  }
}

function begun(found: LongWork | undefined): LongWork {
  if (found === undefined) throw new Error('There was no place.');
  return found;
}

describe('long work', () => {
  test('takes turns by organization, whatever the number of its questions', async () => {
    const scheduler = createFairScheduler();
    const log: string[] = [];
    const start = (key: string, slices: number) =>
      begun(scheduler.begin({ ...TERMS, key })).run(() => work(slices, () => log.push(key)));
    const busy = Array.from({ length: 10 }, () => start('busy', 3));
    const calm = start('calm', 3);
    await calm;
    // Each first slice runs at once; after that one of theirs for each of ours.
    expect(log.filter((key) => key === 'busy').length).toBeLessThanOrEqual(10 + 3);
    await Promise.all(busy);
    expect(log.filter((key) => key === 'busy')).toHaveLength(30);
  });

  test('of one organization stays with one question for a quarter of a second, then goes on with the next', async () => {
    const scheduler = createFairScheduler();
    const log: string[] = [];
    const start = (name: string, slices: number) =>
      begun(scheduler.begin({ ...TERMS, key: 'a' })).run(() => work(slices, () => log.push(name)));
    await Promise.all([start('first', 60), start('second', 60), start('short', 5)]);
    const turns = log.slice(3).filter((name, index, names) => name !== names[index - 1]);
    expect(turns.slice(0, 4)).toEqual(['first', 'second', 'short', 'first']);
    expect(log.filter((name) => name === 'second')).toHaveLength(60);
  });

  test('of which two parts wait is done part by part', async () => {
    const ended: string[] = [];
    await begun(createFairScheduler().begin({ ...TERMS, key: 'a' })).run(async () => {
      await Promise.all(['first', 'second'].map((name) => work(4).then(() => ended.push(name))));
    });
    expect(ended).toEqual(['second', 'first']);
  });

  test('lets the rest of the process go on between its slices', async () => {
    const scheduler = createFairScheduler();
    let others = 0;
    const timer = setInterval(() => {
      others += 1;
    }, 1);
    await begun(scheduler.begin({ ...TERMS, key: 'a' })).run(() => work(5));
    clearInterval(timer);
    expect(others).toBeGreaterThanOrEqual(3);
  });

  test('of one organization is bounded in number, and a place is free once one ends', () => {
    const scheduler = createFairScheduler();
    const bounded = { ...TERMS, key: 'a', isUnbounded: false };
    const underWay = Array.from({ length: LONG_WORK_MAX }, () => begun(scheduler.begin(bounded)));
    expect(scheduler.isFull('a')).toBe(true);
    expect(scheduler.begin(bounded)).toBeUndefined();
    expect(scheduler.begin({ ...bounded, key: 'b' })).toBeDefined();
    expect(scheduler.begin({ ...bounded, isUnbounded: true })).toBeDefined();
    underWay[0]?.end();
    underWay[0]?.end();
    underWay[1]?.end();
    expect(scheduler.isFull('a')).toBe(false);
  });

  test('stops at its next yield once nobody waits for it', async () => {
    const gone = new AbortController();
    let slices = 0;
    const running = begun(createFairScheduler().begin({ ...TERMS, key: 'a', signal: () => gone.signal })).run(() =>
      work(100, () => {
        slices += 1;
        if (slices === 3) gone.abort(new Error('gone'));
      }),
    );
    await expect(running).rejects.toThrow('gone');
    expect(slices).toBe(3);
  });

  test('stops at its deadline by the clock, without waiting for a timer', async () => {
    const late = new AbortController();
    const terms: WorkTerms = {
      ...TERMS,
      key: 'a',
      deadlineMs: 20,
      signal: () => late.signal,
      abort: () => late.abort(new Error('late')),
    };
    const long = begun(createFairScheduler().begin(terms));
    let slices = 0;
    await expect(
      long.run(() =>
        work(100, () => {
          slices += 1;
        }),
      ),
    ).rejects.toThrow('late');
    expect(slices).toBeLessThan(6);
    expect(long.isOwnTime()).toBe(true);
  });

  test('that waits for somebody else is late through no work of its own', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const long = begun(createFairScheduler().begin({ ...TERMS, key: 'a' }));
    clock.mockReturnValue(1_000);
    expect(long.isOwnTime()).toBe(false);
    clock.mockRestore();
  });
});
