import type { CheckedOffer } from '../../suppliers/calls/refused-offers.ts';
import type { StatedSchedule } from '../../travel/cancellation.ts';
import type { Money } from '../../travel/money.ts';
import type { HotelOffer, RateSum, StayHotel, StayQuery, StayRate, StayRoom, StayTax } from '../../travel/stay.ts';

type Supports = (currency: string) => boolean;

/**
 * Why a hotel or a rate is left at the door. `unreadable`: a field is missing or of another type. `rooms`: no rate is
 * left for one of the rooms wanted.
 */
type Refusal = 'unreadable' | 'place' | 'price' | 'currency' | 'no_rooms_left' | 'terms' | 'rooms';

/**
 * The check at the door of every supplier: what of a hotel can be ranked, shown and sold. A rate without a price, in a
 * currency that cannot be shown or with terms that cannot be read is left out, and the hotel with it only where none is
 * left for a room. What a supplier may leave unstated is no fault; nothing is mended. Of a supplier that states
 * `cheapestOfRooms` the sums are checked, because reading its lists here would make it write those of every hotel;
 * `hasValidRates` checks the lists of the hotels of a page.
 */
export function validateHotel(
  offer: HotelOffer,
  { rooms }: Pick<StayQuery, 'rooms'>,
  supports: Supports,
): CheckedOffer<HotelOffer> {
  try {
    const place = faultOfPlace(offer.hotel);
    if (place !== undefined) return { offer: undefined, refused: [place] };
    const sums = offer.cheapestOfRooms;
    if (sums === undefined) return validateLists(offer, rooms.length, supports);
    const fault = sums.length === rooms.length ? firstFault(sums, (sum) => faultOfSum(sum, supports)) : 'rooms';
    return fault === undefined ? { offer, refused: [] } : { offer: undefined, refused: [fault] };
  } catch {
    return { offer: undefined, refused: ['unreadable'] };
  }
}

/** Whether the rates of a hotel that passed the door by its sums can be presented. */
export function hasValidRates(offer: HotelOffer, supports: Supports): boolean {
  const sums = offer.cheapestOfRooms;
  if (sums === undefined) return true;
  try {
    return validateLists(offer, sums.length, supports).refused.length === 0;
  } catch {
    return false;
  }
}

function validateLists(offer: HotelOffer, count: number, supports: Supports): CheckedOffer<HotelOffer> {
  const lists = offer.ratesOfRooms;
  if (lists.length !== count) return { offer: undefined, refused: ['rooms'] };
  // Equal parties share one list: it is checked, and counted, once.
  const checked = new Map([...new Set(lists)].map((rates) => [rates, validateRates(rates, supports)]));
  const refused = [...checked.values()].flatMap((one) => one.refused);
  const valid = lists.map((rates) => checked.get(rates)?.valid ?? []);
  if (valid.some((rates) => rates.length === 0)) return { offer: undefined, refused: [...refused, 'rooms'] };
  return { offer: refused.length === 0 ? offer : { ...offer, ratesOfRooms: valid }, refused };
}

function validateRates(
  rates: readonly StayRate[],
  supports: Supports,
): { readonly valid: readonly StayRate[]; readonly refused: readonly Refusal[] } {
  const refused: Refusal[] = [];
  const valid = rates.filter((rate) => {
    const fault = readFault(() => faultOfRate(rate, supports));
    if (fault !== undefined) refused.push(fault);
    return fault === undefined;
  });
  return { valid, refused };
}

/** `unreadable` where the check throws: a field it reads is missing. */
function readFault(check: () => Refusal | undefined): Refusal | undefined {
  try {
    return check();
  } catch {
    return 'unreadable';
  }
}

function firstFault<T>(all: readonly T[], faultOf: (one: T) => Refusal | undefined): Refusal | undefined {
  for (const one of all) {
    const fault = faultOf(one);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfSum({ room, roomsLeft, currency, total, taxesBeside }: RateSum, supports: Supports) {
  if (room.length === 0) return 'unreadable';
  if (!isLeft(roomsLeft)) return 'no_rooms_left';
  return firstFault([total, ...taxesBeside], (value) => faultOfAmount({ value, currency }, supports));
}

function faultOfPlace(hotel: StayHotel): Refusal | undefined {
  const { hotelId, name, latitude, longitude, facilityIds } = hotel;
  if (hotelId.length === 0 || name.length === 0) return 'unreadable';
  if (![latitude, longitude].every(Number.isFinite)) return 'place';
  const areNumbers = [hotel.starRating, hotel.rating, hotel.reviewCount, hotel.hotelTypeId].every(isNumberIfStated);
  const areTexts = [hotel.zone, hotel.checkInFrom, hotel.checkOutUntil].every(isTextIfStated);
  return areNumbers && areTexts && (facilityIds === undefined || Array.isArray(facilityIds)) ? undefined : 'unreadable';
}

function faultOfRate(rate: StayRate, supports: Supports): Refusal | undefined {
  if (rate.rateKey.length === 0 || !isReadableRoom(rate.room)) return 'unreadable';
  if (!isLeft(rate.roomsLeft)) return 'no_rooms_left';
  return (
    faultOfAmount(rate.total, supports) ??
    firstFault(rate.taxes, (tax) => faultOfTax(tax, rate.total)) ??
    faultOfSchedule(rate.cancellation, rate.total)
  );
}

function isReadableRoom({ roomId, name, beds, maxOccupancy, amenities }: StayRoom): boolean {
  return (
    roomId.length > 0 &&
    name.length > 0 &&
    isTextIfStated(beds) &&
    isNumberIfStated(maxOccupancy) &&
    (amenities === undefined || Array.isArray(amenities))
  );
}

/** What is included is a part of the total; what the property collects may be in any currency. */
function faultOfTax({ amount, isIncluded }: StayTax, total: Money): Refusal | undefined {
  if (amount === undefined) return undefined;
  if (!isSum(amount)) return 'price';
  return isIncluded && amount.currency !== total.currency ? 'currency' : undefined;
}

function faultOfSchedule(schedule: StatedSchedule, total: Money): Refusal | undefined {
  if (schedule === 'unknown') return undefined;
  const areValid = schedule.every(
    ({ from, penalty }, index) =>
      Number.isFinite(from.getTime()) &&
      (index === 0 || from >= (schedule[index - 1]?.from ?? from)) &&
      isSum(penalty) &&
      penalty.currency === total.currency,
  );
  return areValid ? undefined : 'terms';
}

function faultOfAmount(amount: Money, supports: Supports): Refusal | undefined {
  if (!isSum(amount)) return 'price';
  return supports(amount.currency) ? undefined : 'currency';
}

function isSum({ value, currency }: Money): boolean {
  return Number.isSafeInteger(value) && value >= 0 && typeof currency === 'string';
}

function isLeft(roomsLeft: number | undefined): boolean {
  return roomsLeft === undefined || roomsLeft >= 1;
}

function isNumberIfStated(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

function isTextIfStated(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
