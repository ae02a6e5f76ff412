import type { Point } from '../../travel/geography/distance.ts';

const KM_PER_DEGREE = 111.2;
/** Nearer to a pole a degree of longitude is next to nothing. */
const LATITUDE_MAX = 89;

/** The corners of a box that holds a circle. */
export function boxAround(
  { latitude, longitude }: Point,
  radiusKm: number,
): { readonly southWest: Point; readonly northEast: Point } {
  const north = radiusKm / KM_PER_DEGREE;
  const east = north / Math.cos((Math.min(Math.abs(latitude), LATITUDE_MAX) * Math.PI) / 180);
  return {
    southWest: { latitude: latitude - north, longitude: longitude - east },
    northEast: { latitude: latitude + north, longitude: longitude + east },
  };
}
