import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCardNumber } from './card-number.ts';

test.each([
  ['4111111111111111', 'arguments'],
  [4111111111111111, 'arguments'],
  [{ card: { number: '5555 5555 5555 4444' } }, 'card.number'],
  [{ notes: ['pay with 3782-822463-10005, please'] }, 'notes[0]'],
  [{ title: 'card-4111111111111111' }, 'title'],
  ['4111.1111.1111.1111', 'arguments'],
  ['4111–1111–1111–1111', 'arguments'],
  ['4111\u00A01111\u00A01111\u00A01111', 'arguments'],
  ['4111  1111  1111  1111', 'arguments'],
  ['4111\n1111\n1111\n1111', 'arguments'],
  ['4111_1111_1111_1111', 'arguments'],
  ['4111/1111/1111/1111', 'arguments'],
  ['41 11 11 11 11 11 11 11', 'arguments'],
  ['4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1', 'arguments'],
  ['4111\u200B1111\u200B1111\u200B1111', 'arguments'],
  ['４１１１１１１１１１１１１１１１', 'arguments'],
  ['٤١١١١١١١١١١١١١١١', 'arguments'],
  ['card4111111111111111', 'arguments'],
  ['+4111111111111111', 'arguments'],
  ['378282246310005x', 'arguments'],
  ['30569309025904', 'arguments'],
  ['code 12 on 4111 1111 1111 1111 12/27 123', 'arguments'],
  [{ metadata: { 4111111111111111: 'x' } }, 'metadata'],
  [{ notes: ['4111', '1111', 1111, '1111'] }, 'notes'],
])('%j holds a card number', (value, path) => {
  expect(findCardNumber(value, false)).toBe(path);
});

test.each([
  ['4111111111111112'],
  ['+33 1 23 45 67 89'],
  ['BLY-7K2QXM'],
  [20270121],
  [1790000000000],
  ['tit_8b311f4111111111111111'],
  [{ passport: 'C01X00T47', phone: '+4915112345678' }],
  [null],
  [undefined],
  [['']],
  [{ ages: [4, 11, 11, 11, 11, 11, 11, 11, 1] }],
  [['2202345678901', '2202345678902']],
])('%j holds none', (value) => {
  expect(findCardNumber(value, false)).toBeUndefined();
});

test('the published test cards are taken only where they belong', () => {
  expect(findCardNumber({ card: '4242 4242 4242 4242' }, true)).toBeUndefined();
  expect(findCardNumber({ card: '4242424242424242' }, false)).toBe('card');
  expect(findCardNumber({ card: '4111111111111111' }, true)).toBe('card');
});

test('tokens, ids, references, prices, days and telephone numbers are never taken for one', () => {
  // Mostly digits, which is the worst a token can be.
  const sealed = fc.stringMatching(/^[A-Za-z_-][0-9A-Za-z_-]{0,3}[0-9_-]{40,80}[A-Za-z]$/);
  const phone = fc
    .tuple(
      fc.constantFrom('+', '00', ''),
      fc.constantFrom('1', '33', '44', '49', '351', '81'),
      fc.stringMatching(/^[1-9][0-9]{7,9}$/),
      fc.constantFrom('', ' ', '-', '.'),
    )
    .map(
      ([plus, country, rest, gap]) =>
        `${plus}${country}${gap}${rest.slice(0, 3)}${gap}${rest.slice(3, 6)}${gap}${rest.slice(6)}`,
    );
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const ordinary = fc.oneof(
    fc
      .tuple(fc.constantFrom('tit', 'htl', 'car', 'oft', 'trip', 'org', 'key'), sealed)
      .map(([kind, text]) => `${kind}_${text}`),
    fc.uuid(),
    phone,
    day,
    fc.tuple(day, day).map(([from, to]) => `${from.slice(0, 10)} - ${to.slice(0, 10)}`),
    fc.stringMatching(/^BLY-[2-9A-HJ-NP-Z]{6}$/),
    fc.stringMatching(/^[0-9]{3}-?[0-9]{10}$/),
    fc.integer({ min: 0, max: 999_999_999 }),
    fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) => `EUR ${whole}.${String(cents).padStart(2, '0')}`),
    fc.integer({ min: 1_780_000_000_000, max: 1_900_000_000_000 }),
  );
  fc.assert(
    fc.property(
      fc.record({
        one: ordinary,
        list: fc.array(fc.integer({ min: 0, max: 99 })),
        said: fc.tuple(phone, day).map(([number, date]) => `call ${number}, by ${date}`),
      }),
      (value) => {
        expect(findCardNumber(value, false)).toBeUndefined();
      },
    ),
    { numRuns: 3_000 },
  );
});
