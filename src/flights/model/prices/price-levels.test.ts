import { expect, test } from 'vitest';
import { levelPrices } from './price-levels.ts';

test('the cheapest third is low, the dearest third is high, the rest medium', () => {
  expect(levelPrices([300, 100, 200])).toEqual(['high', 'low', 'medium']);
  expect(levelPrices([1, 2, 3, 4, 5, 6])).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});

test('equal prices share a level: a window where every day costs the same is medium throughout', () => {
  expect(levelPrices([500, 500, 500])).toEqual(['medium', 'medium', 'medium']);
  expect(levelPrices([500])).toEqual(['medium']);
  expect(levelPrices([1, 1, 1, 1, 9])).toEqual(['medium', 'medium', 'medium', 'medium', 'high']);
  expect(levelPrices([])).toEqual([]);
});
