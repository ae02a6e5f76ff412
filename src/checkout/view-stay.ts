import type { ItemCommonView, LaterPartView, RoomView, StayView } from '../../web/checkout/view-item.ts';
import type { Sealer } from '../platform/security/crypto.ts';
import { imagePath } from '../platform/security/image-path.ts';
import { daysBetween } from '../travel/dates.ts';
import { addMoney, type Money, sumMoney } from '../travel/money.ts';
import type { Stay, StayRate } from '../travel/stay.ts';
import type { StayItem } from '../trips/model/trip.ts';
import { ownPrice } from './model/own-price.ts';
import { viewCancellation } from './view-cancellation.ts';

/** The supplier that names rooms, beds, plans and taxes in words of a closed list: the built-in hotels. */
const STANDARD_NAMED = 'sandbox_hotels';

/** A hotel item for the hosted page, as of `now`. */
export function viewStay(
  item: StayItem,
  common: ItemCommonView,
  { now, sealer }: { readonly now: Date; readonly sealer?: Pick<Sealer, 'sign'> },
): StayView {
  const { hotel, checkIn, checkOut, rates } = item.stay;
  return {
    kind: 'hotel',
    ...common,
    hotelName: hotel.name,
    hasStandardNames: item.supplierId === STANDARD_NAMED,
    stars: hotel.starRating,
    address: hotel.address,
    town: hotel.cityName,
    country: hotel.country,
    checkIn,
    checkInFrom: hotel.checkInFrom,
    checkOut,
    checkOutUntil: hotel.checkOutUntil,
    nights: daysBetween(checkIn, checkOut),
    photoPath: sealer && photoOf(hotel, sealer),
    rooms: rates.map(viewRoom),
    price: ownPrice(common),
    laterParts: viewLaterParts(item.stay),
    cancellation: viewCancellation(item, now),
  };
}

/** The photo that the supplier named when the stay was bought. Drawings, which are ours, are no photos. */
function photoOf({ photo }: Stay['hotel'], sealer: Pick<Sealer, 'sign'>): string | undefined {
  if (photo === undefined || photo === 'none') return undefined;
  return imagePath(sealer, photo.thumbnailUrl ?? photo.url);
}

function viewRoom({ room, party, boardType, boardName, planName }: StayRate): RoomView {
  return {
    name: room.name,
    beds: room.beds,
    adults: party.adults,
    childrenAges: party.childrenAges,
    boardType,
    boardName,
    planName,
  };
}

/**
 * Rooms together, and each tax once for all of them; a tax of unknown amount by its name. One in another currency than
 * the rooms stands by itself.
 */
function viewLaterParts({ rates }: Stay): readonly LaterPartView[] {
  const currency = rates[0].total.currency;
  const rooms = sumMoney(
    rates.filter((rate) => rate.paymentType === 'pay_at_property').map((rate) => rate.total),
    currency,
  );
  const taxes = new Map<string, { readonly name: string; readonly amount: Money | undefined }>();
  for (const { description: name, amount, isIncluded } of rates.flatMap((rate) => rate.taxes)) {
    if (isIncluded || amount?.value === 0) continue;
    const key = JSON.stringify([name, amount?.currency]);
    const known = taxes.get(key)?.amount;
    taxes.set(key, { name, amount: known && amount ? addMoney(known, amount) : amount });
  }
  const charges = [...taxes.values()].map((tax): LaterPartView => ({ kind: 'charge', ...tax }));
  return rooms.value > 0 ? [{ kind: 'rooms', amount: rooms }, ...charges] : charges;
}
