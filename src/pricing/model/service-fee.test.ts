import { expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import type { FeeSubject } from './fee-subject.ts';
import type { PricingRule } from './pricing-rule.ts';
import { serviceFees } from './service-fee.ts';

const FLIGHT: FeeSubject = { kind: 'flight', supplierId: 'duffel', carrier: 'AF', country: 'US', cabin: 'economy' };
const ratesOf =
  (rates: Readonly<Record<string, number>>) =>
  (from: string, to: string): number | undefined =>
    rates[`${from}-${to}`];
const none = ratesOf({});

function rule(changes: Partial<PricingRule>): PricingRule {
  const nothing = { currency: undefined, percent: 0, fixed: 0 };
  return { match: {}, minimum: undefined, maximum: undefined, roundTo: undefined, ...nothing, ...changes };
}
const feeOf = (rules: readonly PricingRule[], value: number, currency = 'USD', rates = none) =>
  serviceFees(rules, rates)(FLIGHT, money(value, currency));

test('percent and fixed, rounded to a step, halves up', () => {
  const rules = [rule({ currency: 'USD', percent: 2.5, fixed: 3_00, roundTo: 1_00 })];
  expect(feeOf(rules, 200_00)).toEqual(money(8_00, 'USD'));
  expect(feeOf(rules, 220_00)).toEqual(money(9_00, 'USD'));
});

test('minimum and maximum hold what was rounded', () => {
  const rules = [rule({ currency: 'USD', percent: 10, minimum: 5_55, maximum: 20_20, roundTo: 1_00 })];
  expect(feeOf(rules, 1_00)).toEqual(money(5_55, 'USD'));
  expect(feeOf(rules, 100_00)).toEqual(money(10_00, 'USD'));
  expect(feeOf(rules, 9_999_00)).toEqual(money(20_20, 'USD'));
});

test('the first rule that matches counts, also where it adds nothing', () => {
  const rules = [rule({ match: { carrier: 'AF' } }), rule({ percent: 50 })];
  expect(feeOf(rules, 100_00)).toEqual(money(0, 'USD'));
});

test.each([
  [{ kind: 'hotel' }],
  [{ supplier: 'sandbox' }],
  [{ carrier: 'BA' }],
  [{ country: 'FR' }],
  [{ cabin: 'first' }],
] as const)('a rule about something else does not match: %j', (match) => {
  expect(feeOf([rule({ match, percent: 10 })], 100_00)).toEqual(money(0, 'USD'));
});

test('what a supplier does not state matches no rule about it', () => {
  const subject: FeeSubject = { ...FLIGHT, country: undefined };
  const rules = [rule({ match: { country: 'US' }, percent: 10 })];
  expect(serviceFees(rules, none)(subject, money(100_00, 'USD'))).toEqual(money(0, 'USD'));
});

test('amounts are converted into the currency of the price, to its own minor unit', () => {
  const rules = [rule({ match: { minTotal: 100_00 }, currency: 'USD', fixed: 5_00 })];
  const rates = ratesOf({ 'USD-JPY': 150, 'USD-KWD': 0.3 });
  expect(feeOf(rules, 14_999, 'JPY', rates)).toEqual(money(0, 'JPY'));
  expect(feeOf(rules, 15_000, 'JPY', rates)).toEqual(money(750, 'JPY'));
  expect(feeOf(rules, 30_000, 'KWD', rates)).toEqual(money(1_500, 'KWD'));
});

test('a rule whose amounts no rate converts does not match; one of percent alone needs no rate', () => {
  expect(feeOf([rule({ currency: 'USD', fixed: 5_00 }), rule({ percent: 1 })], 200_00, 'EUR')).toEqual(
    money(2_00, 'EUR'),
  );
});

test('a price of nothing bears no fee', () => {
  expect(feeOf([rule({ currency: 'USD', fixed: 5_00, minimum: 9_00 })], 0)).toEqual(money(0, 'USD'));
});
