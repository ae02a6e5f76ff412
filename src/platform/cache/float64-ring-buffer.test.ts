import { expect, test } from 'vitest';
import { Float64RingBuffer } from './float64-ring-buffer.ts';

function write(ring: Float64RingBuffer, values: readonly number[]): { readonly start: number; readonly end: number } {
  const start = ring.written;
  for (const value of values) ring.add(value);
  return { start, end: ring.written };
}

test('a list is read as it was written, over the end of the block too', () => {
  const ring = new Float64RingBuffer(5);
  const first = write(ring, [1.5, -2, Number.POSITIVE_INFINITY]);
  expect([...(ring.read(first) ?? [])]).toEqual([1.5, -2, Number.POSITIVE_INFINITY]);
  const second = write(ring, [4, 5, 6, 7]);
  expect([...(ring.read(second) ?? [])]).toEqual([4, 5, 6, 7]);
  expect([...(ring.read(write(ring, [])) ?? [0])]).toEqual([]);
});

test('a list of which a number was written over is not there any more', () => {
  const ring = new Float64RingBuffer(4);
  const first = write(ring, [1, 2]);
  write(ring, [3, 4]);
  expect([...(ring.read(first) ?? [])]).toEqual([1, 2]);
  write(ring, [5]);
  expect(ring.read(first)).toBeUndefined();
  expect(ring.read(write(ring, [6, 7, 8, 9, 10]))).toBeUndefined();
});

test('what is read is a copy', () => {
  const ring = new Float64RingBuffer(2);
  const read = ring.read(write(ring, [1, 2]));
  write(ring, [3, 4]);
  expect([...(read ?? [])]).toEqual([1, 2]);
});
