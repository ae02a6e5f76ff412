import { daysBetween } from '../../travel/dates.ts';
import { majorUnits, presentAmount, presentValue } from '../../travel/money.ts';
import {
  type BoardType,
  dueAtProperty,
  isAllDueStated,
  payNowOfStay,
  type Stay,
  type StayRate,
  type StayTax,
} from '../../travel/stay.ts';
import { presentCancellation } from './present-cancellation.ts';
import { describeDay } from './describe-flight.ts';

/** Boards in plain English. */
export const BOARD_NAMES = {
  RO: 'Room only',
  BI: 'Breakfast included',
  BB: 'Bed and breakfast',
  HB: 'Half board',
  FB: 'Full board',
  AI: 'All inclusive',
} as const satisfies Record<BoardType, string>;

/**
 * One line a person understands: `Hotel Miramar, Lisbon: 5 nights, 3 Oct – 8 Oct 2026, 2 rooms: Double, Bed and
 * breakfast; Twin, Room only`.
 */
export function describeStay({ hotel, checkIn, checkOut, rates }: Stay): string {
  const nights = daysBetween(checkIn, checkOut);
  const isOneYear = checkIn.slice(0, 4) === checkOut.slice(0, 4);
  const from = isOneYear ? describeDay(checkIn) : `${describeDay(checkIn)} ${checkIn.slice(0, 4)}`;
  const kinds = Map.groupBy(rates, (rate) => [rate.room.name, boardNameOf(rate)].filter(Boolean).join(', '));
  const rooms = [...kinds].map(([name, equal]) => (equal.length === 1 ? name : `${equal.length} × ${name}`));
  const count = rates.length === 1 ? '' : `${rates.length} rooms: `;
  return `${hotel.name}, ${hotel.cityName}: ${nights} night${nights === 1 ? '' : 's'}, ${from} – ${describeDay(checkOut)} ${checkOut.slice(0, 4)}, ${count}${rooms.join('; ')}`;
}

/** The board in English: ours, else the supplier's word; undefined where it states none. */
function boardNameOf({ boardType, boardName }: StayRate): string | undefined {
  return boardType === undefined ? boardName : BOARD_NAMES[boardType];
}

/** `details` of a hotel in a trip or a booking. */
export function presentStayDetails(stay: Stay): Record<string, unknown> {
  const { hotel, checkIn, checkOut, rates } = stay;
  return {
    hotel: {
      hotel_id: hotel.hotelId,
      name: hotel.name,
      address: hotel.address,
      city: hotel.cityName,
      country: hotel.country,
      latitude: hotel.latitude,
      longitude: hotel.longitude,
      star_rating: hotel.starRating ?? null,
      rating: hotel.rating ?? null,
      review_count: hotel.reviewCount ?? null,
    },
    checkin: checkIn,
    checkout: checkOut,
    nights: daysBetween(checkIn, checkOut),
    checkin_time: hotel.checkInFrom ?? null,
    checkout_time: hotel.checkOutUntil ?? null,
    rooms: rates.map(presentRate),
    pay_now: presentAmount(payNowOfStay(stay)),
    ...(isAllDueStated(stay)
      ? { due_at_property: presentAmount(dueAtProperty(stay)) }
      : { due_at_property: null, due_at_property_known: false }),
  };
}

function presentRate(rate: StayRate): Record<string, unknown> {
  const { room, party, total } = rate;
  return {
    room_id: room.roomId,
    room_name: room.name,
    beds: room.beds ?? null,
    max_occupancy: room.maxOccupancy ?? null,
    occupancy: { adults: party.adults, children_ages: party.childrenAges },
    board_type: rate.boardType ?? null,
    board_name: boardNameOf(rate) ?? null,
    plan_name: rate.planName ?? null,
    payment_types: [rate.paymentType],
    currency: total.currency,
    total_amount: majorUnits(total),
    total_amount_money: presentValue(total),
    is_refundable: rate.isRefundable ?? null,
    ...presentCancellation(rate.cancellation),
    taxes_breakdown: rate.taxes.map(presentTax),
  };
}

function presentTax({ description, amount, isIncluded: included }: StayTax) {
  if (amount === undefined)
    return { description, amount: null, currency: null, included, amount_money: null, amount_known: false };
  return {
    description,
    amount: majorUnits(amount),
    currency: amount.currency,
    included,
    amount_money: presentValue(amount),
  };
}
