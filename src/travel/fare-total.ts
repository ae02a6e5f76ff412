import type { Fare, PassengerPrice } from './flight.ts';
import { addMoney, minorConverter, type Money, money, timesMoney } from './money.ts';

/** What of a fare is money everybody has to agree on. */
export type FareMoney = Pick<Fare, 'total' | 'bookingFees' | 'passengerPrices'>;

/**
 * The total of a fare in another currency. Each person's base and taxes and the booking fees are converted, and the
 * total is their sum, so that what is shown adds up and every place that shows or charges the fare reaches the same
 * number. What a supplier's total holds beyond its parts (nothing, where it adds up) is converted by itself. `rate` as
 * in `convertMoney`. The parts are not made: every fare of every search needs its total.
 */
export function convertFareTotal(fare: FareMoney, currency: string, rate: number): Money {
  if (fare.total.currency === currency) return fare.total;
  return money(convertedTotal(fare, minorConverter(fare.total.currency, currency, rate)), currency);
}

/** `convertFareTotal` in bare minor units, for a currency pair's `minorConverter`: a search converts hundreds. */
export function convertedTotal(fare: FareMoney, convert: (value: number) => number): number {
  const { total, bookingFees, passengerPrices } = fare;
  let filed = bookingFees.value;
  let converted = convert(bookingFees.value);
  for (const { quantity, baseFare, taxes } of passengerPrices) {
    filed += quantity * (baseFare.value + taxes.value);
    converted += quantity * (convert(baseFare.value) + convert(taxes.value));
  }
  return converted + convert(total.value - filed);
}

/** Each kind's base and taxes times its number, and the fees. */
export function sumOfParts(
  prices: readonly Pick<PassengerPrice, 'baseFare' | 'taxes' | 'quantity'>[],
  bookingFees: Money,
): Money {
  return addMoney(
    bookingFees,
    ...prices.map((price) => timesMoney(addMoney(price.baseFare, price.taxes), price.quantity)),
  );
}
