import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { countMistakes, foldPlaceName } from './place-names.ts';

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
const NAME_BOOST = { name: 3, city: 1, country: 1, code: 1 } as const;
/** A whole code says more than any name; the beginning of one says little. */
const CODE_BOOST = 20;
/** A city outweighs its airports: who types Paris most often means Paris. */
const CITY_WEIGHT = 2;

const indexOf = new WeakMap<PlaceDirectory, PlaceIndex>();

/**
 * Airports, cities and countries by the beginning of their names or codes, a typing mistake forgiven, also across words
 * (`new yrok`); best first. Airports alone come busiest first among those that match alike.
 */
export function searchPlaces(places: PlaceDirectory, query: PlaceQuery): readonly FoundPlace[] {
  const { search, documents } = openIndex(places);
  const kinds = new Set<PlaceKind>(query.kinds);
  const text = foldPlaceName(query.text);
  const filter = (hit: SearchResult) => kinds.has(documents.get(String(hit.id))?.place.kind ?? 'country');
  const hits = search.search({ combineWith: 'OR', queries: [{ queries: [text], ...BY_NAME }, { queries: [text], ...BY_CODE }] }, { filter });
  const found = hits.map((hit) => ({ hit, document: documents.get(String(hit.id)) }));
  const ranked = kinds.size === 1 && kinds.has('airport') ? byRank(places, found, text) : found;
  const listed = ranked.flatMap(({ document }) => document ?? []);
  const [best] = hits;
  if (best !== undefined && isLiteral(best)) return listed.slice(0, query.limit).map((document) => document.place);
  const alike = findAlike([...documents.values()].filter((document) => kinds.has(document.place.kind)), text);
  return [...new Set([...alike, ...listed])].slice(0, query.limit).map((document) => document.place);
}

const BY_NAME: SearchOptions = {
  combineWith: 'AND',
  prefix: true,
  boost: NAME_BOOST,
  fuzzy: (term) => (term.length >= FUZZY_LENGTH_MIN ? FUZZINESS : false),
};
const BY_CODE: SearchOptions = { fields: ['code'], combineWith: 'AND', prefix: false, fuzzy: false, boost: { code: CODE_BOOST } };

interface Found {
  readonly hit: SearchResult;
  readonly document: PlaceDocument | undefined;
}

/** Whether every word typed is the beginning of a word found, with no mistake to forgive. */
function isLiteral({ queryTerms, terms }: SearchResult): boolean {
  return queryTerms.every((typed) => terms.some((term) => term.startsWith(typed)));
}

/** The whole code first, then names and cities, then matches by country alone, then misspellings; the busier first in each. */
function byRank(places: PlaceDirectory, found: readonly Found[], text: string): readonly Found[] {
  const ranked = found.map((one) => ({
    one,
    tier: tierOf(one, text),
    rank: places.airport(one.document?.place.code ?? '')?.rank ?? Number.POSITIVE_INFINITY,
  }));
  return ranked.sort((a, b) => a.tier - b.tier || a.rank - b.rank).map(({ one }) => one);
}

function tierOf({ hit, document }: Found, text: string): number {
  if (document?.place.code.toLowerCase() === text) return 0;
  if (!isLiteral(hit)) return 3;
  return Object.values(hit.match).some((fields) => fields.includes('name') || fields.includes('city')) ? 1 : 2;
}

/** Places whose whole name, or whose city's, spaces aside, is the text but for a few letters; the closest first, then the busiest. */
function findAlike(documents: readonly PlaceDocument[], text: string): readonly PlaceDocument[] {
  const typed = text.replaceAll(' ', '');
  if (typed.length < FUZZY_LENGTH_MIN) return [];
  const mistakesMax = Math.floor(typed.length * FUZZINESS);
  const alike = documents.flatMap((document) => {
    const names = [document.name, document.city].map((name) => name.replaceAll(' ', ''));
    const near = names.filter((name) => Math.abs(name.length - typed.length) <= mistakesMax);
    const mistakes = Math.min(...near.map((name) => countMistakes(typed, name)));
    return mistakes <= mistakesMax ? [{ document, mistakes }] : [];
  });
  return alike.sort((a, b) => a.mistakes - b.mistakes || b.document.weight - a.document.weight).map(({ document }) => document);
}

/** The index of a directory, made at its first use (about 0.1 s for 3,400 airports). */
function openIndex(places: PlaceDirectory): PlaceIndex {
  const known = indexOf.get(places);
  if (known !== undefined) return known;
  const documents = listDocuments(places);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const search = new MiniSearch<PlaceDocument>({
    fields: ['code', 'name', 'city', 'country'],
    processTerm: (term) => term,
    searchOptions: { boostDocument: (id) => byId.get(String(id))?.weight ?? 1 },
  });
  search.addAll(documents);
  const made = { search, documents: byId };
  indexOf.set(places, made);
  return made;
}

function listDocuments(places: PlaceDirectory): readonly PlaceDocument[] {
  const countryName = (code: string) => places.country(code)?.name ?? code;
  const weightOf = (rank: number | undefined) => 1 + 2 / Math.log2((rank ?? 1_000_000) + 2);
  const airports = places.airports().map(
    (airport): PlaceDocument => ({
      id: `airport-${airport.iata}`,
      code: airport.iata.toLowerCase(),
      name: foldPlaceName(airport.name),
      city: foldPlaceName(airport.cityName),
      country: foldPlaceName(countryName(airport.country)),
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
      code: city.code.toLowerCase(),
      name: foldPlaceName(city.name),
      city: '',
      country: foldPlaceName(countryName(city.country)),
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
      code: code.toLowerCase(),
      name: foldPlaceName(countryName(code)),
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
