import type { Fare, PassengerPrice } from './flight.ts';
import { addMoney, convertMoney, minorConverter, type Money, money, subtractMoney, timesMoney } from './money.ts';

/** Numbers that `kindSums` of a fare holds for each kind of passenger: quantity, base fare, taxes. */
export const KIND_SUMS = 3;

/** What of a fare is money everybody has to agree on. */
export type FareMoney = Pick<Fare, 'total' | 'bookingFees' | 'passengerPrices' | 'kindSums'>;

/**
 * A fare in another currency. Each person's base and taxes and the booking fees are converted, and the total is their
 * sum, so that what is shown adds up and every place that shows or charges the fare reaches the same number. What a
 * supplier's total holds beyond its parts (nothing, where it adds up) is converted by itself. `rate` as in
 * `convertMoney`.
 */
export function convertFare(fare: FareMoney, currency: string, rate: number): FareMoney {
  if (fare.total.currency === currency) return fare;
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  const passengerPrices = fare.passengerPrices.map(({ kind, quantity, baseFare, taxes, taxLines }) => ({
    kind,
    quantity,
    baseFare: convert(baseFare),
    taxes: convert(taxes),
    taxLines,
  }));
  const bookingFees = convert(fare.bookingFees);
  const rest = subtractMoney(fare.total, sumOfParts(fare.passengerPrices, fare.bookingFees));
  return { passengerPrices, bookingFees, total: addMoney(sumOfParts(passengerPrices, bookingFees), convert(rest)) };
}

/** The total of `convertFare` alone, reached without making its parts: every fare of every search needs it. */
export function convertFareTotal(fare: FareMoney, currency: string, rate: number): Money {
  if (fare.total.currency === currency) return fare.total;
  return money(convertedTotal(fare, minorConverter(fare.total.currency, currency, rate)), currency);
}

/** The same in bare minor units, for a currency pair's `minorConverter`: a search converts hundreds. */
export function convertedTotal(fare: FareMoney, convert: (value: number) => number): number {
  const { total, bookingFees, kindSums } = fare;
  const sums = kindSums ?? sumsOf(fare.passengerPrices);
  let filed = bookingFees.value;
  let converted = convert(bookingFees.value);
  for (let i = 0; i < sums.length; i += KIND_SUMS) {
    const quantity = sums[i] ?? 0;
    const base = sums[i + 1] ?? 0;
    const taxes = sums[i + 2] ?? 0;
    filed += quantity * (base + taxes);
    converted += quantity * (convert(base) + convert(taxes));
  }
  return converted + convert(total.value - filed);
}

function sumsOf(prices: FareMoney['passengerPrices']): readonly number[] {
  return prices.flatMap(({ quantity, baseFare, taxes }) => [quantity, baseFare.value, taxes.value]);
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
