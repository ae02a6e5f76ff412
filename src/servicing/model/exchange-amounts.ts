import type { FlightExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { convertFareTotal } from '../../travel/fare-total.ts';
import type { Fare } from '../../travel/flight.ts';
import { addMoney, convertMoney, type Money, money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { ExchangePlan } from './change.ts';

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

/** What a supplier asks for an exchange, in the booking's currency, before it is settled. */
export type StatedAmounts = Pick<ExchangeAmounts, 'fareDifference' | 'penalty'> & Pick<ExchangePlan, 'isSplitKnown'>;

/**
 * What an exchange costs in another currency, at the rate of its sale. Where the supplier states difference and penalty
 * only together, the whole of it is converted at once and stands as the difference.
 */
export function convertStated(
  offer: Pick<FlightExchangeOffer, 'fare' | 'fareDifference' | 'penalty' | 'changeTotal'>,
  old: Fare,
  { currency, rate }: { readonly currency: string; readonly rate: number },
): StatedAmounts {
  const { fareDifference, penalty, changeTotal } = offer;
  if (fareDifference === undefined || penalty === undefined)
    return {
      fareDifference: convertMoney(changeTotal, currency, rate),
      penalty: zeroMoney(currency),
      isSplitKnown: false,
    };
  return {
    fareDifference: convertDifference({ fare: offer.fare, fareDifference }, old, { currency, rate }),
    penalty: convertMoney(penalty, currency, rate),
  };
}

/**
 * New fare minus old in another currency: both as they are shown, each part converted, so that the new ticket comes to
 * what its fare is shown at. Where the supplier goes by another old fare than ours, its own difference is converted.
 */
export function convertDifference(
  offer: { readonly fare: Fare; readonly fareDifference: Money },
  old: Fare,
  { currency, rate }: { readonly currency: string; readonly rate: number },
): Money {
  const isOurs =
    old.total.currency === offer.fare.total.currency &&
    offer.fare.total.value - old.total.value === offer.fareDifference.value;
  if (!isOurs) return convertMoney(offer.fareDifference, currency, rate);
  return subtractMoney(convertFareTotal(offer.fare, currency, rate), convertFareTotal(old, currency, rate));
}

/** What the payer pays, in minor units; negative: what comes back. */
export function costOf({ due, refund }: Pick<ExchangeAmounts, 'due' | 'refund'>): number {
  return due.value - refund.value;
}

/** Which way money goes. */
export function paymentOutcome({
  due,
  refund,
}: Pick<ExchangeAmounts, 'due' | 'refund'>): 'collect' | 'refund' | 'even' {
  if (due.value > 0) return 'collect';
  return refund.value > 0 ? 'refund' : 'even';
}
