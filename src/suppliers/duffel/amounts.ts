import { decimalPlaces, type Money, majorUnits, money } from '../../travel/money.ts';

/** Whole units of more digits are no price of a flight, and with decimals no safe integer. */
const AMOUNT = /^(-?)(\d{1,11})(?:\.(\d{1,6}))?$/;

/**
 * A decimal text of major units as money, exact: `"90.80"` in GBP is 9080. Undefined where it is not an amount of this
 * currency to the last minor unit; zeros after it are let through.
 */
export function readAmount(text: string, currency: string): Money | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const decimals = decimalPlaces(currency);
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const minor = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return money(sign === '-' && minor !== 0 ? -minor : minor, currency);
}

/** Money as Duffel writes it: 9080 in GBP is `90.80`, in JPY `9080`. */
export function toAmountText(amount: Money): string {
  return majorUnits(amount).toFixed(decimalPlaces(amount.currency));
}
