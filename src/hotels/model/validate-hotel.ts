import type { Money } from '../../travel/money.ts';
import type { HotelOffer, RateSum, StayHotel, StayQuery, StayRate } from '../../travel/stay.ts';

type Supports = (currency: string) => boolean;

/**
 * The check at the door of every supplier: whether a hotel has what ranking and presenting it needs, so that one broken
 * hotel does not cost the others. Of a supplier that states `cheapestOfRooms` the sums are checked, because reading its
 * lists here would make it write those of every hotel; `hasValidRates` checks the lists of the hotels of a page.
 */
export function isValidHotel(offer: HotelOffer, { rooms }: Pick<StayQuery, 'rooms'>, supports: Supports): boolean {
  return passes(() => {
    if (!isSoundPlace(offer.hotel)) return false;
    const sums = offer.cheapestOfRooms;
    if (sums === undefined) return areSoundLists(offer.ratesOfRooms, rooms.length, supports);
    return sums.length === rooms.length && sums.every((sum) => isSoundSum(sum, supports));
  });
}

/** Whether the rates of a hotel that passed the door by its sums can be presented. */
export function hasValidRates(offer: HotelOffer, supports: Supports): boolean {
  const sums = offer.cheapestOfRooms;
  return sums === undefined || passes(() => areSoundLists(offer.ratesOfRooms, sums.length, supports));
}

/** False where the check throws: a field it reads is missing. */
function passes(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function areSoundLists(lists: HotelOffer['ratesOfRooms'], count: number, supports: Supports): boolean {
  return (
    lists.length === count &&
    lists.every((rates) => rates.length > 0 && rates.every((rate) => isSoundRate(rate, supports)))
  );
}

function isSoundSum({ room, roomsLeft, currency, total, taxesBeside }: RateSum, supports: Supports): boolean {
  return (
    room.length > 0 &&
    roomsLeft >= 1 &&
    supports(currency) &&
    [total, ...taxesBeside].every((value) => Number.isSafeInteger(value) && value >= 0)
  );
}

function isSoundPlace({ hotelId, name, latitude, longitude, starRating, rating, zone }: StayHotel): boolean {
  return (
    hotelId.length > 0 &&
    name.length > 0 &&
    zone.length > 0 &&
    [latitude, longitude, starRating, rating].every(Number.isFinite)
  );
}

function isSoundRate(rate: StayRate, supports: Supports): boolean {
  const amounts = [
    rate.total,
    ...rate.taxes.map(({ amount }) => amount),
    ...rate.cancellation.map(({ penalty }) => penalty),
  ];
  const isOrdered = rate.cancellation.every(
    ({ from }, index) =>
      Number.isFinite(from.getTime()) && (index === 0 || from >= (rate.cancellation[index - 1]?.from ?? from)),
  );
  return (
    rate.rateKey.length > 0 &&
    rate.room.roomId.length > 0 &&
    rate.roomsLeft >= 1 &&
    isOrdered &&
    amounts.every((amount) => isSoundAmount(amount, supports))
  );
}

function isSoundAmount({ value, currency }: Money, supports: Supports): boolean {
  return Number.isSafeInteger(value) && value >= 0 && supports(currency);
}
