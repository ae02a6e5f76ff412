import { decimalPlaces, type Money, money } from '../../../travel/money.ts';

/** Whole units of more digits are no price of a stay, and with decimals no safe integer. */
const AMOUNT = /^(-?)(\d{1,11})(?:\.(\d+))?$/;

/**
 * A number of major units, as LiteAPI writes money, by its text: rounded half away from zero to the currency's minor
 * unit. `199.99000000000001` in EUR is 19999. Undefined for what is no amount.
 */
export function readAmount(value: unknown, currency: string): Money | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? AMOUNT.exec(text) : null;
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const decimals = decimalPlaces(currency);
  const cut = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  const isRoundedUp = (fraction[decimals] ?? '0') >= '5';
  const minor = cut + (isRoundedUp ? 1 : 0);
  return money(sign === '-' && minor !== 0 ? -minor : minor, currency);
}
