import type { FoundStays, HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import { addDays, daysBetween, instantOfLocal } from '../../../src/travel/dates.ts';
import { money, timesMoney } from '../../../src/travel/money.ts';
import type {
  BoardType,
  HotelContent,
  HotelOffer,
  RoomParty,
  StayHotel,
  StayQuery,
  StayRate,
  StayRoom,
} from '../../../src/travel/stay.ts';

/** A three-star house in Lisbon. */
export function aHotel(part: Partial<StayHotel> = {}): StayHotel {
  return {
    hotelId: 'few-1',
    name: 'Hotel Alfama',
    address: 'Rua Nova 1',
    cityCode: 'LIS',
    cityName: 'Lisbon',
    country: 'PT',
    latitude: 38.71,
    longitude: -9.13,
    zone: 'Europe/Lisbon',
    starRating: 3,
    rating: 8.1,
    reviewCount: 120,
    hotelTypeId: 1,
    chainId: 7,
    facilityIds: [1, 6],
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
    ...part,
  };
}

/** A double room for two adults and a child. */
export function aRoom(part: Partial<StayRoom> = {}): StayRoom {
  return {
    roomId: 'dbl',
    name: 'Double Room',
    description: 'A room with a "view".',
    maxOccupancy: 3,
    maxAdults: 2,
    maxChildren: 1,
    sizeSquareMetres: 20,
    beds: '1 double bed',
    amenities: ['Desk'],
    ...part,
  };
}

/** What one rate costs and allows; `night` in minor units of EUR. */
export interface Terms {
  readonly night: number;
  readonly board?: BoardType;
  readonly plan?: 'flexible' | 'fixed' | 'at_property';
  readonly room?: StayRoom;
  readonly roomsLeft?: number;
}

/** A rate of EUR 4.00 of VAT (included) and EUR 2.00 of city tax (not included) per adult and night. */
export function aRate(
  hotelId: string,
  terms: Terms,
  party: RoomParty,
  { checkIn, checkOut }: Pick<StayQuery, 'checkIn' | 'checkOut'>,
): StayRate {
  const { night, board = 'RO', plan = 'flexible', room = aRoom(), roomsLeft = 5 } = terms;
  const count = daysBetween(checkIn, checkOut);
  const vat = money(400 * count, 'EUR');
  const nights = Array.from({ length: count }, (_, index) => ({
    date: addDays(checkIn, index),
    amount: money(night, 'EUR'),
  }));
  const total = money(night * count + vat.value, 'EUR');
  const free = instantOfLocal(`${addDays(checkIn, -3)}T18:00:00`, 'Europe/Lisbon');
  return {
    rateKey: [hotelId, room.roomId, board, plan, checkIn, checkOut, party.adults, ...party.childrenAges].join('~'),
    room,
    party,
    boardType: board,
    planName: plan,
    paymentType: plan === 'at_property' ? 'pay_at_property' : 'pay_now',
    total,
    nights,
    taxes: [
      { description: 'VAT', amount: vat, isIncluded: true },
      { description: 'City tax', amount: timesMoney(money(200 * party.adults, 'EUR'), count), isIncluded: false },
    ],
    isRefundable: plan !== 'fixed',
    cancellation:
      plan === 'fixed'
        ? [{ from: new Date('2026-01-01T00:00:00Z'), penalty: total, basis: 'percent' }]
        : [
            { from: free, penalty: money(night, 'EUR'), basis: 'nights' },
            { from: instantOfLocal(`${checkIn}T15:00:00`, 'Europe/Lisbon'), penalty: total, basis: 'percent' },
          ],
    roomsLeft,
  };
}

/** A hotel and all it sells. */
export interface House {
  readonly hotel: StayHotel;
  readonly terms: readonly Terms[];
  readonly expiresAt?: Date;
}

const FAMILY = aRoom({ roomId: 'fam', name: 'Family Room', maxOccupancy: 4, maxAdults: 2, maxChildren: 2 });
/** Five houses: three in Lisbon, one in Porto, one in Lyon. */
export const HOUSES: readonly House[] = [
  {
    hotel: aHotel(),
    terms: [
      { night: 10_000 },
      { night: 12_000, board: 'BB' },
      { night: 9_000, plan: 'fixed' },
      { night: 15_000, room: FAMILY, roomsLeft: 1 },
    ],
  },
  {
    hotel: aHotel({
      hotelId: 'few-2',
      name: 'Grand Hotel Bellevue',
      starRating: 5,
      rating: 9.2,
      reviewCount: 900,
      chainId: undefined,
      hotelTypeId: 10,
      facilityIds: [1],
      latitude: 38.72,
      longitude: -9.16,
    }),
    terms: [
      { night: 30_000, board: 'BB' },
      { night: 33_000, board: 'HB', plan: 'at_property' },
    ],
  },
  {
    hotel: aHotel({
      hotelId: 'few-3',
      name: 'Casa Rossio',
      starRating: 4,
      rating: 7.4,
      reviewCount: 15,
      chainId: 8,
      facilityIds: [6],
      latitude: 38.8,
      longitude: -9.2,
    }),
    terms: [
      { night: 8_000, roomsLeft: 1 },
      { night: 11_000, board: 'HB', room: FAMILY },
    ],
  },
  {
    hotel: aHotel({
      hotelId: 'few-4',
      name: 'Ribeira Inn',
      cityCode: 'OPO',
      cityName: 'Porto',
      latitude: 41.15,
      longitude: -8.61,
    }),
    terms: [{ night: 7_000 }],
  },
  {
    hotel: aHotel({
      hotelId: 'few-5',
      name: 'Hôtel des Brotteaux',
      cityCode: 'LYS',
      cityName: 'Lyon',
      country: 'FR',
      latitude: 45.767,
      longitude: 4.86,
      zone: 'Europe/Paris',
    }),
    terms: [{ night: 9_500, board: 'BI' }],
  },
];

/** A supplier of these houses. It knows nothing of filters: that is for the service. `changes` replace what it does. */
export function aHotelSupplier(houses: readonly House[] = HOUSES, changes: Partial<HotelSupplier> = {}): HotelSupplier {
  const never = async () => await Promise.reject(new Error('Nobody books here.'));
  return {
    isSearchedFreely: true,
    id: 'few',
    name: 'Few Hotels',
    search: async (query) => findStays(houses, query),
    hotel: async (hotelId) => contentOf(houses.find(({ hotel }) => hotel.hotelId === hotelId)),
    suggest: (text, limit) =>
      houses
        .map(({ hotel }) => hotel)
        .filter(({ name, cityName }) =>
          `${name} ${cityName}`.toLowerCase().includes(text.toLowerCase().split(' ')[0] ?? ''),
        )
        .slice(0, limit),
    getStay: never,
    price: never,
    book: never,
    lookUp: never,
    cancel: never,
    ...changes,
  };
}

/** What these houses have for a query. */
export function findStays(houses: readonly House[], query: StayQuery): FoundStays {
  const hotels = houses
    .filter(({ hotel }) => isThere(hotel, query))
    .flatMap(({ hotel, terms, expiresAt }): readonly HotelOffer[] => {
      const ratesOfRooms = query.rooms.map((party) =>
        terms
          .filter(
            ({ room = aRoom() }) =>
              party.adults <= (room.maxAdults ?? 0) &&
              party.childrenAges.length <= (room.maxChildren ?? 0) &&
              party.adults + party.childrenAges.length <= (room.maxOccupancy ?? 0),
          )
          .map((one) => aRate(hotel.hotelId, one, party, query)),
      );
      return ratesOfRooms.every((rates) => rates.length > 0)
        ? [{ hotel, ratesOfRooms, ...(expiresAt ? { expiresAt } : {}) }]
        : [];
    });
  return { hotels: hotels.slice(0, query.hotelsMax), omitted: Math.max(0, hotels.length - query.hotelsMax) };
}

function isThere(hotel: StayHotel, { place }: StayQuery): boolean {
  switch (place.kind) {
    case 'city':
      return hotel.cityCode === place.cityCode;
    case 'country':
      return hotel.country === place.country;
    case 'hotels':
      return place.hotelIds.includes(hotel.hotelId);
    case 'supplier_place':
      return false;
    // A degree of latitude is 111 km; near enough for houses that are far apart.
    case 'around':
      return (
        Math.hypot(
          hotel.latitude - place.latitude,
          (hotel.longitude - place.longitude) * Math.cos((hotel.latitude * Math.PI) / 180),
        ) *
          111 <=
        place.radiusKm
      );
    default:
      return place satisfies never;
  }
}

function contentOf(house: House | undefined): HotelContent | undefined {
  if (!house) return undefined;
  const rooms = [...new Map(house.terms.map(({ room = aRoom() }) => [room.roomId, room])).values()];
  return {
    hotel: house.hotel,
    description: 'A house on a hill.',
    chainName: house.hotel.chainId === undefined ? undefined : 'Chain Seven',
    hotelTypeName: 'Hotel',
    facilities: [
      { facilityId: 1, name: 'Free Wi-Fi' },
      { facilityId: 6, name: 'Swimming pool' },
    ],
    policies: [{ title: 'Check-in', text: 'From 15:00.' }],
    reviewBreakdown: [{ category: 'Location', rating: 8.8 }],
    rooms,
    pictures: { drawn: 6 },
  };
}
