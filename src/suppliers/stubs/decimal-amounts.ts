import { decimalPlaces } from '../../travel/money.ts';

/** An amount of minor units as a decimal text in major units: 9080 in GBP is `90.80`, in JPY `9080`. */
export function toAmount(minor: number, currency: string): string {
  return (minor / 10 ** decimalPlaces(currency)).toFixed(decimalPlaces(currency));
}

/** The minor units of a decimal text; undefined where it is no amount of this currency to the last unit. */
export function readMinor(text: string, currency: string): number | undefined {
  const decimals = decimalPlaces(currency);
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals))) return undefined;
  const minor = Number(`${match[2]}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return match[1] === '-' ? -minor : minor;
}
