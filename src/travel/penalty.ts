import type { PassengerPrice, PenaltyRule } from './flight.ts';
import { addMoney, type Money, money, shareOfMoney, sumMoney, timesMoney } from './money.ts';

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

/** The fee where it is an amount: undefined where nothing is charged, and where the supplier does not say what. */
export function knownFee({ fee }: Pick<PenaltyRule, 'fee'>): Money | undefined {
  return fee === 'unknown' ? undefined : fee;
}

/**
 * Whether it costs something: true, false, or undefined where the supplier allows it and does not say at what price.
 */
export function isCharged({ fee }: Pick<PenaltyRule, 'fee'>): boolean | undefined {
  return fee === 'unknown' ? undefined : fee !== undefined && fee.value > 0;
}

/**
 * What an allowed change or refund costs a whole party in the tickets' `currency`; undefined where the supplier does
 * not say, or files it in another currency: no rate of ours is the one it will be charged at. Airlines charge each
 * ticket by itself: a percentage is taken of that ticket, and a filed fee never exceeds it. Example: a fee of 60.00
 * costs an adult of 133.00 with a lap infant of 12.70 together 72.70.
 */
export function partyPenalty(
  { fee, share }: Pick<PenaltyRule, 'fee' | 'share'>,
  tickets: readonly TicketPrice[],
  currency: string,
): Money | undefined {
  const charge = fee;
  if (charge === 'unknown') return undefined;
  if (share === undefined && charge !== undefined && charge.value > 0 && charge.currency !== currency) return undefined;
  // A party that is priced as a whole shows no ticket that the fee could be held against.
  if (tickets.length === 0 && (share !== undefined || (charge?.value ?? 0) > 0)) return undefined;
  return sumMoney(
    tickets.map(({ quantity, price }) => {
      const charged = share === undefined ? money(charge?.value ?? 0, currency) : shareOfMoney(price, share);
      return timesMoney(charged.value > price.value ? price : charged, quantity);
    }),
    currency,
  );
}

/** A share of a ticket as the percentage that is shown: 0.2 is 20. */
export function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}
