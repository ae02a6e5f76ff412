/** A place on the globe, degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius (IUGG). */
const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** Great-circle distance in kilometres. */
export function distanceKm(a: Point, b: Point): number {
  return greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);
}

/** Great-circle distance in kilometres (haversine), of coordinates in columns: no object is made for them. */
export function greatCircleKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const sinLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS) / 2);
  const sinLongitude = Math.sin(((longitudeB - longitudeA) * RADIANS) / 2);
  const chord =
    sinLatitude * sinLatitude +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * sinLongitude * sinLongitude;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
