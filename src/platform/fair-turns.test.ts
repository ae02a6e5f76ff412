import { describe, expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const NEVER = new AbortController().signal;
/** Keeps the process busy, as long work does. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('long work', () => {
  test('of one key is done one at a time, in order; another key does not wait for all of it', async () => {
    const turns = createFairTurns();
    const log: string[] = [];
    const long = (name: string) => turns.run('busy', NEVER, async (breathe) => {
      for (let piece = 0; piece < 4; piece += 1) {
        spin(6);
        await breathe();
      }
      log.push(name);
    });
    const first = [long('a'), long('b'), long('c'), long('d')];
    const other = turns.run('other', NEVER, async (breathe) => {
      spin(6);
      await breathe();
      log.push('other');
    });
    await Promise.all([...first, other]);
    expect(log.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c', 'd']);
    expect(log.indexOf('other')).toBeLessThan(2);
  });

  test('lets the rest of the process go on between its pieces', async () => {
    const turns = createFairTurns();
    let turnsOfOthers = 0;
    const timer = setInterval(() => { turnsOfOthers += 1; }, 1);
    await turns.run('a', NEVER, async (breathe) => {
      for (let piece = 0; piece < 5; piece += 1) {
        spin(6);
        await breathe();
      }
    });
    clearInterval(timer);
    expect(turnsOfOthers).toBeGreaterThanOrEqual(3);
  });

  test('nobody waits for is not begun, and ends at its next breath; what failed holds nobody up', async () => {
    const turns = createFairTurns();
    const gone = new AbortController();
    const failed = turns.run('a', NEVER, async () => { throw new Error('broken'); });
    const waiting = turns.run('a', gone.signal, async () => 'begun');
    gone.abort(new Error('gone'));
    await expect(failed).rejects.toThrow('broken');
    await expect(waiting).rejects.toThrow('gone');
    expect(await turns.run('a', NEVER, async () => 'next')).toBe('next');
  });
});
