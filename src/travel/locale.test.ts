import { expect, test } from 'vitest';
import { matchLocale } from './locale.ts';

test.each([
  ['en', 'en'],
  ['fr', 'fr'],
  ['fr-CA', 'fr'],
  ['DE_at', 'de'],
  ['es-419', 'es'],
  ['zh-Hant-TW', 'zh'],
  [' ja ', 'ja'],
  ['ko-KR', 'ko'],
  ['xx', 'en'],
  ['', 'en'],
  ['french', 'en'],
  ['e', 'en'],
])('%j is answered in %s', (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale);
});
