import { expect, test } from 'vitest';
import { chooseLanguage } from './messages.ts';

test('?locale= wins, then the best-ranked language we speak, then English', () => {
  expect(chooseLanguage('fr-CA', 'de')).toBe('fr');
  expect(chooseLanguage(undefined, 'pt-BR, es;q=0.8, ja;q=0.9')).toBe('ja');
  expect(chooseLanguage('xx', 'nl')).toBe('en');
  expect(chooseLanguage(undefined, undefined)).toBe('en');
});
