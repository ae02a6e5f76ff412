import {
  HOTEL_PICTURE_HEIGHT,
  HOTEL_PICTURE_WIDTH,
  type HotelPicture,
  hotelImageUrl,
  hotelPhotoUrl,
  hotelThumbnailUrl,
} from '../../offers/pictures/hotel-image.ts';
import { type PhotoTools, photoUrl, thumbnailUrl } from '../../offers/pictures/photo-url.ts';
import type { HotelContent, StayHotel, StayRoom } from '../../travel/stay.ts';
import { listPictures } from '../model/list-pictures.ts';

/** The pictures are drawings, and say so. */
const CAPTIONS: Readonly<Record<HotelPicture, string>> = {
  facade: 'The front of the house (drawing)',
  room: 'A room (drawing)',
  bathroom: 'A bathroom (drawing)',
  lobby: 'The lobby (drawing)',
  restaurant: 'The restaurant (drawing)',
  pool: 'The pool (drawing)',
  view: 'The view (drawing)',
};

/** The one picture of a hotel in lists: its supplier's photo, a drawing where those are ours to make, or null. */
export function presentMainPhoto(tools: PhotoTools, hotel: StayHotel) {
  const { publicUrl } = tools.config;
  if (hotel.photo === undefined)
    return { main_photo: hotelPhotoUrl(publicUrl, hotel), thumbnail: hotelThumbnailUrl(publicUrl, hotel) };
  return hotel.photo === 'none'
    ? { main_photo: null, thumbnail: null }
    : { main_photo: photoUrl(tools, hotel.photo.url), thumbnail: thumbnailUrl(tools, hotel.photo) };
}

/** All pictures of a hotel. Of a photo nobody has said how large it is. */
export function presentPhotos(tools: PhotoTools, { hotel, pictures, rooms, facilities }: HotelContent) {
  if ('photos' in pictures)
    return pictures.photos.map(({ url, caption }) => ({
      url: photoUrl(tools, url),
      description: caption ?? null,
      width: null,
      height: null,
    }));
  const drawn = listPictures({
    count: pictures.drawn,
    roomCount: rooms.length,
    facilities: facilities?.map(({ name }) => name) ?? [],
  });
  return drawn.map((name) => ({
    url: hotelImageUrl(tools.config.publicUrl, hotel, name),
    description: CAPTIONS[name.picture],
    width: HOTEL_PICTURE_WIDTH,
    height: HOTEL_PICTURE_HEIGHT,
  }));
}

/** The picture of a kind of room, the `number`th of its hotel. */
export function presentRoomPhoto(tools: PhotoTools, hotel: StayHotel, room: StayRoom, number: number): string | null {
  if (hotel.photo === undefined) return hotelImageUrl(tools.config.publicUrl, hotel, { picture: 'room', number });
  return room.photo === undefined ? null : photoUrl(tools, room.photo.url);
}
