import type { PlaceDirectory } from '../travel/place-directory.ts';
import { distanceKm, type Point } from '../travel/geography/distance.ts';

type Zones = readonly [string, ...string[]];

/** Beyond this the nearest airport says nothing about the time of day; the sun does. */
const NEAR_KM = 600;
const DEGREES_PER_HOUR = 15;

/** The zone of a city: that of its busiest airport. */
export function zonesOfCity(places: PlaceDirectory, cityCode: string): Zones {
  const airport = places.airport(places.city(cityCode)?.airports[0] ?? '');
  return [airport?.zone ?? 'UTC'];
}

/** Every zone of a country that has an airport. */
export function zonesOfCountry(places: PlaceDirectory, countryCode: string): Zones {
  const [first, ...others] = new Set(
    places.airports().flatMap(({ country, zone }) => (country === countryCode ? [zone] : [])),
  );
  return first === undefined ? ['UTC'] : [first, ...others];
}

/** The zone of the nearest airport, or the nautical one far from all. */
export function zonesOfPoint(places: PlaceDirectory, point: Point): Zones {
  let [nearest, zone] = [NEAR_KM, nauticalZone(point.longitude)];
  for (const airport of places.airports()) {
    const distance = distanceKm(point, airport);
    if (distance < nearest) [nearest, zone] = [distance, airport.zone];
  }
  return [zone];
}

/** `Etc/GMT+8` is eight hours behind UTC: the sign is the other way round there. */
function nauticalZone(longitude: number): string {
  const hours = Math.round(longitude / DEGREES_PER_HOUR);
  if (hours === 0) return 'UTC';
  return `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
}
