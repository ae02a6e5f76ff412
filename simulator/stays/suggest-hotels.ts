import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import type { StayTown } from '../../src/suppliers/ports/hotels.ts';

import { stayHotelOf } from './content/hotel-facts.ts';
import type { StayCity } from './content/stay-cities.ts';
import type { StayFacts } from './content/stay-facts.ts';
import type { StayWorld } from './stay-world.ts';
import type { StatedHotel } from './stated-stay.ts';

/** Towns whose hotels are known by name alone, those with most hotels. */
const TOWNS_INDEXED = 16;
/** Towns of one name that are looked at: Springfield is many. */
const NAMESAKES_MAX = 3;
/** Indexes of single towns that are cached, of the towns named last. */
const INDEXES_CACHED_MAX = 12;
const TEXT_LENGTH_MIN = 2;
const TEXT_LENGTH_MAX = 80;
const TERMS_OF_TOWN_MAX = 4;
const FUZZINESS = 0.2;

interface NamedHotel {
  /** Its town's index times HOTELS_PER_TOWN, plus its own in the town. */
  readonly id: number;
  readonly name: string;
  readonly town: string;
}

/** More than any town has. */
const HOTELS_PER_TOWN = 1_000;

/** Hotels and towns by name; see `StayWorld`. */
type HotelNames = Pick<StayWorld, 'suggest' | 'findTown'>;

/**
 * Hotels by the beginning of their names, typing errors forgiven. Half a million names would take too much memory, so:
 * where the text names a town (`miramar rome`) or ends with the beginning of one's name (`grand hotel lisb`, the
 * largest such towns), the hotels of that town are indexed and searched; else those of the 16 towns with most hotels,
 * about 8,000, indexed by the first query that needs them (some 100 ms). A hotel of a small town is found only with its
 * town's name.
 */
export function createHotelNames({ cities, stockOf, tables }: StayFacts): HotelNames {
  const townIndexes = new LRUCache<number, MiniSearch<NamedHotel>>({ max: INDEXES_CACHED_MAX });
  let townsByName: ReadonlyMap<string, readonly StayCity[]> | undefined;
  let common: MiniSearch<NamedHotel> | undefined;

  function indexOf(towns: readonly StayCity[]): MiniSearch<NamedHotel> {
    const index = new MiniSearch<NamedHotel>({ fields: ['name', 'town'], processTerm: fold, tokenize: tokenize });
    for (const town of towns) {
      index.addAll(
        stockOf(town.index).names.map((name, at) => ({ id: town.index * HOTELS_PER_TOWN + at, name, town: town.name })),
      );
    }
    return index;
  }

  function townIndex(town: StayCity): MiniSearch<NamedHotel> {
    const known = townIndexes.get(town.index);
    if (known) return known;
    const index = indexOf([town]);
    townIndexes.set(town.index, index);
    return index;
  }

  function find(indexes: readonly MiniSearch<NamedHotel>[], text: string, limit: number): readonly StatedHotel[] {
    const hits = indexes.flatMap((index) =>
      index.search(text, { prefix: true, fuzzy: (term) => (term.length > 3 ? FUZZINESS : false), combineWith: 'AND' }),
    );
    return hits
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit)
      .flatMap(({ id }) => {
        const stock = stockOf(Math.floor(id / HOTELS_PER_TOWN));
        return stayHotelOf({ stock, at: id % HOTELS_PER_TOWN }, tables);
      });
  }

  function suggest(text: string, limit: number): readonly StatedHotel[] {
    const terms = tokenize(text.slice(0, TEXT_LENGTH_MAX))
      .map(fold)
      .filter((word) => word !== '');
    if (terms.join('').length < TEXT_LENGTH_MIN || limit < 1) return [];
    townsByName ??= namesOfTowns(cities.all);
    const named = townsIn(terms, townsByName);
    const found = named.length === 0 ? [] : find(named.map(townIndex), terms.join(' '), limit);
    if (found.length > 0) return found;
    const begun = named.length === 0 ? townsBegun(terms, townsByName) : [];
    const foundThere = begun.length === 0 ? [] : find(begun.map(townIndex), terms.join(' '), limit);
    if (foundThere.length > 0) return foundThere;
    common ??= indexOf(
      [...cities.all].sort((a, b) => b.hotels - a.hotels || a.index - b.index).slice(0, TOWNS_INDEXED),
    );
    return find([common], terms.join(' '), limit);
  }

  return {
    suggest,
    findTown(name, country) {
      townsByName ??= namesOfTowns(cities.all);
      return largestTown(townsByName.get(tokenize(name).map(fold).join(' ')) ?? [], country);
    },
  };
}

/** Of towns of one name the one with most hotels, in the country if one is given; a town without hotels is none. */
function largestTown(namesakes: readonly StayCity[], country: string | undefined): StayTown | undefined {
  const [largest] = namesakes
    .filter((town) => town.hotels > 0 && (country === undefined || town.country === country))
    .sort((a, b) => b.hotels - a.hotels);
  return (
    largest && {
      name: largest.name,
      country: largest.country,
      latitude: largest.latitude,
      longitude: largest.longitude,
    }
  );
}

/** Letters of a town's name that must be typed for it to be looked into. */
const BEGUN_LETTERS_MIN = 4;

/** The largest towns whose names begin with the last terms of a text, where other terms come before. */
function townsBegun(
  terms: readonly string[],
  townsByName: ReadonlyMap<string, readonly StayCity[]>,
): readonly StayCity[] {
  for (let length = Math.min(TERMS_OF_TOWN_MAX, terms.length - 1); length >= 1; length -= 1) {
    const typed = terms.slice(-length).join(' ');
    if (typed.length < BEGUN_LETTERS_MIN) continue;
    const towns = [...townsByName].flatMap(([name, namesakes]) => (name.startsWith(typed) ? namesakes : []));
    if (towns.length > 0) return towns.sort((a, b) => b.hotels - a.hotels || a.index - b.index).slice(0, NAMESAKES_MAX);
  }
  return [];
}

function namesOfTowns(cities: readonly StayCity[]): ReadonlyMap<string, readonly StayCity[]> {
  const names = new Map<string, StayCity[]>();
  for (const city of cities) {
    const name = tokenize(city.name).map(fold).join(' ');
    const namesakes = names.get(name);
    if (namesakes) namesakes.push(city);
    else names.set(name, [city]);
  }
  return names;
}

/** The towns that consecutive terms of the text name, the longest name first. */
function townsIn(terms: readonly string[], townsByName: ReadonlyMap<string, readonly StayCity[]>): readonly StayCity[] {
  for (let length = Math.min(TERMS_OF_TOWN_MAX, terms.length); length >= 1; length -= 1) {
    for (let from = 0; from + length <= terms.length; from += 1) {
      const towns = townsByName.get(terms.slice(from, from + length).join(' '));
      if (towns) return towns.slice(0, NAMESAKES_MAX);
    }
  }
  return [];
}

function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
