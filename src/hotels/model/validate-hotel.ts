import type { Money } from '../../travel/money.ts';
import type { HotelOffer, StayHotel, StayQuery, StayRate } from '../../travel/stay.ts';

type Supports = (currency: string) => boolean;

/** Whether everything an answer is written from is there and makes sense: one broken hotel must not cost the others. */
export function isValidHotel(offer: HotelOffer, query: Pick<StayQuery, 'rooms'>, supports: Supports): boolean {
  try {
    const lists = offer.ratesOfRooms;
    return (
      isSoundPlace(offer.hotel) &&
      lists.length === query.rooms.length &&
      lists.every((rates) => rates.length > 0 && rates.every((rate) => isSoundRate(rate, supports)))
    );
  } catch {
    // A field that is not there at all: whatever reading it threw, the hotel cannot be shown.
    return false;
  }
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
