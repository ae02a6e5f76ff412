import { expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { createSoldInventory } from './sold-inventory.ts';

const organizationId = asId('organization', 'org_a');
const now = new Date('2026-06-01T12:00:00Z');

/** Counts whose readings of the database end when the test says so. */
function slowCounts() {
  let elapsedMs = 0;
  const readings: ((sold: number) => void)[] = [];
  const counts = createSoldInventory({
    clock: { now: () => new Date(now.getTime() + elapsedMs) },
    keyOf: ({ key }: { readonly key: string; readonly sold: number }) => key,
    list: async () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      readings.push(resolve);
      return { counts: [{ key: 'car', sold: await promise }], latest: now };
    },
  });
  return {
    counts,
    readings,
    wait: (ms: number) => {
      elapsedMs += ms;
    },
  };
}

test('two bookings told in the other order leave the later count, and so do two cancellations', async () => {
  const { counts, readings } = slowCounts();
  const first = counts.read(organizationId, now);
  readings[0]?.(0);
  await first;
  counts.note(organizationId, [{ key: 'car', sold: 2 }], 'taken');
  counts.note(organizationId, [{ key: 'car', sold: 1 }], 'taken');
  expect((await counts.read(organizationId, now)).get('car')).toBe(2);
  counts.note(organizationId, [{ key: 'car', sold: 0 }], 'freed');
  counts.note(organizationId, [{ key: 'car', sold: 1 }], 'freed');
  expect((await counts.read(organizationId, now)).get('car')).toBe(0);
});

test('a reading that began before a sale does not undo it; the next one rules again', async () => {
  const { counts, readings, wait } = slowCounts();
  const first = counts.read(organizationId, now);
  counts.note(organizationId, [{ key: 'car', sold: 1 }], 'taken');
  readings[0]?.(0);
  expect((await first).get('car')).toBe(1);
  wait(5_000);
  const second = counts.read(organizationId, now);
  readings[1]?.(3);
  expect((await second).get('car')).toBe(3);
});
