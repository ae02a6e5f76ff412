import { expect, test } from 'vitest';
import { drawBytes } from './random-bytes.ts';

test('draws have the length asked for, and none is like another, however often the pool is filled', () => {
  const draws = Array.from({ length: 2_000 }, () => drawBytes(12));
  expect(draws.every((bytes) => bytes.length === 12)).toBe(true);
  expect(new Set(draws.map(String)).size).toBe(2_000);
});

test('what was drawn stays as it is while others draw', () => {
  const drawn = drawBytes(3_000);
  const before = drawn.toString('hex');
  for (let draw = 0; draw < 10; draw += 1) drawBytes(3_000);
  expect(drawn.toString('hex')).toBe(before);
  expect(new Set(drawn).size).toBeGreaterThan(200);
});

test('more than the pool holds is refused', () => {
  expect(drawBytes(4_096)).toHaveLength(4_096);
  expect(() => drawBytes(4_097)).toThrow(RangeError);
});
