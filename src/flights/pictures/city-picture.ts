import { fillPicture, getPicture, pickIndex } from '../../offers/pictures/static-picture.ts';

/** Degrees from the equator: below the first limit the sky is tropical, above the second polar. */
const TROPIC_MAX = 25;
const TEMPERATE_MAX = 55;
const TEMPERATE_DEFAULT = 45;
const SKIES = {
  tropical: ['tropics', 'gold', 'dusk'],
  temperate: ['dawn', 'dusk', 'day', 'gold', 'night'],
  polar: ['aurora', 'night', 'day'],
} as const;

interface PicturedCity {
  /** Three letters of the city or airport. */
  readonly code: string;
  readonly name: string;
  /** Undefined for an unknown city, which gets a temperate sky. */
  readonly latitude: number | undefined;
}

/**
 * Draws a skyline with the city's name under a sky of its latitude. It is always the same for a city, and no likeness
 * of it.
 */
export function cityPicture({ code, name, latitude }: PicturedCity): string {
  const skies = SKIES[climateOf(Math.abs(latitude ?? TEMPERATE_DEFAULT))];
  const size = name.length > 22 ? 40 : name.length > 14 ? 54 : 68;
  return fillPicture(getPicture(`cities/${skies[pickIndex(code, skies.length)] ?? skies[0]}`), { code, name, size });
}

function climateOf(degrees: number): keyof typeof SKIES {
  if (degrees < TROPIC_MAX) return 'tropical';
  return degrees > TEMPERATE_MAX ? 'polar' : 'temperate';
}
