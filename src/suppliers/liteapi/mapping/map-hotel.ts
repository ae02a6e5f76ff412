import type { StayHotel, StayPhoto } from '../../../travel/stay.ts';
import type { WireHotel } from './wire-rates.ts';

/** Begins our ids of LiteAPI's hotels: no other supplier's do. */
const PREFIX = 'lta_';
/** An address of ours holds it, with a signature, in one part of at most 512 characters. */
const PHOTO_URL_LENGTH_MAX = 360;

/** Our id of a hotel of LiteAPI. */
export function toHotelId(id: string): string {
  return `${PREFIX}${id}`;
}

/** LiteAPI's id of a hotel; undefined for an id of another supplier. */
export function readHotelId(hotelId: string): string | undefined {
  return hotelId.startsWith(PREFIX) && hotelId.length > PREFIX.length ? hotelId.slice(PREFIX.length) : undefined;
}

/** A hotel as searches show it; undefined where it cannot be placed on a map. 0,0 is how a place is left out. */
export function mapHotel(hotel: WireHotel): StayHotel | undefined {
  const { id, name, latitude, longitude, rating, stars, review_count: reviews } = hotel;
  if (latitude == null || longitude == null || (latitude === 0 && longitude === 0)) return undefined;
  const hasRating = typeof rating === 'number' && rating > 0 && rating <= 10;
  return {
    hotelId: toHotelId(id),
    name,
    address: hotel.address ?? '',
    cityCode: undefined,
    cityName: hotel.city_name ?? hotel.city ?? '',
    country: (hotel.country_code ?? hotel.country ?? '').toUpperCase(),
    latitude,
    longitude,
    zone: undefined,
    starRating: typeof stars === 'number' && stars >= 1 && stars <= 5 ? stars : undefined,
    rating: hasRating ? Math.round(rating * 10) / 10 : undefined,
    reviewCount: hasRating && typeof reviews === 'number' && reviews >= 0 ? reviews : undefined,
    hotelTypeId: undefined,
    chainId: undefined,
    facilityIds: undefined,
    checkInFrom: undefined,
    checkOutUntil: undefined,
    photo: mainPhotoOf(hotel) ?? 'none',
  };
}

function mainPhotoOf({ main_photo: url, thumbnail }: WireHotel): StayPhoto | undefined {
  const photo = toPhoto(url);
  const small = toPhoto(thumbnail)?.url;
  return photo && { ...photo, ...(small === undefined || small === photo.url ? {} : { thumbnailUrl: small }) };
}

/** A photo by its address; undefined for a text that is none. */
export function toPhoto(url: string | null | undefined, caption?: string | null): StayPhoto | undefined {
  if (url == null || url.length > PHOTO_URL_LENGTH_MAX || !URL.canParse(url)) return undefined;
  if (!/^https?:/i.test(url)) return undefined;
  return { url, ...(caption ? { caption } : {}) };
}
