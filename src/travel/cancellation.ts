import type { IsoDate } from './dates.ts';
import { type Money, sumMoney, zeroMoney } from './money.ts';

/**
 * How a supplier reckons a penalty: a fixed sum, a share of the price, the price of so many nights (days of a rental),
 * or what had been lost already of the product that this one was exchanged for.
 */
export const PENALTY_BASES = ['amount', 'percent', 'nights', 'forfeited'] as const;
export type PenaltyBasis = (typeof PENALTY_BASES)[number];

/** What cancelling costs from an instant on, until the next step. */
export interface CancellationPenalty {
  readonly from: Date;
  /** In money whatever the basis, in the supplier's currency; never more than the price. */
  readonly penalty: Money;
  readonly basis: PenaltyBasis;
}

/**
 * What cancelling a stay or a rental costs when. Steps stand in time order and their penalties never fall; before the
 * first it is free. A product that cannot be given back has one step, of its whole price, from the moment it was
 * offered.
 */
export type CancellationSchedule = readonly CancellationPenalty[];

/** `unknown`: the supplier does not state what cancelling costs. It is never shown or counted as free. */
export type StatedSchedule = CancellationSchedule | 'unknown';

/** What cancelling costs at an instant; undefined where the supplier does not state it. */
export function penaltyAt(schedule: CancellationSchedule, now: Date, currency: string): Money;
export function penaltyAt(schedule: StatedSchedule, now: Date, currency: string): Money | undefined;
export function penaltyAt(schedule: StatedSchedule, now: Date, currency: string): Money | undefined {
  if (schedule === 'unknown') return undefined;
  return schedule.findLast(({ from }) => from <= now)?.penalty ?? zeroMoney(currency);
}

/** Whether a schedule is known to cost nothing at any time. */
export function isAlwaysFree(schedule: StatedSchedule): boolean {
  return schedule !== 'unknown' && schedule.every(({ penalty }) => penalty.value === 0);
}

/** Until when cancelling is free; undefined where it costs something at any time from `now` on, or may do so. */
export function freeUntil(schedule: StatedSchedule, now: Date): Date | undefined {
  if (schedule === 'unknown') return undefined;
  const first = schedule.find(({ penalty }) => penalty.value > 0);
  return first !== undefined && first.from > now ? first.from : undefined;
}

/** One room or car of an order: what its penalties are measured by, and what of it was paid with the booking. */
export interface CancelledShare {
  readonly schedule: CancellationSchedule;
  readonly price: Money;
  readonly paid: Money;
}

/**
 * What is withheld of the amount paid when it is cancelled at an instant. Each room is judged by itself: a penalty on
 * one that is paid at the property takes nothing from what was paid for another. Who loses the whole price loses
 * everything paid with it, extras too; as long as only a part is withheld they come back. A sum that was forfeited by
 * an exchange is that sum, extras or not.
 */
export function retainedOfShares(shares: readonly CancelledShare[], at: Date, currency: string): Money {
  return sumMoney(
    shares.map(({ schedule, price, paid }) => {
      const step = schedule.findLast(({ from }) => from <= at);
      const penalty = step?.penalty ?? zeroMoney(currency);
      // What was forfeited is a sum of money, whatever the new product costs.
      const isWhole = penalty.value > 0 && penalty.value >= price.value && step?.basis !== 'forfeited';
      return isWhole || penalty.value > paid.value ? paid : penalty;
    }),
    currency,
  );
}

/**
 * What an airline gives instead of money for a ticket that is given back: to be spent with that airline, by the
 * passenger it names. What the airline does not say is undefined.
 */
export interface TravelCredit {
  readonly kind: 'airline_credit' | 'voucher';
  /** The supplier's own id of it. */
  readonly creditId: string | undefined;
  /** As the airline calls it. */
  readonly name: string | undefined;
  /** By which it is redeemed; undefined before it is issued. */
  readonly code: string | undefined;
  readonly amount: Money | undefined;
  readonly issuedOn: IsoDate | undefined;
  readonly expiresOn: IsoDate | undefined;
  /** Our id of the passenger who may spend it. */
  readonly travelerId: string | undefined;
}

/** Whether anything of it can be spent: an airline may name a credit of nothing. */
export function isSpendable({ amount }: Pick<TravelCredit, 'amount'>): boolean {
  return amount === undefined || amount.value > 0;
}

/**
 * Credits as they are known, with what is said of them later. One that is not named again stays; a sum without a name
 * gives way to credits that are listed by now. Nothing that is known is taken away or replaced.
 */
export function mergeCredits(known: readonly TravelCredit[], later: readonly TravelCredit[]): readonly TravelCredit[] {
  const named = later.filter(({ creditId }) => creditId !== undefined);
  if (named.length > 0 && known.every(({ creditId }) => creditId === undefined)) return later;
  const laterOf = new Map(named.map((credit) => [credit.creditId, credit]));
  return [
    ...known.map((credit) =>
      complete(credit, credit.creditId === undefined ? undefined : laterOf.get(credit.creditId)),
    ),
    ...named.filter(({ creditId }) => !known.some((credit) => credit.creditId === creditId)),
  ];
}

function complete(known: TravelCredit, later: TravelCredit | undefined): TravelCredit {
  if (later === undefined) return known;
  return {
    ...known,
    name: known.name ?? later.name,
    code: known.code ?? later.code,
    amount: known.amount ?? later.amount,
    issuedOn: known.issuedOn ?? later.issuedOn,
    expiresOn: known.expiresOn ?? later.expiresOn,
    travelerId: known.travelerId ?? later.travelerId,
  };
}

/** Whether a credit that can be spent has no code so far, by which it is redeemed. */
export function lacksCode({ code, amount }: Pick<TravelCredit, 'code' | 'amount'>): boolean {
  return code === undefined && isSpendable({ amount });
}
