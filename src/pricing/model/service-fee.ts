import { convertMoney, money, type Money, zeroMoney } from '../../travel/money.ts';
import type { FeeSubject } from './fee-subject.ts';
import type { PricingRule } from './pricing-rule.ts';

/** Units of one currency per unit of another, without a surcharge; undefined where there is no rate to use now. */
export type RateFinder = (from: string, to: string) => number | undefined;

/**
 * The fees that an organization adds to what is paid now for one thing, in the currency of that amount: the first rule
 * that matches counts. Nothing for a price of nothing, and where no rule matches. Percent plus fixed is rounded to
 * `roundTo`, then held between minimum and maximum. A rule with amounts in a currency that no rate converts does not
 * match.
 *
 * Of USD 200.00, 2.5 % and USD 3.00 fixed, rounded to USD 1.00, make USD 8.00; of USD 220.00 USD 9.00 (8.50, halves
 * up).
 */
export function serviceFees(
  rules: readonly PricingRule[],
  findRate: RateFinder,
): (subject: FeeSubject, amount: Money) => Money {
  const findAbout = rulesBySubject(rules);
  return (subject, amount) =>
    amount.value <= 0 ? zeroMoney(amount.currency) : firstFee(findAbout(subject), amount, findRate).fee;
}

/** A fee, and the rule that made it; undefined where none matches. */
export interface ExplainedFee {
  readonly fee: Money;
  readonly rule: PricingRule | undefined;
}

/** The fee that `serviceFees` adds, with the rule that makes it: for people who try rules out. */
export function explainFee(
  rules: readonly PricingRule[],
  findRate: RateFinder,
  { subject, amount }: { readonly subject: FeeSubject; readonly amount: Money },
): ExplainedFee {
  if (amount.value <= 0) return { fee: zeroMoney(amount.currency), rule: undefined };
  return firstFee(rulesBySubject(rules)(subject), amount, findRate);
}

/** Finds the rules about a subject once for all of its prices: an answer has thousands of them, of few subjects. */
function rulesBySubject(rules: readonly PricingRule[]): (subject: FeeSubject) => readonly PricingRule[] {
  const found = new Map<string, readonly PricingRule[]>();
  return (subject) => {
    const { kind, supplierId, carrier, country, cabin } = subject;
    const key = `${kind} ${supplierId} ${carrier} ${country} ${cabin}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const about = rules.filter((rule) => rule.isOff !== true && isAbout(rule, subject));
    found.set(key, about);
    return about;
  };
}

function firstFee(about: readonly PricingRule[], amount: Money, findRate: RateFinder): ExplainedFee {
  for (const rule of about) {
    const convert = converterOf(rule, amount.currency, findRate);
    if (convert === undefined) continue;
    if (rule.match.minTotal !== undefined && amount.value < convert(rule.match.minTotal)) continue;
    return { fee: money(feeOf(rule, amount.value, convert), amount.currency), rule };
  }
  return { fee: zeroMoney(amount.currency), rule: undefined };
}

function isAbout({ match }: PricingRule, subject: FeeSubject): boolean {
  return (
    (match.kind === undefined || match.kind === subject.kind) &&
    (match.supplier === undefined || match.supplier === subject.supplierId) &&
    (match.carrier === undefined || match.carrier === subject.carrier) &&
    (match.country === undefined || match.country === subject.country) &&
    (match.cabin === undefined || match.cabin === subject.cabin)
  );
}

/** Converts minor units of the rule's currency; undefined where it cannot. A rule without amounts needs no rate. */
function converterOf(
  { currency }: PricingRule,
  to: string,
  findRate: RateFinder,
): ((value: number) => number) | undefined {
  if (currency === undefined || currency === to) return (value) => value;
  const rate = findRate(currency, to);
  return rate === undefined ? undefined : (value) => convertMoney({ value, currency }, to, rate).value;
}

function feeOf(
  { percent, fixed, minimum, maximum, roundTo }: PricingRule,
  amount: number,
  convert: (value: number) => number,
): number {
  // Percents have at most two decimals: in hundredths the product is a whole number, and a half is a half.
  const share = (amount * Math.round(percent * 100)) / 10_000;
  const step = roundTo === undefined ? 1 : Math.max(1, convert(roundTo));
  const rounded = Math.round((share + convert(fixed)) / step) * step;
  const floor = minimum === undefined ? 0 : convert(minimum);
  const ceiling = maximum === undefined ? Number.MAX_SAFE_INTEGER : Math.max(floor, convert(maximum));
  return Math.min(Math.max(rounded, floor), ceiling);
}
