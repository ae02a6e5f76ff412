import { expect, test } from 'vitest';
import { isVisible } from './visible-text.ts';

test('what is invisible or turns the text around is no part of a name; joiners are', () => {
  for (const unseen of [
    '\u200b',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u{e0041}',
    '\u00ad',
    '\u2060',
    '\u3164',
    '\ufe0f',
    '\u202e',
    '\u200e',
    '\u0000',
  ]) {
    expect([unseen.codePointAt(0)?.toString(16), isVisible(`Nel${unseen}lie`)]).toEqual([
      unseen.codePointAt(0)?.toString(16),
      false,
    ]);
  }
  for (const name of ['Zoë', 'Zoe\u0308', 'نی\u200cما', 'क्\u200dष', "N'Golo", '美咲', 'O’Neil-Smith Jr.', ''])
    expect([name, isVisible(name)]).toEqual([name, true]);
});
