import type { HotelPictureName } from '../../offers/pictures/hotel-image.ts';

/** What decides which pictures a hotel has. */
export interface PicturedFacts {
  readonly count: number;
  readonly roomCount: number;
  /** As guests read them. */
  readonly facilities: readonly string[];
}

const FIRST: readonly HotelPictureName[] = [
  { picture: 'facade', number: 1 },
  { picture: 'room', number: 1 },
];

/**
 * A hotel's pictures, the front first: then a room, what it has (a pool only where there is one), the bathroom, the
 * view, and at last the other rooms, until there are `count`.
 */
export function listPictures({ count, roomCount, facilities }: PicturedFacts): readonly HotelPictureName[] {
  const has = (pattern: RegExp) => facilities.some((name) => pattern.test(name));
  const pool: readonly HotelPictureName[] = has(/\bpool\b/i) ? [{ picture: 'pool', number: 1 }] : [];
  const restaurant: readonly HotelPictureName[] = has(/restaurant|breakfast/i)
    ? [{ picture: 'restaurant', number: 1 }]
    : [];
  const always: readonly HotelPictureName[] = [
    { picture: 'lobby', number: 1 },
    { picture: 'bathroom', number: 1 },
    { picture: 'view', number: 1 },
  ];
  const rooms = Array.from(
    { length: Math.max(0, roomCount - 1) },
    (_, index): HotelPictureName => ({ picture: 'room', number: index + 2 }),
  );
  return [...FIRST, ...pool, ...restaurant, ...always, ...rooms].slice(0, Math.max(1, count));
}
