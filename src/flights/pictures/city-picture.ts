import { fillPicture, getPicture, pickIndex } from '../../offers/pictures/static-picture.ts';

/** Degrees from the equator: up to the first the sky is a tropical one, beyond the second a northern (or southern). */
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
  /** Undefined for a city nobody knows: it gets a temperate sky. */
  readonly latitude: number | undefined;
}

/** A skyline with the city's name under a sky of its latitude, always equal for a city. Not a likeness. */
export function cityPicture({ code, name, latitude }: PicturedCity): string {
  const skies = SKIES[climateOf(Math.abs(latitude ?? TEMPERATE_DEFAULT))];
  const size = name.length > 22 ? 40 : name.length > 14 ? 54 : 68;
  return fillPicture(getPicture(`cities/${skies[pickIndex(code, skies.length)] ?? skies[0]}`), { code, name, size });
}

function climateOf(degrees: number): keyof typeof SKIES {
  if (degrees < TROPIC_MAX) return 'tropical';
  return degrees > TEMPERATE_MAX ? 'polar' : 'temperate';
}
