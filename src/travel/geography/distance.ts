/** A place on the globe, degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius (IUGG). */
const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const sinLatitude = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const chord = sinLatitude ** 2 + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * sinLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
