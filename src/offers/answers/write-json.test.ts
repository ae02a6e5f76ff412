import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote, quoteAll } from './write-json.ts';

test('texts are quoted as JSON quotes them, short or long, whatever they hold', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 4 });
  fc.assert(
    fc.property(texts, (all) => {
      expect(all.map(quote)).toEqual(all.map((text) => JSON.stringify(text)));
      expect(quoteAll(all)).toBe(JSON.stringify(all));
    }),
  );
  const awkward = [
    '"',
    '\\',
    '\u0000',
    '\u001f',
    '\ud800',
    'a\udfff',
    'é漢😀',
    'x'.repeat(40),
    `${'x'.repeat(40)}"`,
    '',
  ];
  expect(awkward.map(quote)).toEqual(awkward.map((text) => JSON.stringify(text)));
});
