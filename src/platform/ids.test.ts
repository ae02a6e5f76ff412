import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { foldReference, newBookingRef, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('ids of one process sort in the order they were made, none twice: within a millisecond, and when the clock is put back', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('auditEvent'));
  vi.useFakeTimers({ now: Date.now() - 3_600_000 });
  ids.push(...Array.from({ length: 3_000 }, () => newId('auditEvent')));
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is its prefix, 11 characters of its moment and 12 of chance', () => {
  const [one = '', other = ''] = [newId('trip'), newId('trip')];
  expect(one).toMatch(/^trip_[0-9a-z]{11}[0-9A-Za-z]{12}$/);
  expect(other.slice(-12)).not.toBe(one.slice(-12));
});

test.each([
  'BLY-4YKFGN',
  'bly-4ykfgn',
  '4YKFGN',
  ' 4ykfgn ',
  '4yk fgn',
  '4yk-fgn',
  'bly 4YK FGN',
  'BLY4YKFGN',
  'BLY–4YKFGN',
  'BLY‑4YKFGN',
  'b l y 4 y k f g n',
  'ＢＬＹ－４ＹＫＦＧＮ',
  '4YK.FGN',
])('%s is the reference as it was issued', (typed) => {
  expect(foldReference(typed)).toBe('BLY-4YKFGN');
});

test('letters of the prefix inside a reference are letters of the reference', () => {
  expect(foldReference('BLYABC')).toBe('BLY-BLYABC');
  expect(foldReference('bly-blyabc')).toBe('BLY-BLYABC');
});

test('what is no reference stays what it was, in capitals', () => {
  expect(['BLY-??', 'bly', '', '4ykfg', 'BLY-4YKFGNA', '4YKFGN'.padEnd(100)].map(foldReference)).toEqual([
    'BLY-??',
    'BLY',
    '',
    '4YKFG',
    'BLY-4YKFGNA',
    '4YKFGN',
  ]);
});

test('every issued reference is found however it is spaced and cased, and folding twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.constant(undefined).map(newBookingRef),
      fc.array(fc.constantFrom(' ', '-', ''), { minLength: 10, maxLength: 10 }),
      fc.boolean(),
      (ref, gaps, hasPrefix) => {
        const letters = (hasPrefix ? ref.replace('-', '') : ref.slice(4)).toLowerCase();
        const typed = [...letters].map((letter, index) => `${letter}${gaps[index]}`).join('');
        expect(foldReference(typed)).toBe(ref);
        expect(foldReference(foldReference(typed))).toBe(ref);
      },
    ),
  );
});
