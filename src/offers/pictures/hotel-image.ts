import type { StayHotel } from '../../travel/stay.ts';

/** What a picture of a hotel shows. */
export const HOTEL_PICTURES = ['facade', 'room', 'bathroom', 'lobby', 'restaurant', 'pool', 'view'] as const;
export type HotelPicture = (typeof HOTEL_PICTURES)[number];

/** A picture of a hotel: what it shows, and which of several of that kind, from 1. */
export interface HotelPictureName {
  readonly picture: HotelPicture;
  readonly number: number;
}

/** All a drawing is made from; it stands in the address, so that a picture needs no supplier. */
export type PicturedHotel = Pick<StayHotel, 'hotelId' | 'hotelTypeId' | 'starRating'>;

/** Where a picture of a hotel is served (src/hotels/pictures/picture-page.ts). */
export function hotelImageUrl(publicUrl: string, hotel: PicturedHotel, { picture, number }: HotelPictureName): string {
  return `${publicUrl}/assets/hotels/${encodeURIComponent(hotel.hotelId)}/${fileOf(hotel, `${picture}-${number}`)}.svg`;
}

/** The front of the house, in full. */
export function hotelPhotoUrl(publicUrl: string, hotel: PicturedHotel): string {
  return hotelImageUrl(publicUrl, hotel, { picture: 'facade', number: 1 });
}

/** The same, small. */
export function hotelThumbnailUrl(publicUrl: string, hotel: PicturedHotel): string {
  return `${publicUrl}/assets/hotels/${encodeURIComponent(hotel.hotelId)}/${fileOf(hotel, 'facade-1')}-small.svg`;
}

function fileOf({ hotelTypeId, starRating }: PicturedHotel, name: string): string {
  return `${name}-t${hotelTypeId}-s${starRating}`;
}
