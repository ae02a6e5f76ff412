import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { readQuery } from '../read-fields.ts';
import { refusal } from '../refusals.ts';
import type { LiteapiCall, LiteapiRoute } from '../serve.ts';
import { STUB_CITIES } from './cities.ts';
import { CHAINS, FACILITIES, HOTEL_TYPES, LANGUAGES } from './facilities.ts';
import { CountryCode } from './find-hotels.ts';

const CitiesQuery = z.strictObject({ countryCode: CountryCode, timeout: z.string().optional() });
const PlacesQuery = z.strictObject({
  textQuery: z.string().min(1),
  type: z.string().optional(),
  language: z.string().optional(),
  clientIP: z.string().optional(),
});

const answer = (data: readonly object[]): StubAnswer => ({ status: 200, body: { data } });
const unique = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const CURRENCIES = [
  ['EUR', 'Euro', ['Portugal', 'France']],
  ['GBP', 'Pound Sterling', ['United Kingdom (The)']],
  ['JPY', 'Yen', ['Japan']],
  ['USD', 'US Dollar', ['United States of America (The)']],
] as const;

const list = (path: string, rows: () => readonly object[]): LiteapiRoute => ({
  method: 'GET',
  path: `/data/${path}`,
  operation: 'lists',
  handle: () => answer(rows()),
});

/** The lists that content goes by, and places. */
export const listRoutes: readonly LiteapiRoute[] = [
  { method: 'GET', path: '/data/cities', operation: 'lists', handle: listCities },
  list('countries', () =>
    unique(
      STUB_CITIES.map(({ country, countryName }) => ({ code: country, name: countryName })),
      ({ code }) => code,
    ),
  ),
  list('currencies', () => CURRENCIES.map(([code, currency, countries]) => ({ code, currency, countries }))),
  list('iataCodes', () =>
    STUB_CITIES.filter(({ iata }) => iata !== '').map((city) => ({
      code: city.iata,
      name: city.airport,
      latitude: city.latitude,
      longitude: city.longitude,
      countryCode: city.country,
    })),
  ),
  list('facilities', () =>
    FACILITIES.map(([facility_id, facility], sort) => ({ facility_id, facility, sort, translation: [] })),
  ),
  list('hotelTypes', () => HOTEL_TYPES.map(([id, name]) => ({ id, name }))),
  list('chains', () => CHAINS.map(([id, name]) => ({ id, name }))),
  list('languages', () => LANGUAGES.map(([code, name]) => ({ code, name }))),
  { method: 'GET', path: '/data/places', operation: 'places', handle: findPlaces },
  { method: 'GET', path: '/data/places/:placeId', operation: 'places', handle: readPlace },
];

function listCities({ query }: LiteapiCall): StubAnswer {
  const { countryCode } = readQuery(CitiesQuery, query);
  const country = countryCode.toUpperCase();
  return answer(STUB_CITIES.filter((city) => city.country === country).map(({ name }) => ({ city: name })));
}

function findPlaces({ query }: LiteapiCall): StubAnswer {
  const wanted = foldText(readQuery(PlacesQuery, query).textQuery);
  return answer(
    STUB_CITIES.filter(({ name, countryName }) => foldText(`${name}, ${countryName}`).startsWith(wanted)).map(
      (city) => ({
        placeId: city.placeId,
        displayName: city.name,
        formattedAddress: `${city.name}, ${city.countryName}`,
        types: ['locality', 'political'],
      }),
    ),
  );
}

/** Accents and case aside. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const viewportDegrees = 0.1;

function readPlace({ params }: LiteapiCall): StubAnswer {
  const city = STUB_CITIES.find(({ placeId }) => placeId === params['placeId']);
  if (city === undefined) throw refusal(4000, 'placeId not found');
  const { latitude, longitude } = city;
  return {
    status: 200,
    body: {
      data: {
        addressComponents: [{ languageCode: 'en', longText: city.name, shortText: city.name, types: ['locality'] }],
        displayName: city.name,
        location: { latitude, longitude },
        types: ['locality', 'political'],
        viewport: {
          high: { latitude: latitude + viewportDegrees, longitude: longitude + viewportDegrees },
          low: { latitude: latitude - viewportDegrees, longitude: longitude - viewportDegrees },
        },
      },
    },
  };
}
