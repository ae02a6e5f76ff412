import { LOCALES } from '../travel/locale.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { Airport, City } from '../travel/places.ts';
import { CITY_ALIASES } from './city-aliases.ts';
import { foldPlaceName } from './place-names.ts';

/** What is found today. */
export const PLACE_KINDS = ['airport', 'city', 'country'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place found: enough to search flights from it. */
export interface FoundPlace {
  readonly placeId: string;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly code: string;
  readonly cityCode: string | undefined;
  readonly countryCode: string;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  /** Of a city all, of a country the ten busiest; busiest first. */
  readonly airports: readonly { readonly code: string; readonly name: string }[];
}
/** A place as it is indexed: every text folded for comparison. */
export interface PlaceDocument {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Its name, or its city's, in the other languages and in its own. */
  readonly local: string;
  readonly city: string;
  readonly country: string;
  /** Each name there is, without spaces. */
  readonly wholeNames: readonly string[];
  readonly place: FoundPlace;
  /** More for busier places: of two names that match alike the busier one is meant. */
  readonly weight: number;
}

/** A city outweighs its airports: who types Paris most often means Paris. */
const CITY_WEIGHT = 2;
const COUNTRY_AIRPORTS_MAX = 10;

/** Every place of a directory, to be indexed. */
export function listPlaces(places: PlaceDirectory): readonly PlaceDocument[] {
  const languages = LOCALES.map((locale) => places.inLanguage(locale));
  const countryName = (code: string) => places.country(code)?.name ?? code;
  const foldedCountry = remembering((code) => foldPlaceName(countryName(code)));
  const namesOfCity = remembering((code) =>
    withAliases(
      code,
      otherNames(languages, (language) => language.city(code)?.name),
    ),
  );
  const byCountry = Map.groupBy(places.airports(), (airport) => airport.country);
  return [
    ...places
      .cities()
      .map((city) =>
        cityDocument(places, city, { country: foldedCountry(city.country), others: namesOfCity(city.code) }),
      ),
    ...places.airports().map((airport) => {
      const isOfCity = places.city(airport.cityCode)?.name === airport.cityName;
      return airportDocument(airport, {
        country: foldedCountry(airport.country),
        others: [...(isOfCity ? namesOfCity(airport.cityCode) : []), ...ownNames(languages, airport.iata)],
      });
    }),
    ...[...byCountry].map(([code, airports]) => {
      const others = otherNames(languages, (language) => language.country(code)?.name);
      return countryDocument({ code, name: countryName(code) }, { country: foldedCountry(code), others }, airports);
    }),
  ];
}

interface FoldedNames {
  readonly country: string;
  /** Of the place or its city, in languages where it is called otherwise. */
  readonly others: readonly string[];
}

function otherNames(
  languages: readonly PlaceDirectory[],
  nameIn: (language: PlaceDirectory) => string | undefined,
): readonly string[] {
  const [known, ...others] = languages.map((language) => nameIn(language));
  const names = new Set(
    others.filter((name) => name !== undefined && name !== known).map((name) => foldPlaceName(name ?? '')),
  );
  if (known !== undefined) names.delete(foldPlaceName(known));
  return [...names];
}

function withAliases(code: string, names: readonly string[]): readonly string[] {
  return [...new Set([...names, ...(CITY_ALIASES[code] ?? []).map(foldPlaceName)])];
}

/** The word for an airport at the end of its name in Chinese, Japanese and Korean. */
const AIRPORT_WORD = / ?(国际机场|机场|国際空港|空港|국제공항|공항)$/u;

/**
 * An airport's names that are wholly in another script (a pattern around Latin words says no more than the English name
 * does), whole and as people say them: without the word for an airport, and without the city before it.
 */
function ownNames(languages: readonly PlaceDirectory[], iata: string): readonly string[] {
  const names = languages.flatMap((language) => {
    const { name, cityName } = language.airport(iata) ?? { name: '', cityName: '' };
    if (name === '' || /\p{Script=Latin}/u.test(name)) return [];
    const said = name.replace(AIRPORT_WORD, '');
    return [name, said, said.startsWith(cityName) ? said.slice(cityName.length) : ''];
  });
  return [...new Set(names.map(foldPlaceName).filter((name) => name !== ''))];
}

function cityDocument(places: PlaceDirectory, city: City, { country, others }: FoldedNames): PlaceDocument {
  const served = city.airports.flatMap((iata) => places.airport(iata) ?? []);
  const name = foldPlaceName(city.name);
  return {
    ...{ id: `city-${city.code}`, code: city.code.toLowerCase(), name, local: others.join(' '), city: '', country },
    wholeNames: [name, ...others].map(withoutSpaces),
    weight: weightOf(served[0]?.rank) * CITY_WEIGHT,
    place: {
      placeId: `city-${city.code}`,
      kind: 'city',
      name: city.name,
      code: city.code,
      cityCode: city.code,
      countryCode: city.country,
      latitude: city.latitude,
      longitude: city.longitude,
      airports: served.map(({ iata, name: airportName }) => ({ code: iata, name: airportName })),
    },
  };
}

function airportDocument(airport: Airport, { country, others }: FoldedNames): PlaceDocument {
  const [name, city] = [foldPlaceName(airport.name), foldPlaceName(airport.cityName)];
  return {
    ...{
      id: `airport-${airport.iata}`,
      code: airport.iata.toLowerCase(),
      name,
      local: others.join(' '),
      city,
      country,
    },
    wholeNames: [name, city, ...others].map(withoutSpaces),
    weight: weightOf(airport.rank),
    place: {
      placeId: `airport-${airport.iata}`,
      kind: 'airport',
      name: airport.name,
      code: airport.iata,
      cityCode: airport.cityCode,
      countryCode: airport.country,
      latitude: airport.latitude,
      longitude: airport.longitude,
      airports: [],
    },
  };
}

function countryDocument(
  { code, name }: { readonly code: string; readonly name: string },
  { country, others }: FoldedNames,
  airports: readonly Airport[],
): PlaceDocument {
  const busiest = airports.toSorted((a, b) => a.rank - b.rank).slice(0, COUNTRY_AIRPORTS_MAX);
  return {
    ...{
      id: `country-${code}`,
      code: code.toLowerCase(),
      name: country,
      local: others.join(' '),
      city: '',
      country: '',
    },
    wholeNames: [country, ...others].map(withoutSpaces),
    weight: CITY_WEIGHT,
    place: {
      placeId: `country-${code}`,
      kind: 'country',
      name,
      code,
      cityCode: undefined,
      countryCode: code,
      latitude: undefined,
      longitude: undefined,
      airports: busiest.map((airport) => ({ code: airport.iata, name: airport.name })),
    },
  };
}

function weightOf(rank: number | undefined): number {
  return 1 + 2 / Math.log2((rank ?? 1_000_000) + 2);
}

function withoutSpaces(name: string): string {
  return name.replaceAll(' ', '');
}

function remembering<T>(make: (code: string) => T): (code: string) => T {
  const made = new Map<string, T>();
  return (code) => {
    const known = made.get(code);
    if (known !== undefined) return known;
    const value = make(code);
    made.set(code, value);
    return value;
  };
}
