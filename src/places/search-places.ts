import MiniSearch from 'minisearch';
import type { PlaceDirectory } from '../travel/place-directory.ts';

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
  /** Of a city, busiest first. */
  readonly airports: readonly { readonly code: string; readonly name: string }[];
}
/** What is looked for. */
export interface PlaceQuery {
  readonly text: string;
  readonly kinds: readonly PlaceKind[];
  readonly limit: number;
}
interface PlaceDocument {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly place: FoundPlace;
  /** More for busier places: of two names that match alike the busier one is meant. */
  readonly weight: number;
}
interface PlaceIndex {
  readonly search: MiniSearch<PlaceDocument>;
  readonly documents: ReadonlyMap<string, PlaceDocument>;
}

/** Letters that may be wrong, as a share of the word; words under four letters must be right as far as they go. */
const FUZZINESS = 0.25;
const FUZZY_LENGTH_MIN = 4;
const BOOST = { code: 6, name: 3, city: 1, country: 1 } as const;
/** A city outweighs its airports: who types Paris most often means Paris. */
const CITY_WEIGHT = 2;

const indexOf = new WeakMap<PlaceDirectory, PlaceIndex>();

/** Airports, cities and countries by the beginning of their names or codes, a typing mistake forgiven; best first. */
export function searchPlaces(places: PlaceDirectory, query: PlaceQuery): readonly FoundPlace[] {
  const { search, documents } = openIndex(places);
  const kinds = new Set<PlaceKind>(query.kinds);
  const hits = search.search(query.text, { filter: (hit) => kinds.has(documents.get(String(hit.id))?.place.kind ?? 'country') });
  return hits.slice(0, query.limit).flatMap((hit) => documents.get(String(hit.id))?.place ?? []);
}

/** The index of a directory, made at its first use (about 0.1 s for 3,400 airports). */
function openIndex(places: PlaceDirectory): PlaceIndex {
  const known = indexOf.get(places);
  if (known !== undefined) return known;
  const documents = listDocuments(places);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const search = new MiniSearch<PlaceDocument>({
    fields: ['code', 'name', 'city', 'country'],
    processTerm: foldText,
    searchOptions: {
      prefix: true,
      combineWith: 'AND',
      boost: BOOST,
      fuzzy: (term) => (term.length >= FUZZY_LENGTH_MIN ? FUZZINESS : false),
      boostDocument: (id) => byId.get(String(id))?.weight ?? 1,
    },
  });
  search.addAll(documents);
  const made = { search, documents: byId };
  indexOf.set(places, made);
  return made;
}

/** `São` and `sao` are one word. */
function foldText(term: string): string {
  return term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function listDocuments(places: PlaceDirectory): readonly PlaceDocument[] {
  const countryName = (code: string) => places.country(code)?.name ?? code;
  const weightOf = (rank: number | undefined) => 1 + 2 / Math.log2((rank ?? 1_000_000) + 2);
  const airports = places.airports().map(
    (airport): PlaceDocument => ({
      id: `airport-${airport.iata}`,
      code: airport.iata,
      name: airport.name,
      city: airport.cityName,
      country: countryName(airport.country),
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
    }),
  );
  const cities = places.cities().map((city): PlaceDocument => {
    const served = city.airports.flatMap((iata) => places.airport(iata) ?? []);
    return {
      id: `city-${city.code}`,
      code: city.code,
      name: city.name,
      city: '',
      country: countryName(city.country),
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
        airports: served.map(({ iata, name }) => ({ code: iata, name })),
      },
    };
  });
  const countries = [...new Set(places.airports().map((airport) => airport.country))].map(
    (code): PlaceDocument => ({
      id: `country-${code}`,
      code,
      name: countryName(code),
      city: '',
      country: '',
      weight: CITY_WEIGHT,
      place: {
        placeId: `country-${code}`,
        kind: 'country',
        name: countryName(code),
        code,
        cityCode: undefined,
        countryCode: code,
        latitude: undefined,
        longitude: undefined,
        airports: [],
      },
    }),
  );
  return [...cities, ...airports, ...countries];
}
