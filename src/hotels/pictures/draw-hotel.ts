import { Variation } from '../../offers/pictures/draw-svg.ts';
import type { HotelPictureName } from '../../offers/pictures/hotel-image.ts';
import { drawBathroom, drawLobby, drawRestaurant, drawRoom } from './draw-interior.ts';
import { drawPool, drawView } from './draw-outside.ts';
import { drawFacade } from './draw-facade.ts';

/** Pixels of a picture in full. */
export const PICTURE_WIDTH = 960;
export const PICTURE_HEIGHT = 540;
/** A thumbnail is the same drawing at a third. */
const SMALL = 3;

/** What a drawing of a hotel is made from. */
export interface DrawnHotel extends HotelPictureName {
  readonly hotelId: string;
  readonly hotelTypeId: number;
  readonly starRating: number;
  readonly isSmall: boolean;
}
/** Colours of a house, the same in all its pictures. */
export interface HotelPalette {
  readonly wall: string;
  readonly shade: string;
  readonly trim: string;
  readonly roof: string;
  readonly accent: string;
  readonly skyTop: string;
  readonly skyLow: string;
}

type Wall = Pick<HotelPalette, 'wall' | 'shade' | 'trim' | 'roof'>;
const WALLS: readonly [Wall, ...Wall[]] = [
  { wall: '#f1e4cf', shade: '#d9c3a0', trim: '#fff8ea', roof: '#8d5038' },
  { wall: '#e8dcd5', shade: '#c9b3a9', trim: '#fbf6f3', roof: '#5c5a63' },
  { wall: '#f6cfa6', shade: '#dda676', trim: '#fff1de', roof: '#9c4a34' },
  { wall: '#cfd9dc', shade: '#a9bac0', trim: '#f3f7f8', roof: '#43545e' },
  { wall: '#f3d9dc', shade: '#d8aeb5', trim: '#fff6f7', roof: '#6d4653' },
  { wall: '#dfe5cf', shade: '#b8c49c', trim: '#f8faf0', roof: '#5d6b46' },
];
const ACCENTS = ['#1f6f78', '#b5483a', '#2f4b7c', '#8a5a9e', '#c58b1b', '#3f7d4e'] as const;
const SKIES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['#6db3e8', '#e6f4fb'],
  ['#4a8fc7', '#cfe8f5'],
  ['#f0a868', '#fde9c9'],
  ['#5a6fb5', '#f3c7b0'],
  ['#7cc3c9', '#eef8ee'],
];

/** A picture of a hotel, always the same for its name. A drawing, not a likeness. */
export function drawHotel(hotel: DrawnHotel): string {
  const palette = paletteOf(hotel.hotelId);
  const vary = new Variation(`${hotel.hotelId} ${hotel.picture} ${hotel.number}`);
  const [width, height] = hotel.isSmall
    ? [PICTURE_WIDTH / SMALL, PICTURE_HEIGHT / SMALL]
    : [PICTURE_WIDTH, PICTURE_HEIGHT];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}" width="${width}" height="${height}" role="img"><title>${TITLES[hotel.picture]}</title>` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.skyTop}"/><stop offset="1" stop-color="${palette.skyLow}"/></linearGradient></defs>` +
    `${drawScene(hotel, palette, vary)}</svg>`
  );
}

const TITLES = {
  facade: 'The front of a hotel',
  room: 'A hotel room',
  bathroom: 'A bathroom',
  lobby: 'A hotel lobby',
  restaurant: 'A breakfast table',
  pool: 'A hotel pool',
  view: 'The view from a window',
} as const;

function drawScene(hotel: DrawnHotel, palette: HotelPalette, vary: Variation): string {
  switch (hotel.picture) {
    case 'facade':
      return drawFacade(vary, palette, hotel);
    case 'room':
      return drawRoom(vary, palette, hotel.starRating);
    case 'bathroom':
      return drawBathroom(vary, palette);
    case 'lobby':
      return drawLobby(vary, palette, hotel.starRating);
    case 'restaurant':
      return drawRestaurant(vary, palette);
    case 'pool':
      return drawPool(vary, palette);
    case 'view':
      return drawView(vary, palette);
    default:
      return hotel.picture satisfies never;
  }
}

function paletteOf(hotelId: string): HotelPalette {
  const vary = new Variation(`house ${hotelId}`);
  const [skyTop, skyLow] = vary.oneOf(SKIES);
  return { ...vary.oneOf(WALLS), accent: vary.oneOf(ACCENTS), skyTop, skyLow };
}
