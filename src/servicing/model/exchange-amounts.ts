import type { FlightExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { convertFareTotal } from '../../travel/fare-total.ts';
import type { Fare } from '../../travel/flight.ts';
import { addMoney, convertMoney, type Money, money, subtractMoney } from '../../travel/money.ts';

/**
 * What an exchange comes to, in the booking's currency: `due` is what the sum of the first two is above nothing,
 * `refund` what it is below.
 */
export interface ExchangeAmounts {
  readonly fareDifference: Money;
  readonly penalty: Money;
  readonly due: Money;
  readonly refund: Money;
}

/**
 * The difference and the penalty settled against each other. `refundable`: the most that may come back of what was
 * paid.
 */
export function settleExchange({
  fareDifference,
  penalty,
  refundable,
}: Pick<ExchangeAmounts, 'fareDifference' | 'penalty'> & { readonly refundable: Money }): ExchangeAmounts {
  const { currency } = penalty;
  const difference = money(Math.max(fareDifference.value, -refundable.value), currency);
  const sum = addMoney(difference, penalty);
  return {
    fareDifference: difference,
    penalty,
    due: money(Math.max(0, sum.value), currency),
    refund: money(Math.max(0, -sum.value), currency),
  };
}

/**
 * New fare minus old in another currency: both as they are shown, each part converted, so that the new ticket comes to
 * what its fare is shown at. Where the supplier goes by another old fare than ours, its own difference is converted.
 */
export function convertDifference(
  offer: Pick<FlightExchangeOffer, 'fare' | 'fareDifference'>,
  old: Fare,
  { currency, rate }: { readonly currency: string; readonly rate: number },
): Money {
  const isOurs =
    old.total.currency === offer.fare.total.currency &&
    offer.fare.total.value - old.total.value === offer.fareDifference.value;
  if (!isOurs) return convertMoney(offer.fareDifference, currency, rate);
  return subtractMoney(convertFareTotal(offer.fare, currency, rate), convertFareTotal(old, currency, rate));
}

/** Which way money goes. */
export function paymentOutcome({
  due,
  refund,
}: Pick<ExchangeAmounts, 'due' | 'refund'>): 'collect' | 'refund' | 'even' {
  if (due.value > 0) return 'collect';
  return refund.value > 0 ? 'refund' : 'even';
}
