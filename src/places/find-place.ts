import type { Locale } from '../travel/locale.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { FoundPlace, PlaceDocument, PlaceKind } from './list-places.ts';
import { countMistakes, foldPlaceName } from './place-names.ts';
import { findAlike, nameIn, openIndex } from './search-places.ts';

/** The one place a name is looked up as. */
export interface PlaceNameQuery {
  /** `Lyon`, `Lisboa`, `Paris, France`, `Portland, OR`. */
  readonly text: string;
  /** In order: a city is meant before an airport of its name where `city` stands first. */
  readonly kinds: readonly PlaceKind[];
  readonly countryCode: string | undefined;
  /** Language of the name answered; names of every language are found. */
  readonly locale: Locale;
}

/** Countries as they are called beside their names. */
const COUNTRY_NICKNAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  america: 'US',
  uae: 'AE',
  holland: 'NL',
};

/**
 * The place that is called this, in any language, whole: not the first of those that begin so. A country may stand
 * behind the name (after a comma also its code, or a state of the USA). Of several that share the name the busiest.
 */
export function findPlaceByName(places: PlaceDirectory, query: PlaceNameQuery): FoundPlace | undefined {
  return firstFor(places, query, (documents, text) => documents.byName.get(text.replaceAll(' ', '')) ?? []);
}

/**
 * Every place that is called this, of the first of `kinds` that has any; the busiest first. An airport named like its
 * city stands for the city, which is then listed alone.
 */
export function listPlacesByName(places: PlaceDirectory, query: PlaceNameQuery): readonly FoundPlace[] {
  const documents = openNames(places);
  for (const { text, countryCode } of readings(places, documents, query)) {
    const found = (documents.byName.get(text.replaceAll(' ', '')) ?? []).filter(
      ({ place }) => countryCode === undefined || place.countryCode === countryCode,
    );
    for (const kind of query.kinds) {
      const named = found.filter(({ place }) => place.kind === kind);
      if (named.length > 0) return named.map(({ place }) => nameIn(places.inLanguage(query.locale), place));
    }
  }
  return [];
}

/**
 * Finds a place by its English name, one letter of a name of 5 to 8 forgiven, two of a longer one, never the first:
 * `Siena` is not Vienna. Other languages' names are not stretched: `Marbella` is but a letter from the Spanish
 * Marseille. The closest first, then the busiest.
 */
export function findPlaceAlike(places: PlaceDirectory, query: PlaceNameQuery): FoundPlace | undefined {
  return firstFor(places, query, (documents, text) => findNearly(documents.all, text));
}

const FORGIVING_LETTERS_MIN = 5;
const LONG_LETTERS_MIN = 9;

/** Spaces count as letters do: `Hoi An` is not Hotan. */
function findNearly(documents: readonly PlaceDocument[], text: string): readonly PlaceDocument[] {
  const letters = text.replaceAll(' ', '').length;
  if (letters < FORGIVING_LETTERS_MIN) return [];
  const mistakesMax = letters < LONG_LETTERS_MIN ? 1 : 2;
  return findAlike(documents, text).filter(({ name, city }) =>
    [name, city].some((known) => known[0] === text[0] && countMistakes(text, known) <= mistakesMax),
  );
}

/** The place of a whole code, upper case: a city before an airport. */
export function findPlaceByCode(places: PlaceDirectory, code: string, locale: Locale): FoundPlace | undefined {
  const { documents } = openIndex(places);
  const document = documents.get(`city-${code}`) ?? documents.get(`airport-${code}`);
  return document && nameIn(places.inLanguage(locale), document.place);
}

/** The place of an id as GET /v1/places answers it. */
export function findPlaceById(places: PlaceDirectory, placeId: string, locale: Locale): FoundPlace | undefined {
  const document = openIndex(places).documents.get(placeId);
  return document && nameIn(places.inLanguage(locale), document.place);
}

interface NamedPlaces {
  readonly all: readonly PlaceDocument[];
  /** By each whole name, spaces aside; the busiest first. */
  readonly byName: ReadonlyMap<string, readonly PlaceDocument[]>;
}
const namedOf = new WeakMap<PlaceDirectory, NamedPlaces>();

function openNames(places: PlaceDirectory): NamedPlaces {
  const known = namedOf.get(places);
  if (known !== undefined) return known;
  const all = [...openIndex(places).documents.values()];
  const pairs = all.flatMap((document) => [...new Set(document.wholeNames)].map((name) => ({ name, document })));
  const grouped = Map.groupBy(pairs, ({ name }) => name);
  const byName = new Map(
    [...grouped].map(([name, group]) => [
      name,
      group.map(({ document }) => document).sort((a, b) => b.weight - a.weight),
    ]),
  );
  const made = { all, byName };
  namedOf.set(places, made);
  return made;
}

type Find = (documents: NamedPlaces, text: string) => readonly PlaceDocument[];

/** The name as it stands, then with its end read as a country. */
function firstFor(places: PlaceDirectory, query: PlaceNameQuery, find: Find): FoundPlace | undefined {
  const documents = openNames(places);
  for (const { text, countryCode } of readings(places, documents, query)) {
    const found = find(documents, text);
    for (const kind of query.kinds) {
      const document = found.find(
        ({ place }) => place.kind === kind && (countryCode === undefined || place.countryCode === countryCode),
      );
      if (document !== undefined) return nameIn(places.inLanguage(query.locale), document.place);
    }
  }
  return undefined;
}

interface Reading {
  readonly text: string;
  readonly countryCode: string | undefined;
}

const COUNTRY_WORDS_MAX = 3;

function readings(
  places: PlaceDirectory,
  documents: NamedPlaces,
  { text, countryCode }: PlaceNameQuery,
): readonly Reading[] {
  const comma = text.lastIndexOf(',');
  const [head, tail] =
    comma === -1 ? ['', ''] : [foldPlaceName(text.slice(0, comma)), foldPlaceName(text.slice(comma + 1))];
  const isFree = (code: string) => countryCode === undefined || countryCode === code;
  const afterComma =
    tail === '' || head === ''
      ? []
      : codesOf(places, documents, tail)
          .filter(isFree)
          .map((code) => ({ text: head, countryCode: code }));
  const terms = foldPlaceName(text).split(' ');
  const behind = Array.from(
    { length: Math.min(COUNTRY_WORDS_MAX, terms.length - 1) },
    (_, index) => terms.length - 1 - index,
  ).flatMap((end) => {
    const code = countryOfName(documents, terms.slice(end).join(' '));
    return code === undefined || !isFree(code) ? [] : [{ text: terms.slice(0, end).join(' '), countryCode: code }];
  });
  const bare =
    terms.length > 1 && CITY_WORDS.has(terms.at(-1) ?? '') ? [{ text: terms.slice(0, -1).join(' '), countryCode }] : [];
  return [{ text: terms.join(' '), countryCode }, ...afterComma, ...behind, ...bare];
}

/** `New York City`. */
const CITY_WORDS: ReadonlySet<string> = new Set(['city', 'ville', 'stadt', 'ciudad']);

/** What stands behind a comma: a country's name or code, else, being two letters, a state. */
function codesOf(places: PlaceDirectory, documents: NamedPlaces, tail: string): readonly string[] {
  const named = countryOfName(documents, tail);
  if (named !== undefined) return [named];
  if (tail.length !== 2) return [];
  const code = tail.toUpperCase();
  return places.country(code) === undefined ? ['US'] : [code, 'US'];
}

function countryOfName({ byName }: NamedPlaces, name: string): string | undefined {
  return (
    COUNTRY_NICKNAMES[name] ??
    byName.get(name.replaceAll(' ', ''))?.find(({ place }) => place.kind === 'country')?.place.code
  );
}
