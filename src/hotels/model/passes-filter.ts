import type { StayFilter, StayHotel } from '../../travel/stay.ts';

/** Whether a hotel is one of those looked for. What its suppliers do not state passes no filter for it. */
export function passesFilter(only: StayFilter, hotel: StayHotel): boolean {
  const { chainIds, facilityIds, hotelTypeIds, starRatings, ratingMin, reviewsMin } = only;
  return (
    isOneOf(chainIds, hotel.chainId) &&
    facilityIds.every((id) => hotel.facilityIds?.includes(id)) &&
    isOneOf(hotelTypeIds, hotel.hotelTypeId) &&
    isOneOf(starRatings, hotel.starRating) &&
    (ratingMin === undefined || (hotel.rating ?? Number.NEGATIVE_INFINITY) >= ratingMin) &&
    (reviewsMin === undefined || (hotel.reviewCount ?? Number.NEGATIVE_INFINITY) >= reviewsMin)
  );
}

function isOneOf(wanted: readonly number[], value: number | undefined): boolean {
  return wanted.length === 0 || (value !== undefined && wanted.includes(value));
}
