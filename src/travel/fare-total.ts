import type { Fare, PassengerPrice } from './flight.ts';
import { addMoney, convertMoney, type Money, subtractMoney, timesMoney } from './money.ts';

/** What of a fare is money everybody has to agree on. */
export type FareMoney = Pick<Fare, 'total' | 'bookingFees' | 'passengerPrices'>;

/**
 * A fare in another currency. Each person's base and taxes and the booking fees are converted, and the total is their sum, so
 * that what is shown adds up and every place that shows or charges the fare reaches the same number. What a supplier's total
 * holds beyond its parts (nothing, where it adds up) is converted by itself. `rate` as in `convertMoney`.
 */
export function convertFare(fare: FareMoney, currency: string, rate: number): FareMoney {
  if (fare.total.currency === currency) return fare;
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  const passengerPrices = fare.passengerPrices.map((price) => ({ ...price, baseFare: convert(price.baseFare), taxes: convert(price.taxes) }));
  const bookingFees = convert(fare.bookingFees);
  const rest = subtractMoney(fare.total, sumOfParts(fare.passengerPrices, fare.bookingFees));
  return { passengerPrices, bookingFees, total: addMoney(sumOfParts(passengerPrices, bookingFees), convert(rest)) };
}

/** The total of `convertFare` alone. */
export function convertFareTotal(fare: FareMoney, currency: string, rate: number): Money {
  return convertFare(fare, currency, rate).total;
}

/** Each kind's base and taxes times its number, and the fees. */
export function sumOfParts(prices: readonly Pick<PassengerPrice, 'baseFare' | 'taxes' | 'quantity'>[], bookingFees: Money): Money {
  return addMoney(bookingFees, ...prices.map((price) => timesMoney(addMoney(price.baseFare, price.taxes), price.quantity)));
}
