/** An amount of money: a whole number of the currency's minor units (cents, yen, fils). Never a float. */
export interface Money {
  readonly value: number;
  readonly currency: string;
}

/** The wire shape of search, ancillary, servicing, ledger and demand answers (spec.md, Money, first row). */
export type ValueAmount = {
  value: number;
  currency: string;
  decimal_places: number;
};

/** The wire shape of trip items, checkout and bookings (spec.md, Money, second row). */
export type AmountAmount = {
  amount: number;
  currency: string;
  decimal_places: number;
};

/**
 * ISO 4217 minor units that are not 2. Taken from the standard's list one; Intl is not used because CLDR differs
 * from it for a dozen currencies (HUF, IDR, IQD, …).
 */
const DECIMAL_PLACES: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** Decimal places of a currency by ISO 4217: 0 for JPY, 3 for KWD, 2 unless the standard says otherwise. */
export function decimalPlaces(currency: string): number {
  return DECIMAL_PLACES[currency] ?? 2;
}

/** Builds money from minor units; a fraction or an unsafe number is a programming error and throws. */
export function money(value: number, currency: string): Money {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of minor units: ${value} ${currency}`);
  return { value, currency };
}

/** Nothing, in a currency. */
export function zeroMoney(currency: string): Money {
  return { value: 0, currency };
}

/** Adds amounts of one currency; two currencies meeting is a programming error and throws. */
export function addMoney(...amounts: readonly [Money, ...Money[]]): Money {
  const currency = amounts[0].currency;
  let total = 0;
  for (const amount of amounts) {
    assertSameCurrency(currency, amount.currency);
    total += amount.value;
  }
  return money(total, currency);
}

/** The sum of a possibly empty list, in the named currency. */
export function sumMoney(amounts: readonly Money[], currency: string): Money {
  return addMoney(zeroMoney(currency), ...amounts);
}

/** `a − b` in their common currency; may be negative. */
export function subtractMoney(a: Money, b: Money): Money {
  assertSameCurrency(a.currency, b.currency);
  return money(a.value - b.value, a.currency);
}

/** An amount a whole number of times. */
export function timesMoney(amount: Money, times: number): Money {
  if (!Number.isSafeInteger(times)) throw new RangeError(`Not a whole multiplier: ${times}`);
  return money(amount.value * times, amount.currency);
}

/** A share of an amount, rounded half away from zero to a whole minor unit. `fraction` 0.07 is 7 %. */
export function shareOfMoney(amount: Money, fraction: number): Money {
  return money(roundHalfAway(amount.value * fraction), amount.currency);
}

/**
 * Converts at `rate` (units of `currency` per one unit of the amount's own currency, in major units), rounded half
 * away from zero to the target's minor unit.
 */
export function convertMoney(amount: Money, currency: string, rate: number): Money {
  if (amount.currency === currency) return amount;
  return money(minorConverter(amount.currency, currency, rate)(amount.value), currency);
}

/**
 * `convertMoney` for bare minor units of one pair of currencies: for sums over many amounts that need no object each.
 */
export function minorConverter(from: string, to: string, rate: number): (value: number) => number {
  if (from === to) return (value) => value;
  if (!(rate > 0)) throw new RangeError(`Not a conversion rate: ${rate}`);
  const factor = 10 ** (decimalPlaces(to) - decimalPlaces(from));
  return (value) => roundHalfAway(value * rate * factor);
}

/**
 * Shares `whole` (minor units) out among parts in proportion to their amounts, by largest remainder: each part is
 * rounded down or up to a whole unit, and together they are exactly `whole`. Of equal remainders the earlier part is
 * rounded up. `amounts` are not negative and not all zero, unless `whole` is zero. Example: 100 among [1, 1, 1] is [34,
 * 33, 33].
 */
export function apportion(whole: number, amounts: readonly number[]): readonly number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (sum === 0 && whole !== 0) throw new RangeError(`Nothing to share ${whole} out among`);
  const exact = amounts.map((amount) => (sum === 0 ? 0 : (whole * amount) / sum));
  const shares = exact.map(Math.floor);
  const missing = whole - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** A major-unit number of a request (`max_price: 250.5`) as minor units, rounded to the nearest. */
export function moneyFromMajor(major: number, currency: string): Money {
  return money(roundHalfAway(major * 10 ** decimalPlaces(currency)), currency);
}

/** The major-unit number, for hotel rates and for people. */
export function majorUnits(amount: Money): number {
  return amount.value / 10 ** decimalPlaces(amount.currency);
}

/** Money as people read it, without a locale: `EUR 123.40`, `JPY 5000`. */
export function describeMoney(amount: Money): string {
  return `${amount.currency} ${majorUnits(amount).toFixed(decimalPlaces(amount.currency))}`;
}

/** `{value, currency, decimal_places}`. */
export function presentValue(amount: Money): ValueAmount {
  return { value: amount.value, currency: amount.currency, decimal_places: decimalPlaces(amount.currency) };
}

/** `{amount, currency, decimal_places}`. */
export function presentAmount(amount: Money): AmountAmount {
  return { amount: amount.value, currency: amount.currency, decimal_places: decimalPlaces(amount.currency) };
}

function roundHalfAway(value: number): number {
  // The epsilon keeps 1.005 × 100 (100.49999…) on the side a person expects.
  const rounded = Math.round(Math.abs(value) * (1 + Number.EPSILON));
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

function assertSameCurrency(a: string, b: string): void {
  if (a !== b) throw new TypeError(`Money of two currencies met: ${a} and ${b}`);
}
