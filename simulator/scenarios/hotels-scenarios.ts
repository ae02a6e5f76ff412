import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import { addMoney, type Money, shareOfMoney, subtractMoney, zeroMoney } from '../../src/travel/money.ts';

import { nemoHotelId, nemoHotelOf } from '../stays/content/scenario-hotels.ts';
import type { FoundStatedStays, StatedRate, StatedStay } from '../stays/stated-stay.ts';

const PRICE_STEP = 0.07;
const EXPIRED_HOTEL = nemoHotelId('expired');

/**
 * What was found as the scenarios show it: one hotel's rates have run out already. A thousand others pass with one
 * comparison each.
 */
export function applySearchScenario({ hotels, omitted }: FoundStatedStays, now: Date): FoundStatedStays {
  const expiresAt = new Date(now.getTime() - 1000);
  return {
    hotels: hotels.map((offer) =>
      offer.hotel.hotelId === EXPIRED_HOTEL
        ? { hotel: offer.hotel, ratesOfRooms: offer.ratesOfRooms, expiresAt }
        : offer,
    ),
    omitted,
  };
}

/**
 * A stay as its scenario prices it at checkout: `undefined` when it is gone. `non_refundable` and `pay_at_property` are
 * in the rates of their hotels: the world sells them so, and nothing is left to enact.
 */
export function applyPriceScenario(stay: StatedStay): StatedStay | undefined {
  switch (nemoHotelOf(stay.hotel.hotelId)) {
    case 'sold_out':
      return undefined;
    case 'price_up':
      return scaleStay(stay, 1 + PRICE_STEP);
    case 'price_down':
      return scaleStay(stay, 1 - PRICE_STEP);
    default:
      return stay;
  }
}

function scaleStay(stay: StatedStay, factor: number): StatedStay {
  const [first, ...others] = stay.rates;
  return { ...stay, rates: [scaleRate(first, factor), ...others.map((rate) => scaleRate(rate, factor))] };
}

/**
 * Moves a rate by a factor. The nights and the included taxes still add up to the total (each is what the running sum
 * grows by, so rounding is never more than a minor unit off), penalties move with it and never exceed it; what the
 * property collects beside the total stays.
 */
export function scaleRate(rate: StatedRate, factor: number): StatedRate {
  const total = shareOfMoney(rate.total, factor);
  let before = zeroMoney(total.currency);
  const scale = (amount: Money): Money => {
    const after = addMoney(before, amount);
    const scaled = subtractMoney(shareOfMoney(after, factor), shareOfMoney(before, factor));
    before = after;
    return scaled;
  };
  const taxes = rate.taxes.map((tax) => (tax.isIncluded ? { ...tax, amount: scale(tax.amount) } : tax));
  const nights = rate.nights.map((night) => ({ ...night, amount: scale(night.amount) }));
  return { ...rate, total, taxes, nights, cancellation: scaleSchedule(rate.cancellation, factor, total) };
}

function scaleSchedule(schedule: CancellationSchedule, factor: number, total: Money): CancellationSchedule {
  return schedule.map((step) => {
    const penalty = shareOfMoney(step.penalty, factor);
    return { ...step, penalty: penalty.value > total.value ? total : penalty };
  });
}
