import type { HotelOffer, StayHotel, StayRate } from './stay.ts';

/**
 * Suppliers may answer hotels, rates and offers whose fields are written when they are read; a copy made by spreading
 * such a one lacks them. These copy every field: for what is kept, compared, stored or copied with a change.
 */
export function plainHotelOffer({ hotel, ratesOfRooms, expiresAt }: HotelOffer): HotelOffer {
  return {
    hotel: plainHotel(hotel),
    ratesOfRooms: ratesOfRooms.map((rates) => rates.map(plainRate)),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** The same of a hotel. */
export function plainHotel(hotel: StayHotel): StayHotel {
  const {
    hotelId,
    name,
    address,
    cityCode,
    cityName,
    country,
    latitude,
    longitude,
    zone,
    starRating,
    rating,
    reviewCount,
    hotelTypeId,
    chainId,
    facilityIds,
    checkInFrom,
    checkOutUntil,
  } = hotel;
  return {
    hotelId,
    name,
    address,
    cityCode,
    cityName,
    country,
    latitude,
    longitude,
    zone,
    starRating,
    rating,
    reviewCount,
    hotelTypeId,
    chainId,
    facilityIds,
    checkInFrom,
    checkOutUntil,
  };
}

/** The same of a rate. */
export function plainRate({
  rateKey,
  room,
  party,
  boardType,
  planName,
  paymentType,
  total,
  nights,
  taxes,
  isRefundable,
  cancellation,
  roomsLeft,
}: StayRate): StayRate {
  return {
    rateKey,
    room,
    party,
    boardType,
    planName,
    paymentType,
    total,
    nights,
    taxes,
    isRefundable,
    cancellation,
    roomsLeft,
  };
}
