import type { ItemCommonView, LaterPartView, RoomView, StayView } from '../../web/checkout/view.ts';
import { daysBetween } from '../travel/dates.ts';
import { addMoney, type Money, sumMoney } from '../travel/money.ts';
import type { Stay, StayRate } from '../travel/stay.ts';
import type { StayItem } from '../trips/model/trip.ts';
import { viewCancellation } from './view-cancellation.ts';

/** A hotel item for the hosted page, as of `now`. */
export function viewStay(item: StayItem, common: ItemCommonView, now: Date): StayView {
  const { hotel, checkIn, checkOut, rates } = item.stay;
  return {
    kind: 'hotel',
    ...common,
    hotelName: hotel.name,
    stars: hotel.starRating,
    address: hotel.address,
    checkIn,
    checkInFrom: hotel.checkInFrom,
    checkOut,
    checkOutUntil: hotel.checkOutUntil,
    nights: daysBetween(checkIn, checkOut),
    rooms: rates.map(viewRoom),
    laterParts: viewLaterParts(item.stay),
    cancellation: viewCancellation(item, now),
  };
}

function viewRoom({ room, party, boardType, planName }: StayRate): RoomView {
  return {
    name: room.name,
    beds: room.beds,
    adults: party.adults,
    childrenAges: party.childrenAges,
    boardType,
    planName,
  };
}

/** Rooms together, and each tax once for all of them. */
function viewLaterParts({ rates }: Stay): readonly LaterPartView[] {
  const currency = rates[0].total.currency;
  const rooms = sumMoney(
    rates.filter((rate) => rate.paymentType === 'pay_at_property').map((rate) => rate.total),
    currency,
  );
  const taxes = new Map<string, Money>();
  for (const { description, amount, isIncluded } of rates.flatMap((rate) => rate.taxes)) {
    const known = taxes.get(description);
    if (!isIncluded && amount.value > 0) taxes.set(description, known ? addMoney(known, amount) : amount);
  }
  const charges = [...taxes].map(([name, amount]): LaterPartView => ({ kind: 'charge', name, amount }));
  return rooms.value > 0 ? [{ kind: 'rooms', amount: rooms }, ...charges] : charges;
}
