import { type CancelledShare, retainedOfShares, penaltyAt, type StatedSchedule } from '../../travel/cancellation.ts';
import { addMoney, convertMoney, type Money, money, sumMoney, zeroMoney } from '../../travel/money.ts';
import { dueAtCounter, payNowOfRental } from '../../travel/rental.ts';
import { payNowOfRate } from '../../travel/stay.ts';
import { itemOriginTotal, supplierTotal } from './items/item-price.ts';
import type { RentalItem, StayItem, TripItem } from './trip.ts';

/** What giving an item up costs at an instant, by where the money is. */
export interface CancellationCost {
  /**
   * Of what is paid here, in the trip's currency: never more than that. Without the service fee, which no cancellation
   * gives back.
   */
  readonly withheld: Money;
  /** What the place will collect although nobody comes, in its own currency. */
  readonly collected: Money;
  /** True when nothing of the price is saved, taxes on the spot aside. */
  readonly isWhole: boolean;
  /** True when something was paid here and nothing of it comes back. */
  readonly isAllRetained: boolean;
}

/**
 * What giving up a stay or a rental costs; undefined where its supplier does not state it, be it of one room of
 * several. Rooms are judged one by one: a penalty on a room that is paid at the property takes nothing from what was
 * paid for another. Who loses the whole price of a car loses the extras paid with it; as long as only a part is
 * withheld they come back. A whole penalty is the whole price in every currency.
 */
export function cancellationCost(item: StayItem | RentalItem, at: Date): CancellationCost | undefined {
  return item.kind === 'hotel' ? stayCost(item, at) : rentalCost(item, at);
}

/**
 * `CancellationCost.collected` by itself: known of rooms that are paid with the booking, whatever their terms are, and
 * nothing of a flight. Undefined where a property collects and does not state what.
 */
export function collectedByPlace(item: TripItem, at: Date): Money | undefined {
  if (item.kind === 'flight') return zeroMoney(item.price.currency);
  if (item.kind === 'car') return zeroMoney(payNowOfRental(item.rental).currency);
  const { rates } = item.stay;
  const { currency } = rates[0].total;
  const penalties = rates
    .filter(({ paymentType }) => paymentType === 'pay_at_property')
    .map(({ cancellation }) => penaltyAt(cancellation, at, currency));
  return penalties.every((penalty) => penalty !== undefined) ? sumMoney(penalties, currency) : undefined;
}

/**
 * The schedule of a rental with what is lost beside its price: who loses the whole price loses the extras that were
 * paid with it. In the supplier's currency.
 */
export function scheduleWithExtras(item: RentalItem): StatedSchedule {
  const { cancellation } = item.rental;
  if (cancellation === 'unknown') return cancellation;
  const [price, paid] = [payNowOfRental(item.rental), itemOriginTotal(item)];
  return cancellation.map((step) => ({
    ...step,
    penalty: retainedOfShares([{ schedule: [step], price, paid }], step.from, paid.currency),
  }));
}

/** When the cost of giving an item up may change, in order. */
export function cancellationInstants(item: StayItem | RentalItem): readonly Date[] {
  const schedules =
    item.kind === 'hotel' ? item.stay.rates.map((rate) => rate.cancellation) : [item.rental.cancellation];
  const instants = schedules.flatMap((schedule) =>
    schedule === 'unknown' ? [] : schedule.map((step) => step.from.getTime()),
  );
  return [...new Set(instants)].sort((a, b) => a - b).map((instant) => new Date(instant));
}

function stayCost(item: StayItem, at: Date): CancellationCost | undefined {
  const { rates } = item.stay;
  const { currency } = rates[0].total;
  const shares: CancelledShare[] = [];
  for (const room of rates) {
    if (room.cancellation === 'unknown') return undefined;
    shares.push({ schedule: room.cancellation, price: room.total, paid: payNowOfRate(room) });
  }
  const collected = collectedByPlace(item, at);
  return (
    collected && {
      ...retainedOf(item, shares, at),
      collected,
      isWhole: shares.every(({ schedule, price }) => penaltyAt(schedule, at, currency).value >= price.value),
    }
  );
}

function rentalCost(item: RentalItem, at: Date): CancellationCost | undefined {
  const { cancellation } = item.rental;
  if (cancellation === 'unknown') return undefined;
  const price = payNowOfRental(item.rental);
  const cost = retainedOf(item, [{ schedule: cancellation, price, paid: itemOriginTotal(item) }], at);
  return {
    ...cost,
    collected: zeroMoney(price.currency),
    isWhole: cost.isAllRetained && dueAtCounter(item.rental).value === 0,
  };
}

/**
 * Reckoned in the supplier's currency and converted as one sum, as the supplier states it. A whole penalty is the whole
 * price in every currency.
 */
function retainedOf(
  item: StayItem | RentalItem,
  shares: readonly CancelledShare[],
  at: Date,
): Pick<CancellationCost, 'withheld' | 'isAllRetained'> {
  const {
    price: { currency },
    rate,
  } = item;
  const [total, paid] = [supplierTotal(item), itemOriginTotal(item)];
  const withheld = retainedOfShares(shares, at, paid.currency);
  if (withheld.value > 0 && withheld.value >= paid.value) return { withheld: total, isAllRetained: true };
  const converted = convertMoney(withheld, currency, rate);
  return { withheld: money(Math.min(converted.value, total.value), currency), isAllRetained: false };
}

/**
 * What giving an item up costs as one sum: in the trip's currency, or in the place's own where nothing is paid here.
 */
export function wholeCost(item: StayItem | RentalItem, { withheld, collected }: CancellationCost): Money {
  const isPaidHere = supplierTotal(item).value > 0;
  return isPaidHere ? addMoney(withheld, convertMoney(collected, withheld.currency, item.rate)) : collected;
}
