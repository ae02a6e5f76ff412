import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { Locale } from '../travel/locale.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { type FoundPlace, listPlaces, type PlaceDocument, type PlaceKind } from './list-places.ts';
import { countMistakes, foldPlaceName } from './place-names.ts';

/** What is looked for. */
export interface PlaceQuery {
  readonly text: string;
  readonly kinds: readonly PlaceKind[];
  readonly limit: number;
  /** Language of the names answered; names of every language are found. */
  readonly locale: Locale;
}
/** The places of a directory, to be searched. */
export interface PlaceIndex {
  readonly search: MiniSearch<PlaceDocument>;
  readonly documents: ReadonlyMap<string, PlaceDocument>;
}

/** Letters that may be wrong, as a share of the word; words under four letters must be right as far as they go. */
const FUZZINESS = 0.25;
const FUZZY_LENGTH_MIN = 4;
const NAME_BOOST = { name: 3, local: 2, city: 1, country: 1, code: 1 } as const;
/** A whole code says more than any name; the beginning of one says little. */
const CODE_BOOST = 20;

const indexOf = new WeakMap<PlaceDirectory, PlaceIndex>();

/**
 * Airports, cities and countries by the beginning of their names (in any language there are names in) or codes, a
 * typing mistake forgiven, also across words (`new yrok`); best first. Airports alone come busiest first among those
 * that match alike.
 */
export function searchPlaces(places: PlaceDirectory, query: PlaceQuery): readonly FoundPlace[] {
  const { search, documents } = openIndex(places);
  const kinds = new Set<PlaceKind>(query.kinds);
  const text = foldPlaceName(query.text);
  const filter = (hit: SearchResult) => kinds.has(documents.get(String(hit.id))?.place.kind ?? 'country');
  const hits = search.search(
    {
      combineWith: 'OR',
      queries: [
        { queries: [text], ...BY_NAME },
        { queries: [text], ...BY_CODE },
      ],
    },
    { filter },
  );
  const found = hits.map((hit) => ({ hit, document: documents.get(String(hit.id)) }));
  const ranked = kinds.size === 1 && kinds.has('airport') ? byRank(places, found, text) : found;
  const listed = ranked.flatMap(({ document }) => document ?? []);
  const [best] = hits;
  const isFound = best !== undefined && isLiteral(best);
  const alike = isFound
    ? []
    : findAlike(
        [...documents.values()].filter((document) => kinds.has(document.place.kind)),
        text,
      );
  const chosen = [...new Set([...alike, ...listed])].slice(0, query.limit);
  return chosen.map(({ place }) => nameIn(places.inLanguage(query.locale), place));
}

const BY_NAME: SearchOptions = {
  combineWith: 'AND',
  prefix: true,
  boost: NAME_BOOST,
  fuzzy: (term) => (term.length >= FUZZY_LENGTH_MIN ? FUZZINESS : false),
};
const BY_CODE: SearchOptions = {
  fields: ['code'],
  combineWith: 'AND',
  prefix: false,
  fuzzy: false,
  boost: { code: CODE_BOOST },
};

interface Found {
  readonly hit: SearchResult;
  readonly document: PlaceDocument | undefined;
}

/** Whether every word typed is the beginning of a word found, with no mistake to forgive. */
function isLiteral({ queryTerms, terms }: SearchResult): boolean {
  return queryTerms.every((typed) => terms.some((term) => term.startsWith(typed)));
}

/**
 * The whole code first, then names and cities, then matches by country alone, then misspellings; the busier first in
 * each.
 */
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
  return Object.values(hit.match).some((fields) =>
    fields.some((field) => field === 'name' || field === 'local' || field === 'city'),
  )
    ? 1
    : 2;
}

/**
 * Places whose whole name in some language, or whose city's, spaces aside, is the text but for a few letters; the
 * closest first, then the busiest.
 */
export function findAlike(documents: readonly PlaceDocument[], text: string): readonly PlaceDocument[] {
  const typed = text.replaceAll(' ', '');
  if (typed.length < FUZZY_LENGTH_MIN) return [];
  const mistakesMax = Math.floor(typed.length * FUZZINESS);
  const alike = documents.flatMap((document) => {
    const near = document.wholeNames.filter((name) => Math.abs(name.length - typed.length) <= mistakesMax);
    const mistakes = Math.min(...near.map((name) => countMistakes(typed, name)));
    return mistakes <= mistakesMax ? [{ document, mistakes }] : [];
  });
  return alike
    .sort((a, b) => a.mistakes - b.mistakes || b.document.weight - a.document.weight)
    .map(({ document }) => document);
}

/** The index of a directory, made at its first use. */
export function openIndex(places: PlaceDirectory): PlaceIndex {
  const known = indexOf.get(places);
  if (known !== undefined) return known;
  const documents = listPlaces(places);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const search = new MiniSearch<PlaceDocument>({
    fields: ['code', 'name', 'local', 'city', 'country'],
    processTerm: (term) => term,
    searchOptions: { boostDocument: (id) => byId.get(String(id))?.weight ?? 1 },
  });
  search.addAll(documents);
  const made = { search, documents: byId };
  indexOf.set(places, made);
  return made;
}

/** A place under its names in the language of a directory. */
export function nameIn(places: PlaceDirectory, place: FoundPlace): FoundPlace {
  const airports = place.airports.map(({ code, name }) => ({ code, name: places.airport(code)?.name ?? name }));
  const named = {
    airport: () => places.airport(place.code),
    city: () => places.city(place.code),
    country: () => places.country(place.code),
  };
  return { ...place, name: named[place.kind]()?.name ?? place.name, airports };
}
