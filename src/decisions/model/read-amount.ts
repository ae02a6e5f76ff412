import { decimalPlaces, type Money, money } from '../../travel/money.ts';

const AMOUNT = /^(\d{1,11})(?:[.,](\d{1,3}))?$/;

/**
 * An amount as a person types it: digits, and decimals after a dot or a comma. Undefined for anything else, and for
 * decimals that the currency does not have.
 *
 * Example: `120,5` in EUR is 12050; `1.234,50` is not read, as nobody can say which sign is which.
 */
export function readTypedAmount(text: string, currency: string): Money | undefined {
  const match = AMOUNT.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  const decimals = decimalPlaces(currency);
  if (fraction.length > decimals) return undefined;
  return money(Number(`${whole}${fraction.padEnd(decimals, '0')}`), currency);
}
