import type { PlaceDirectory } from '../../../../travel/place-directory.ts';
import { STUB_CITIES, type StubCity } from './cities.ts';

/** Hotels of a further city unless it is said. At most 999: ids count them in a thousand. */
const HOTELS = 400;
const HOTELS_MAX = 999;

/** How many cities beyond the stub's own, and with how many hotels each. */
export interface MoreCities {
  readonly cities: number;
  readonly hotels?: number | undefined;
}

/** Cities of a directory with most airports' traffic first, none of them the stub's own, all with made-up hotels. */
export function listMoreCities(places: PlaceDirectory, { cities, hotels = HOTELS }: MoreCities): readonly StubCity[] {
  const own = new Set(STUB_CITIES.map(({ name }) => name));
  const busiest = new Set(places.airports().map(({ cityCode }) => cityCode));
  return [...busiest]
    .flatMap((code) => places.city(code) ?? [])
    .filter(({ name }) => !own.has(name))
    .slice(0, cities)
    .flatMap(({ code, name, country, latitude, longitude, airports }, index) => {
      const airport = places.airport(airports[0] ?? '');
      if (airport === undefined) return [];
      return [
        {
          key: `m${index.toString(16).padStart(2, '0')}`,
          ...{ name, country },
          countryName: places.country(country)?.name ?? country,
          latitude: latitude ?? airport.latitude,
          longitude: longitude ?? airport.longitude,
          iata: airport.iata,
          airport: airport.name,
          placeId: `ChIJ-stub-more-${code}`,
          zone: airport.zone,
          currency: 'USD',
          hotels: Math.min(hotels, HOTELS_MAX),
          usd: 120,
          heads: ['Hotel', 'The', 'Grand', 'Casa', 'Old', 'Royal', 'Little', 'Park', 'Villa', 'Central'],
          tails: [
            'Lantern',
            'Harbour',
            'Meridian',
            'Orchard',
            'Foundry',
            'Swallow',
            'Quarry',
            'Almanac',
            'Weaver',
            'Cistern',
            'Larch',
            'Compass',
          ],
          streets: ['Market Street', 'Station Road', 'River Lane', 'Hill Street'],
          zip: '#####',
          dial: '+1 555',
        },
      ];
    });
}
