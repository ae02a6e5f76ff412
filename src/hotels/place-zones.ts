import type { PlaceDirectory } from '../travel/place-directory.ts';

type Zones = readonly [string, ...string[]];

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
