import { CONTACT, daysAhead } from '../faults/trip-journeys.ts';
import { hotelStays, lowestRate } from '../products/mixed-trips.ts';
import type { Answer, TestService } from '../service/service.ts';

/** What a search has found, as a platform asks for it. */
export interface FoundStay {
  readonly hotelId: string;
  readonly offerId: string;
  readonly checkin: string;
  readonly checkout: string;
}

/** The cheapest rate of a hotel of Lisbon for the first room; two equal rooms are sold at it as well. */
export async function findStay(
  service: Pick<TestService, 'call'>,
  rooms: readonly object[] = [{ adults: 1 }],
  { at = 0, ...more }: { readonly at?: number; readonly refundable_only?: boolean } = {},
): Promise<FoundStay> {
  const place = { city_name: 'Lisbon', country_code: 'PT' };
  const body = await hotelStays(service, place, rooms, { currency: 'EUR', ...more });
  return toFound(body.hotels[at]);
}

function toFound(hotel: Answer['body']): FoundStay {
  return {
    hotelId: hotel.hotel_id,
    offerId: lowestRate(hotel).offer_id,
    checkin: daysAhead(60),
    checkout: daysAhead(65),
  };
}

export const BOOKER = {
  first_name: 'Nellie',
  last_name: 'Bly',
  email: CONTACT.email,
  phone_number: CONTACT.phone,
};

/** A booking session of one stay, whose booker sleeps there unless guests are named. */
export function bookingOf({ hotelId, offerId, checkin, checkout }: FoundStay, more: object = {}): object {
  return {
    property: { id: hotelId },
    stays: [{ id: offerId, stay_dates: { start_date: checkin, end_date: checkout } }],
    booker: BOOKER,
    ...more,
  };
}

/** What a session is completed with. */
export function payWith(token: string): object {
  const credential = { type: 'shared_payment_token', token };
  return {
    payment: {
      instruments: [
        { id: 'i1', handler_id: 'shared_payment_token', type: 'shared_payment_token', selected: true, credential },
      ],
    },
  };
}

/** A rate of a hotel of Point Nemo, each of which does one thing; one that can be given back where it has one. */
export async function findScenario(
  service: Pick<TestService, 'call'>,
  name: string,
  currency = 'USD',
): Promise<FoundStay> {
  const body = await hotelStays(service, { hotel_ids: [`bhnemo-${name}`] }, [{ adults: 1 }], { currency });
  const [hotel] = body.hotels;
  const found = toFound(hotel);
  const rates: { offer_id: string; is_refundable: boolean }[] = hotel.rooms.flatMap(
    (room: { rates: unknown[] }) => room.rates,
  );
  return { ...found, offerId: rates.find((rate) => rate.is_refundable)?.offer_id ?? found.offerId };
}
