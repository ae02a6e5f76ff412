import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createBatchWriter, PartlyWritten } from './batch-writer.ts';

const ROWS_HELD_MAX = 10_000;

function aWriter(write: (rows: readonly number[]) => Promise<void>) {
  const counts = { written: 0, dropped: 0 };
  const rows = createBatchWriter<number>({
    log: pino({ level: 'silent' }),
    name: 'Rows',
    write,
    written: {
      inc: (count) => {
        counts.written += count;
      },
    },
    dropped: {
      inc: (count) => {
        counts.dropped += count;
      },
    },
  });
  return { rows, counts };
}

describe('a batch writer', () => {
  test('writes what it was given in order, 500 at a time', async () => {
    const batches: (readonly number[])[] = [];
    const { rows, counts } = aWriter(async (batch) => {
      batches.push(batch);
    });
    rows.add(Array.from({ length: 1_201 }, (_, index) => index));
    expect(rows.unwritten().length).toBe(1_201);
    await rows.settle();
    expect(batches.map((batch) => [batch[0], batch.length])).toEqual([
      [0, 500],
      [500, 500],
      [1_000, 201],
    ]);
    expect([counts, rows.unwritten()]).toEqual([{ written: 1_201, dropped: 0 }, []]);
  });

  test('holds no more than 10,000 rows beside the batch under way, the newest', async () => {
    const answer = Promise.withResolvers<void>();
    const { rows, counts } = aWriter(() => answer.promise);
    rows.add([0]);
    const settled = rows.settle();
    await Promise.resolve();
    for (let row = 1; row <= 25_000; row += 1) rows.add([row]);
    expect([rows.unwritten().length, rows.unwritten()[1], rows.unwritten().at(-1), counts.dropped]).toEqual([
      10_001, 15_001, 25_000, 15_000,
    ]);
    answer.resolve();
    await settled;
    expect(counts).toEqual({ written: 10_001, dropped: 15_000 });
  });

  test('leaves what comes while it writes to the next second, but for whole batches: else it would write few at a time without end', async () => {
    const batches: number[] = [];
    const { rows, counts } = aWriter(async (batch) => {
      batches.push(batch.length);
      if (batches.length < 4) rows.add(Array.from({ length: batches.length === 2 ? 700 : 30 }, () => 0));
      await Promise.resolve();
    });
    rows.add([0]);
    await rows.settle();
    expect([batches, counts.written, rows.unwritten().length]).toEqual([[1], 1, 30]);
    await rows.settle();
    expect([batches, counts.written, rows.unwritten().length]).toEqual([[1, 30, 500], 531, 230]);
    await rows.stop();
    expect([batches, counts, rows.unwritten()]).toEqual([[1, 30, 500, 230], { written: 761, dropped: 0 }, []]);
  });

  test('counts a row for what it is sealed with, once, whether it is written or lost', async () => {
    const answer = Promise.withResolvers<void>();
    const sealed: number[] = [];
    const counts = { written: 0, dropped: 0 };
    const rows = createBatchWriter<number>({
      log: pino({ level: 'silent' }),
      name: 'Rows',
      write: async (batch) => {
        await answer.promise;
        if (batch.includes(7)) throw new Error('down');
      },
      written: {
        inc: (count) => {
          counts.written += count;
        },
      },
      dropped: {
        inc: (count) => {
          counts.dropped += count;
        },
      },
      seal(row) {
        sealed.push(row);
        return row * 10;
      },
    });
    rows.add([5]);
    const settled = rows.settle();
    await Promise.resolve();
    rows.add(Array.from({ length: ROWS_HELD_MAX }, () => 1));
    rows.add([7]);
    expect([sealed, counts]).toEqual([[5, 1], { written: 0, dropped: 10 }]);
    answer.resolve();
    await settled;
    await rows.stop();
    // The last batch went with the 7: 499 ones and itself.
    expect([sealed.length, counts]).toEqual([
      10_002,
      { written: 50 + (ROWS_HELD_MAX - 500) * 10, dropped: 10 + 499 * 10 + 70 },
    ]);
  });

  test('counts of a batch that was partly written what was, and what is lost; the rest is its writer’s to count', async () => {
    const { rows, counts } = aWriter((batch) =>
      Promise.reject(new PartlyWritten({ written: batch.length - 3, dropped: 2 }, new Error('one node is gone'))),
    );
    rows.add([1, 2, 3, 4, 5]);
    await rows.settle();
    expect([counts, rows.unwritten()]).toEqual([{ written: 2, dropped: 2 }, []]);
  });

  test('loses nothing uncounted and doubles nothing, whatever fails and however much comes at once', async () => {
    const step = fc.record({
      size: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 13_000 })),
      isSettled: fc.boolean(),
      isFailing: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const written: number[] = [];
        let isFailing = false;
        const { rows, counts } = aWriter(async (batch) => {
          if (isFailing) throw new Error('down');
          for (const row of batch) written.push(row);
        });
        let next = 0;
        for (const { size, isSettled, isFailing: fails } of steps) {
          rows.add(Array.from({ length: size }, () => next++));
          expect(rows.unwritten().length).toBeLessThanOrEqual(ROWS_HELD_MAX + 500);
          isFailing = fails;
          if (isSettled) await rows.settle();
        }
        await rows.stop();
        expect([counts.written, counts.written + counts.dropped]).toEqual([written.length, next]);
        expect(written.every((row, index) => index === 0 || row > (written[index - 1] ?? 0))).toBe(true);
        rows.add([next]);
        await rows.settle();
        expect(counts.written).toBe(written.length);
      }),
      { numRuns: 60 },
    );
  });
});
