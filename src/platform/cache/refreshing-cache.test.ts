import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefreshingCache } from './refreshing-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A source that counts its reads and answers when told. */
function source() {
  const waiting: { answer(value: number): void; fail(): void }[] = [];
  const failures: unknown[] = [];
  const memory = createRefreshingCache<{ value: number }>({
    read: () =>
      new Promise((resolve, reject) =>
        waiting.push({ answer: (value) => resolve({ value }), fail: () => reject(new Error('away')) }),
      ),
    ttlMs: 1_000,
    refreshedMs: 250,
    entriesMax: 10,
    onRefreshFailed: (error) => void failures.push(error),
  });
  return { memory, waiting, failures };
}

test('many who ask at once are one read', async () => {
  const { memory, waiting } = source();
  const asked = [memory.get('a'), memory.get('a'), memory.get('a')];
  waiting[0]?.answer(1);
  expect(await Promise.all(asked)).toEqual([{ value: 1 }, { value: 1 }, { value: 1 }]);
  expect(waiting).toHaveLength(1);
});

test('a value is renewed in the background before it must be waited for, and never believed beyond its time', async () => {
  const { memory, waiting } = source();
  const first = memory.get('a');
  waiting[0]?.answer(1);
  await first;
  vi.advanceTimersByTime(300);
  expect(await memory.get('a')).toEqual({ value: 1 });
  expect(waiting).toHaveLength(2);
  vi.advanceTimersByTime(800);
  const late = memory.get('a');
  waiting[1]?.answer(2);
  expect(await late).toEqual({ value: 2 });
});

test('what is forgotten is read again, and a read that began before is not kept', async () => {
  const { memory, waiting } = source();
  const stale = memory.get('a');
  memory.forget('a');
  const fresh = memory.get('a');
  waiting[1]?.answer(2);
  waiting[0]?.answer(1);
  expect(await fresh).toEqual({ value: 2 });
  expect(await stale).toEqual({ value: 1 });
  expect(await memory.get('a')).toEqual({ value: 2 });
});

test("a failed background read is reported and forgotten; a failed first read is the asker's", async () => {
  const { memory, waiting, failures } = source();
  const first = memory.get('a');
  waiting[0]?.fail();
  await expect(first).rejects.toThrow('away');
  const second = memory.get('a');
  waiting[1]?.answer(1);
  await second;
  vi.advanceTimersByTime(300);
  await memory.get('a');
  waiting[2]?.fail();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(await memory.get('a')).toEqual({ value: 1 });
});
