import {
  HOTEL_PICTURE_HEIGHT,
  HOTEL_PICTURE_WIDTH,
  type HotelPicture,
  type HotelPictureName,
} from '../../offers/pictures/hotel-image.ts';
import { getPicture, pickIndex } from '../../offers/pictures/static-picture.ts';

/** How many versions of each front `web/pictures/hotel-fronts` has, and of everything else `web/pictures/hotels`. */
const FRONT_VERSIONS = 2;
const VERSIONS: Readonly<Record<Exclude<HotelPicture, 'facade'>, number>> = {
  room: 4,
  bathroom: 2,
  lobby: 2,
  restaurant: 2,
  pool: 2,
  view: 2,
};

/** Fronts by the hotel type ids of the built-in world; any other type is a tower or a block by its stars. */
const FRONT_OF_TYPE: Readonly<Record<number, string>> = {
  2: 'balconies',
  3: 'house',
  4: 'resort',
  5: 'house',
  6: 'ryokan',
  7: 'riad',
  8: 'house',
  9: 'motel',
  10: 'mansard',
};
const TOWER_STARS_MIN = 4;
const THUMBNAIL_DIVISOR = 3;

/** What decides the picture. */
export interface HotelPictureRequest extends HotelPictureName {
  readonly hotelId: string;
  readonly hotelTypeId: number | undefined;
  readonly starRating: number | undefined;
  readonly isSmall: boolean;
}

/** An SVG of the hotel's type, always equal for equal requests. A drawing, not a likeness. */
export function hotelPicture(request: HotelPictureRequest): string {
  const svg = getPicture(nameOf(request));
  if (!request.isSmall) return svg;
  const small = [HOTEL_PICTURE_WIDTH, HOTEL_PICTURE_HEIGHT].map((pixels) => pixels / THUMBNAIL_DIVISOR);
  return svg.replace(
    `width="${HOTEL_PICTURE_WIDTH}" height="${HOTEL_PICTURE_HEIGHT}"`,
    `width="${small[0]}" height="${small[1]}"`,
  );
}

function nameOf({ hotelId, hotelTypeId, starRating, picture, number }: HotelPictureRequest): string {
  if (picture === 'facade') {
    const front = FRONT_OF_TYPE[hotelTypeId ?? 0] ?? ((starRating ?? 0) >= TOWER_STARS_MIN ? 'tower' : 'block');
    return `hotel-fronts/${front}-${pickIndex(`${hotelId} ${number}`, FRONT_VERSIONS) + 1}`;
  }
  // Counting on from the hotel's own first version shows a hotel's first four rooms in four different pictures.
  const versions = VERSIONS[picture];
  return `hotels/${picture}-${((pickIndex(hotelId, versions) + number) % versions) + 1}`;
}
