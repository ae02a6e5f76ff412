import { expect, test } from 'vitest';
import { lacksCode, mergeCredits, type TravelCredit } from './cancellation.ts';
import { money } from './money.ts';

const aCredit = (overrides: Partial<TravelCredit>): TravelCredit => ({
  kind: 'airline_credit',
  creditId: 'acd_1',
  name: 'Travel credit',
  code: undefined,
  amount: money(10_000, 'GBP'),
  issuedOn: undefined,
  expiresOn: undefined,
  travelerId: undefined,
  ...overrides,
});

test('what is said later is added, and what is known stays', () => {
  const known = [aCredit({}), aCredit({ creditId: 'acd_2', code: 'OLD' })];
  const later = [
    aCredit({ code: 'ABC', amount: money(1, 'GBP'), issuedOn: '2027-01-10' }),
    aCredit({ creditId: 'acd_2', code: 'NEW', expiresOn: '2028-01-10' }),
  ];
  expect(mergeCredits(known, later)).toEqual([
    aCredit({ code: 'ABC', issuedOn: '2027-01-10' }),
    aCredit({ creditId: 'acd_2', code: 'OLD', expiresOn: '2028-01-10' }),
  ]);
});

test('what is left out later takes nothing away, and another credit is added', () => {
  const known = [aCredit({ code: 'ABC' })];
  expect(mergeCredits(known, [])).toEqual(known);
  expect(mergeCredits(known, [aCredit({ creditId: 'acd_2' })])).toEqual([...known, aCredit({ creditId: 'acd_2' })]);
});

test('a sum without a name gives way to credits that are listed, and to nothing less', () => {
  const sum = [aCredit({ creditId: undefined, name: undefined })];
  expect(mergeCredits(sum, [aCredit({ code: 'ABC' })])).toEqual([aCredit({ code: 'ABC' })]);
  expect(mergeCredits(sum, [aCredit({ creditId: undefined, amount: undefined })])).toEqual(sum);
});

test.each([
  [{ code: undefined, amount: money(1, 'GBP') }, true],
  [{ code: undefined, amount: undefined }, true],
  [{ code: undefined, amount: money(0, 'GBP') }, false],
  [{ code: 'ABC', amount: money(1, 'GBP') }, false],
])('a code is missing of %o: %s', (credit, isMissing) => {
  expect(lacksCode(credit)).toBe(isMissing);
});
