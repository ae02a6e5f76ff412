import { expect, test } from 'vitest';
import { chainIdOf } from './chain-ids.ts';

const ATELIER = 726_747_545_956;

test('a chain has one number however its name is written, and another chain another', () => {
  expect(chainIdOf('Hôtel  Marlin & Moss')).toBe(chainIdOf('hotel marlin moss'));
  expect(chainIdOf('Marlin & Moss')).not.toBe(chainIdOf('Marlin & Mouse'));
});

test('numbers are whole, above the built-in ones, and the same in every process', () => {
  expect(chainIdOf('Atelier Collection')).toBe(ATELIER);
  expect(Number.isSafeInteger(ATELIER) && ATELIER >= 1_000_000).toBe(true);
});
