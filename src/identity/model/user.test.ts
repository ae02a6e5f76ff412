import { expect, test } from 'vitest';
import { foldEmail, isPlainlySpelt } from './user.ts';

test('two spellings of one address fold alike', () => {
  expect(foldEmail(' Maria@Example.COM ')).toBe('maria@example.com');
});

test('an address that folds to another one than its mail goes to is not plainly spelt', () => {
  for (const email of ['maria+1@example.com', 'josé@example.com', 'MARIA@EXAMPLE.COM'])
    expect(isPlainlySpelt(email), email).toBe(true);
  for (const email of [
    '\u212Aelvin@example.com',
    '\uFF4Baria@example.com',
    'maria@\uFF45xample.com',
    'o\uFB03ce@example.com',
  ])
    expect(isPlainlySpelt(email), email).toBe(false);
});
