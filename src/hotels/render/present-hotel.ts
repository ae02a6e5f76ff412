import type { App } from '../../context.ts';
import { type FeeSubject, staySubject } from '../../pricing/model/fee-subject.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import type { Locale } from '../../travel/locale.ts';
import { addMoney, convertMoney, presentValue } from '../../travel/money.ts';
import {
  dueAtPropertyOfRate,
  type HotelContent,
  isAllDueStatedOfRate,
  payNowOfRate,
  type StayRate,
  type StayRoom,
} from '../../travel/stay.ts';
import type { SourcedRates } from '../card-rates.ts';
import type { HotelAnswer } from '../read-hotel.ts';
import { presentMainPhoto, presentPhotos, presentRoomPhoto } from './hotel-photos.ts';

/** How an answer is wanted. */
export interface HotelWording {
  readonly currency: string;
  readonly locale: Locale;
  /** What the organization adds to prices. */
  readonly fees: ServiceFees;
}

/** The answer of GET /v1/hotel_details/{hotel_id}. */
export function presentHotel(app: App, { supplierId, content, sources }: HotelAnswer, wording: HotelWording) {
  const { locale } = wording;
  const { hotel, rooms, facilities } = content;
  const places = app.places.inLanguage(locale);
  return {
    hotel: {
      hotel_id: hotel.hotelId,
      name: hotel.name,
      description: content.description ?? null,
      star_rating: hotel.starRating ?? null,
      hotel_type: { hotel_type_id: hotel.hotelTypeId ?? null, name: content.hotelTypeName ?? null },
      address: hotel.address,
      city: hotel.cityName,
      city_code: hotel.cityCode ?? null,
      country: hotel.country,
      country_name: places.country(hotel.country)?.name ?? hotel.country,
      time_zone: hotel.zone ?? null,
      coordinates: { latitude: hotel.latitude, longitude: hotel.longitude },
      ...presentMainPhoto(app, hotel),
      photos: presentPhotos(app, content),
      facilities: facilities?.map(({ facilityId, name }) => ({ facility_id: facilityId ?? null, name })) ?? null,
      policies: content.policies.map(({ title, text }) => ({ title, text })),
      checkin_time: hotel.checkInFrom ?? null,
      checkout_time: hotel.checkOutUntil ?? null,
      chain: presentChain(content),
      reviews: {
        rating: hotel.rating ?? null,
        count: hotel.reviewCount ?? null,
        breakdown: content.reviewBreakdown.map(({ category, rating }) => ({ category, rating })),
      },
    },
    rooms: listRooms(supplierId, rooms, sources).map(({ room, source }, index) => ({
      ...presentRoom(room),
      ...(source.supplierId !== supplierId && { provider: source.supplierId, provider_hotel_id: source.hotelId }),
      photo: presentRoomPhoto(app, hotel, room, index + 1),
      ...(sources !== undefined && {
        availability: presentAvailability(
          app,
          source.rates.filter((rate) => rate.room.roomId === room.roomId),
          wording,
          staySubject(source.supplierId, hotel),
        ),
      }),
    })),
  };
}

/** A chain that has none of our numbers is known by its name alone. */
function presentChain({ hotel: { chainId }, chainName }: HotelContent) {
  if (chainId === undefined && chainName === undefined) return null;
  return { chain_id: chainId ?? null, name: chainName ?? String(chainId) };
}

interface SourcedRoom {
  readonly room: StayRoom;
  readonly source: SourcedRates;
}

/** The rooms of the hotel's content, then those that are known by their rates alone: its own, then other suppliers'. */
function listRooms(
  supplierId: string,
  rooms: readonly StayRoom[],
  sources: readonly SourcedRates[] = [],
): readonly SourcedRoom[] {
  const own = sources.find((source) => source.supplierId === supplierId) ?? { supplierId, hotelId: '', rates: [] };
  const ofRates = sources.flatMap((source) => {
    const known = new Set(source === own ? rooms.map(({ roomId }) => roomId) : []);
    const sold = new Map(source.rates.map(({ room }) => [room.roomId, room]));
    return [...sold.values()].filter(({ roomId }) => !known.has(roomId)).map((room) => ({ room, source }));
  });
  return [...rooms.map((room) => ({ room, source: own })), ...ofRates];
}

/** A room as its supplier states it; null: not stated. */
export function presentRoom(room: StayRoom) {
  return {
    room_id: room.roomId,
    room_name: room.name,
    description: room.description ?? null,
    max_occupancy: room.maxOccupancy ?? null,
    max_adults: room.maxAdults ?? null,
    max_children: room.maxChildren ?? null,
    size_square_metres: room.sizeSquareMetres ?? null,
    beds: room.beds ?? null,
    amenities: room.amenities?.slice() ?? null,
  };
}

/** `from_price` is everything the guest pays for the stay, now and there, at the cheapest rate that states it. */
function presentAvailability(
  app: App,
  rates: readonly StayRate[],
  { currency, fees }: HotelWording,
  subject: FeeSubject,
) {
  const stated = rates.filter((rate) => isAllDueStatedOfRate(rate));
  const prices = (stated.length === 0 ? rates : stated).map((rate) => {
    const convert = (amount: StayRate['total']) =>
      convertMoney(amount, currency, app.rates.selling(amount.currency, currency).rate);
    const dueNow = convert(payNowOfRate(rate));
    const serviceFee = fees.feeOf(subject, dueNow);
    return { price: addMoney(dueNow, convert(dueAtPropertyOfRate(rate)), serviceFee), serviceFee };
  });
  const lowest = prices.toSorted((a, b) => a.price.value - b.price.value)[0];
  const left = rates.flatMap(({ roomsLeft }) => roomsLeft ?? []);
  return {
    is_available: rates.length > 0,
    from_price: lowest === undefined ? null : presentValue(lowest.price),
    ...(lowest !== undefined && lowest.serviceFee.value > 0 && { service_fee: presentValue(lowest.serviceFee) }),
    ...(lowest !== undefined && stated.length === 0 && { from_price_known: false as const }),
    rooms_left: rates.length > 0 && left.length === 0 ? null : Math.max(0, ...left),
    board_types: [...new Set(rates.flatMap(({ boardType }) => boardType ?? []))],
  };
}
