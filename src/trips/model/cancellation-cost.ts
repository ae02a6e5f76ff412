import { penaltyAt } from '../../travel/cancellation.ts';
import { addMoney, convertMoney, type Money, money, sumMoney, zeroMoney } from '../../travel/money.ts';
import { dueAtDesk, payNowOfRental } from '../../travel/rental.ts';
import { payNowOfRate, type StayRate } from '../../travel/stay.ts';
import { itemTotal } from './item-price.ts';
import type { RentalItem, StayItem } from './trip.ts';

/** What giving an item up costs at an instant, by where the money is. */
export interface CancellationCost {
  /** Of what is paid here, in the trip's currency: never more than that. */
  readonly kept: Money;
  /** What the place will collect although nobody comes, in its own currency. */
  readonly collected: Money;
  /** True when nothing of the price is saved, taxes on the spot aside. */
  readonly isWhole: boolean;
}

/**
 * What giving up a stay or a rental costs. Rooms are judged one by one: a penalty on a room that is paid at the property takes
 * nothing from what was paid for another. Who loses the whole price of a car loses the extras paid with it; as long as only a
 * part is kept they come back. A whole penalty is the whole price in every currency.
 */
export function cancellationCost(item: StayItem | RentalItem, at: Date): CancellationCost {
  return item.kind === 'hotel' ? stayCost(item, at) : rentalCost(item, at);
}

/** When the cost of giving an item up may change, in order. */
export function cancellationInstants(item: StayItem | RentalItem): readonly Date[] {
  const schedules = item.kind === 'hotel' ? item.stay.rates.map((rate) => rate.cancellation) : [item.rental.cancellation];
  const instants = schedules.flatMap((schedule) => schedule.map((step) => step.from.getTime()));
  return [...new Set(instants)].sort((a, b) => a - b).map((instant) => new Date(instant));
}

function stayCost(item: StayItem, at: Date): CancellationCost {
  const { rates } = item.stay;
  const [first] = rates;
  const costs = rates.map((rate) => rateCost(item, rate, at));
  return {
    kept: sumMoney(costs.map(({ kept }) => kept), item.price.currency),
    collected: sumMoney(costs.map(({ collected }) => collected), first.total.currency),
    isWhole: costs.every(({ isWhole }) => isWhole),
  };
}

function rateCost({ price, rate }: StayItem, room: StayRate, at: Date): CancellationCost {
  const penalty = penaltyAt(room.cancellation, at, room.total.currency);
  const isWhole = penalty.value >= room.total.value;
  if (room.paymentType === 'pay_at_property') return { kept: zeroMoney(price.currency), collected: penalty, isWhole };
  const paid = convertMoney(payNowOfRate(room), price.currency, rate);
  return { kept: isWhole ? paid : lesser(paid, convertMoney(penalty, price.currency, rate)), collected: zeroMoney(room.total.currency), isWhole };
}

function rentalCost(item: RentalItem, at: Date): CancellationCost {
  const { rental, price, rate } = item;
  const payNow = payNowOfRental(rental);
  const penalty = penaltyAt(rental.cancellation, at, payNow.currency);
  const isAllKept = penalty.value > 0 && penalty.value >= payNow.value;
  const paid = itemTotal(item);
  return {
    kept: isAllKept ? paid : lesser(paid, convertMoney(penalty, price.currency, rate)), collected: zeroMoney(payNow.currency),
    isWhole: isAllKept && dueAtDesk(rental).value === 0,
  };
}

/** What giving an item up costs as one sum: in the trip's currency, or in the place's own where nothing is paid here. */
export function wholeCost(item: StayItem | RentalItem, { kept, collected }: CancellationCost): Money {
  const isPaidHere = itemTotal(item).value > 0;
  return isPaidHere ? addMoney(kept, convertMoney(collected, kept.currency, item.rate)) : collected;
}

function lesser(a: Money, b: Money): Money {
  return money(Math.min(a.value, b.value), a.currency);
}
