import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import {
  dueAtProperty,
  type HotelContent,
  type HotelOffer,
  type Stay,
  type StayHotel,
  type StayRate,
  type StayRoom,
} from '../../../src/travel/stay.ts';

/** A supplier that sells what another sells and states nothing it may leave out: no stars, meals, terms, taxes … */
export function sparseHotels(real: HotelSupplier): HotelSupplier {
  return {
    ...real,
    async search(query, context) {
      const { hotels, omitted } = await real.search(query, context);
      return { hotels: hotels.map(sparseOffer), omitted };
    },
    async hotel(hotelId, context) {
      const content = await real.hotel(hotelId, context);
      return content && sparseContent(content);
    },
    async getStay(rateKeys, context) {
      const stay = await real.getStay(rateKeys, context);
      return stay && sparseStay(stay);
    },
    async price(rateKeys, context) {
      const outcome = await real.price(rateKeys, context);
      return outcome.kind === 'priced' ? { kind: 'priced', stay: sparseStay(outcome.stay) } : outcome;
    },
    /** The other supplier wants to be told what its property collects, which nobody here was told. */
    async book(request, context) {
      const outcome = await real.price(request.rateKeys, context);
      const dueLater = outcome.kind === 'priced' ? dueAtProperty(outcome.stay) : request.dueLater;
      return await real.book({ ...request, dueLater }, context);
    },
  };
}

function sparseOffer({ hotel, ratesOfRooms }: HotelOffer): HotelOffer {
  return { hotel: sparseHotel(hotel), ratesOfRooms: ratesOfRooms.map((rates) => rates.map(sparseRate)) };
}

function sparseStay({ hotel, checkIn, checkOut, rates: [first, ...others] }: Stay): Stay {
  return { hotel: sparseHotel(hotel), checkIn, checkOut, rates: [sparseRate(first), ...others.map(sparseRate)] };
}

function sparseHotel({ hotelId, name, address, cityName, country, latitude, longitude }: StayHotel): StayHotel {
  return {
    hotelId,
    name,
    address,
    cityName,
    country,
    latitude,
    longitude,
    cityCode: undefined,
    zone: undefined,
    starRating: undefined,
    rating: undefined,
    reviewCount: undefined,
    hotelTypeId: undefined,
    chainId: undefined,
    facilityIds: undefined,
    checkInFrom: undefined,
    checkOutUntil: undefined,
  };
}

/** Meals go by a word of its own; what is not included goes by its name alone. */
function sparseRate({ rateKey, room, party, boardType, paymentType, total, taxes }: StayRate): StayRate {
  return {
    rateKey,
    party,
    paymentType,
    total,
    room: sparseRoom(room),
    boardType: undefined,
    ...(boardType !== 'RO' && { boardName: 'Continental morning' }),
    planName: undefined,
    nights: undefined,
    taxes: taxes
      .filter(({ isIncluded }) => !isIncluded)
      .map(({ description, isIncluded }) => ({ description, isIncluded, amount: undefined })),
    isRefundable: undefined,
    cancellation: 'unknown',
    roomsLeft: undefined,
  };
}

function sparseRoom({ roomId, name }: StayRoom): StayRoom {
  return {
    roomId,
    name,
    description: undefined,
    maxOccupancy: undefined,
    maxAdults: undefined,
    maxChildren: undefined,
    sizeSquareMetres: undefined,
    beds: undefined,
    amenities: undefined,
  };
}

function sparseContent({ hotel, policies, rooms }: HotelContent): HotelContent {
  return {
    hotel: sparseHotel(hotel),
    description: undefined,
    chainName: undefined,
    hotelTypeName: undefined,
    facilities: undefined,
    policies,
    reviewBreakdown: [],
    rooms: rooms.map(sparseRoom),
    pictures: { drawn: 3 },
  };
}
