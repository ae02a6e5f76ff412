import type { CancellationPenalty } from './cancellation.ts';
import { convertMoney, minorConverter, type Money, money } from './money.ts';
import { currencyOfRental, payNowOfRental, type RentalExtra, type RentalOffer } from './rental.ts';

/** What of a rental is money everybody has to agree on. */
export type RentalMoney = Pick<RentalOffer, 'charges' | 'deposit' | 'mileage' | 'cancellation' | 'extras'>;

/**
 * A rental's money in another currency. Each charge is converted by itself, so that what is paid now, what the counter
 * collects and their total are sums of what is shown (`payNowOfRental`, `dueAtCounter`), wherever they are reached. A
 * penalty never comes out above the price, and one of the whole price stays the whole price. `rate` as in
 * `convertMoney`.
 */
export function convertRental(rental: RentalMoney, currency: string, rate: number): RentalMoney {
  if (currencyOfRental(rental) === currency) return rental;
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  const { charges, deposit, mileage, cancellation, extras } = rental;
  const converted = {
    charges: charges.map((charge) => ({ ...charge, amount: convert(charge.amount) })),
    deposit: deposit && convert(deposit),
  };
  const whole = { filed: payNowOfRental(rental), shown: payNowOfRental(converted) };
  return {
    ...converted,
    mileage: mileage && { ...mileage, extraPerKm: mileage.extraPerKm && convert(mileage.extraPerKm) },
    cancellation:
      cancellation === 'unknown' ? cancellation : cancellation.map((step) => convertPenalty(step, whole, convert)),
    extras: extras.map((extra): RentalExtra => ({ ...extra, price: convert(extra.price) })),
  };
}

/** What a rental costs where it is paid, extras and deposit not included. */
export interface RentalTotals {
  readonly payNow: Money;
  readonly dueAtCounter: Money;
  /** Both. */
  readonly total: Money;
}

/** The sums of `convertRental` alone, reached without making its parts: every offer of every search needs them. */
export function convertRentalTotals(
  { charges }: Pick<RentalOffer, 'charges'>,
  currency: string,
  rate: number,
): RentalTotals {
  const convert = minorConverter(currencyOfRental({ charges }), currency, rate);
  let [now, later] = [0, 0];
  for (const { amount, paidAt } of charges) {
    if (paidAt === 'now') now += convert(amount.value);
    else later += convert(amount.value);
  }
  return { payNow: money(now, currency), dueAtCounter: money(later, currency), total: money(now + later, currency) };
}

/** How much more or less a counter collects for one rental than for another, in its own currency. */
export interface CounterChange {
  readonly direction: 'more' | 'less';
  /** Never zero, never negative. */
  readonly amount: Money;
}

function convertPenalty(
  step: CancellationPenalty,
  whole: { readonly filed: Money; readonly shown: Money },
  convert: (amount: Money) => Money,
): CancellationPenalty {
  if (step.penalty.value > whole.filed.value) return { ...step, penalty: convert(step.penalty) };
  if (step.penalty.value === whole.filed.value) return { ...step, penalty: whole.shown };
  const penalty = convert(step.penalty);
  return { ...step, penalty: penalty.value > whole.shown.value ? whole.shown : penalty };
}
