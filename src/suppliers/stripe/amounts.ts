import { decimalPlaces, describeMoney, type Money, money } from '../../travel/money.ts';

/** An amount as Stripe takes it, or why it cannot take it exactly. */
export type StripeAmount =
  | { readonly kind: 'exact'; readonly value: number }
  | { readonly kind: 'obstacle'; readonly reason: string };

/**
 * Decimals of the whole numbers Stripe takes, where they are not 2. Its own list, not ISO 4217's: MGA has none there
 * and two here; ISK and UGX have none here and are written with two there (suppliers.md 2.3).
 */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  MGA: 0,
  PYG: 0,
  RWF: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  ISK: 2,
  UGX: 2,
  BHD: 3,
  JOD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
};
/** The last digit of an amount with three decimals must be 0. */
const THREE_DECIMALS_STEP = 10;

/** What Stripe receives for an amount: never a rounded one. */
export function toStripeAmount(amount: Money): StripeAmount {
  const decimals = stripeDecimals(amount.currency);
  if (decimals === undefined) return { kind: 'obstacle', reason: `Stripe does not take ${amount.currency}.` };
  const shift = decimals - decimalPlaces(amount.currency);
  const step = shift < 0 ? 10 ** -shift : decimals === 3 ? THREE_DECIMALS_STEP : 1;
  if (amount.value % step !== 0) {
    return {
      kind: 'obstacle',
      reason: `${describeMoney(amount)} cannot be charged exactly: Stripe takes ${amount.currency} in steps of ${describeMoney(money(step, amount.currency))}.`,
    };
  }
  return { kind: 'exact', value: shift < 0 ? amount.value / step : amount.value * 10 ** shift };
}

/** An amount of Stripe's as ours; undefined where it is no whole number of minor units. */
export function fromStripeAmount(value: number, lowerCaseCurrency: string): Money | undefined {
  const currency = lowerCaseCurrency.toUpperCase();
  const decimals = stripeDecimals(currency);
  if (decimals === undefined || !Number.isSafeInteger(value)) return undefined;
  const shift = decimalPlaces(currency) - decimals;
  const divisor = shift < 0 ? 10 ** -shift : 1;
  return value % divisor === 0 ? money(shift < 0 ? value / divisor : value * 10 ** shift, currency) : undefined;
}

/** Undefined for a currency whose whole numbers Stripe does not document: it is refused rather than guessed. */
function stripeDecimals(currency: string): number | undefined {
  return STRIPE_DECIMALS[currency] ?? (decimalPlaces(currency) === 2 ? 2 : undefined);
}
