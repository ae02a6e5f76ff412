import type { PassengerPrice, PenaltyRule } from './flight.ts';
import { addMoney, type Money, shareOfMoney, sumMoney, timesMoney, zeroMoney } from './money.ts';

/** What the tickets of equal travelers cost: base fare and taxes of each, without extras and booking fees. */
export interface TicketPrice {
  readonly quantity: number;
  readonly price: Money;
}

/** The ticket prices of a fare, one entry for each kind of traveler. */
export function ticketPricesOf(
  prices: readonly Pick<PassengerPrice, 'quantity' | 'baseFare' | 'taxes'>[],
): readonly TicketPrice[] {
  return prices.map(({ quantity, baseFare, taxes }) => ({ quantity, price: addMoney(baseFare, taxes) }));
}

/**
 * What an allowed change or refund costs a whole party. Airlines charge each ticket by itself: a percentage is taken of
 * that ticket, and a filed fee never exceeds it. Example: a fee of 60.00 costs an adult of 133.00 with a lap infant of
 * 12.70 together 72.70.
 */
export function partyPenalty(
  { fee, share }: Pick<PenaltyRule, 'fee' | 'share'>,
  tickets: readonly TicketPrice[],
  currency: string,
): Money {
  return sumMoney(
    tickets.map(({ quantity, price }) => {
      const charged = share === undefined ? (fee ?? zeroMoney(currency)) : shareOfMoney(price, share);
      return timesMoney(charged.value > price.value ? price : charged, quantity);
    }),
    currency,
  );
}

/** A share of a ticket as the percentage that is shown: 0.2 is 20. */
export function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}
