import type { StayHotel } from '../../travel/stay.ts';

/** The subjects of hotel pictures. */
export const HOTEL_PICTURES = ['facade', 'room', 'bathroom', 'lobby', 'restaurant', 'pool', 'view'] as const;
export type HotelPicture = (typeof HOTEL_PICTURES)[number];

/** A picture of a hotel: its subject, and which of several of that subject, from 1. */
export interface HotelPictureName {
  readonly picture: HotelPicture;
  readonly number: number;
}

/** What decides a picture. It stands in the address, so that serving one calls no supplier. */
export type PicturedHotel = Pick<StayHotel, 'hotelId' | 'hotelTypeId' | 'starRating'>;

/** Pixels of a picture in full size. */
export const HOTEL_PICTURE_WIDTH = 960;
export const HOTEL_PICTURE_HEIGHT = 540;

/** Where a picture of a hotel is served (src/hotels/pictures/picture-page.ts). */
export function hotelImageUrl(publicUrl: string, hotel: PicturedHotel, { picture, number }: HotelPictureName): string {
  return `${publicUrl}/assets/hotels/${encodeURIComponent(hotel.hotelId)}/${fileOf(hotel, `${picture}-${number}`)}.svg`;
}

/** The front of the hotel in full size. */
export function hotelPhotoUrl(publicUrl: string, hotel: PicturedHotel): string {
  return hotelImageUrl(publicUrl, hotel, { picture: 'facade', number: 1 });
}

/** The front of the hotel at a third of its size. */
export function hotelThumbnailUrl(publicUrl: string, hotel: PicturedHotel): string {
  return `${publicUrl}/assets/hotels/${encodeURIComponent(hotel.hotelId)}/${fileOf(hotel, 'facade-1')}-small.svg`;
}

function fileOf({ hotelTypeId, starRating }: PicturedHotel, name: string): string {
  const type = hotelTypeId === undefined ? '' : `-t${hotelTypeId}`;
  return `${name}${type}${starRating === undefined ? '' : `-s${starRating}`}`;
}
