import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { convertMoney, money } from '../../travel/money.ts';
import type { FeeSubject } from './fee-subject.ts';
import { PRICED_KINDS, type PricingRule } from './pricing-rule.ts';
import { serviceFees } from './service-fee.ts';

/** Currencies with 2, 0 and 3 decimals, and what one of each is worth in dollars. */
const WORTH: Readonly<Record<string, number>> = { USD: 1, EUR: 1.0857, JPY: 0.0067, KRW: 0.00072, KWD: 3.2617 };
const CURRENCIES = Object.keys(WORTH);
const rateOf = (from: string, to: string): number | undefined => {
  const [a, b] = [WORTH[from], WORTH[to]];
  return a === undefined || b === undefined ? undefined : a / b;
};

const amounts = fc.integer({ min: 0, max: 1_000_000_000 });
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const orAbsent = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const suppliers = ['sandbox', 'duffel'];
const carriers = ['AF', 'BA'];
const countries = ['FR', 'US'];

const subjects: fc.Arbitrary<FeeSubject> = fc.record({
  kind: oneOf(PRICED_KINDS),
  supplierId: oneOf(suppliers),
  carrier: orAbsent(oneOf(carriers)),
  country: orAbsent(oneOf(countries)),
  cabin: orAbsent(oneOf(CABIN_CLASSES)),
});
/** Rules as the API lets them through: minimum at most maximum, a currency for amounts; XTS converts into nothing. */
const rules: fc.Arbitrary<PricingRule> = fc
  .record({
    match: fc.record({
      kind: orAbsent(oneOf(PRICED_KINDS)),
      supplier: orAbsent(oneOf(suppliers)),
      carrier: orAbsent(oneOf(carriers)),
      country: orAbsent(oneOf(countries)),
      cabin: orAbsent(oneOf(CABIN_CLASSES)),
      minTotal: orAbsent(amounts),
    }),
    currency: oneOf([...CURRENCIES, 'XTS']),
    percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    fixed: amounts,
    bounds: fc.tuple(orAbsent(amounts), orAbsent(amounts)),
    roundTo: orAbsent(fc.integer({ min: 1, max: 1_000_000 })),
  })
  .map(({ bounds: [a, b], ...rule }) => ({
    ...rule,
    minimum: a !== undefined && b !== undefined ? Math.min(a, b) : a,
    maximum: a !== undefined && b !== undefined ? Math.max(a, b) : b,
  }));
/** About everything, in the currency of the price or one that converts into it. */
const rulesForAll = rules.map((rule) => ({ ...rule, match: {} })).filter(({ currency }) => currency !== 'XTS');
const prices = fc.record({ value: fc.integer({ min: 1, max: 100_000_000_000 }), currency: oneOf(CURRENCIES) });

const inCurrency = (rule: PricingRule, value: number, to: string) =>
  convertMoney(money(value, rule.currency ?? to), to, rateOf(rule.currency ?? to, to) ?? 1).value;

test('a fee is a whole number of minor units of the price’s currency, never negative, whatever the rules', () => {
  fc.assert(
    fc.property(fc.array(rules, { maxLength: 6 }), subjects, prices, (list, subject, price) => {
      const fee = serviceFees(list, rateOf)(subject, price);
      expect(fee.currency).toBe(price.currency);
      expect(Number.isSafeInteger(fee.value) && fee.value >= 0).toBe(true);
      expect(serviceFees(list, rateOf)(subject, { ...price, value: 0 }).value).toBe(0);
    }),
  );
});

test('minimum and maximum hold it in the price’s currency; between them it is a multiple of round_to', () => {
  fc.assert(
    fc.property(rulesForAll, subjects, prices, (rule, subject, price) => {
      const fee = serviceFees([rule], rateOf)(subject, price).value;
      const least = rule.minimum === undefined ? 0 : inCurrency(rule, rule.minimum, price.currency);
      const most = rule.maximum === undefined ? Infinity : inCurrency(rule, rule.maximum, price.currency);
      expect(fee).toBeGreaterThanOrEqual(least);
      expect(fee).toBeLessThanOrEqual(most);
      if (fee === least || fee === most) return;
      const step = rule.roundTo === undefined ? 1 : Math.max(1, inCurrency(rule, rule.roundTo, price.currency));
      expect(fee % step).toBe(0);
      // No further from what percent and fixed make than half a step.
      const exact = (price.value * rule.percent) / 100 + inCurrency(rule, rule.fixed, price.currency);
      expect(Math.abs(fee - exact)).toBeLessThanOrEqual(step / 2 + 0.001);
    }),
  );
});

test('the first rule that matches counts alone: what follows it changes nothing, nor what matches not before it', () => {
  fc.assert(
    fc.property(rulesForAll, fc.array(rules, { maxLength: 5 }), subjects, prices, (first, others, subject, price) => {
      const alone = serviceFees([first], rateOf)(subject, price);
      expect(serviceFees([first, ...others], rateOf)(subject, price)).toEqual(alone);
      const unmatched = others.map(
        (rule): PricingRule => ({ ...rule, match: { ...rule.match, kind: subject.kind === 'car' ? 'hotel' : 'car' } }),
      );
      expect(serviceFees([...unmatched, first], rateOf)(subject, price)).toEqual(alone);
    }),
  );
});

test('a rule in a currency that nothing converts adds nothing, and the next one counts', () => {
  fc.assert(
    fc.property(rulesForAll, rulesForAll, subjects, prices, (rule, next, subject, price) => {
      const stranded = { ...rule, currency: 'XTS' };
      expect(serviceFees([stranded], rateOf)(subject, price).value).toBe(0);
      expect(serviceFees([stranded, next], rateOf)(subject, price)).toEqual(
        serviceFees([next], rateOf)(subject, price),
      );
    }),
  );
});
