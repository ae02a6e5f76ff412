import type { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { countMistakes } from '../../places/place-names.ts';
import { createLazyLru } from '../../platform/cache/lazy-lru.ts';
import { createRefreshingCache } from '../../platform/cache/refreshing-cache.ts';
import type { Db } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { HotelSupplier, StayTown } from '../../suppliers/ports/hotels.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { StayHotel } from '../../travel/stay.ts';
import { foldTerms, termsOf } from './hotel-terms.ts';
import { type CityContent, listTowns } from './store-city.ts';
import { findHotelsByTerms } from './store-hotels.ts';

const TEXT_LENGTH_MAX = 80;
const LETTERS_MIN = 2;
const TERMS_MAX = 10;
/** Where no name begins so, so many that begin nearly so are compared letter by letter. */
const COMPARED_MAX = 300;
/** Letters of a word that are never a mistake. */
const CERTAIN_LETTERS = 2;
/** Letters of a word from which on one may be wrong, and two. */
const ONE_MISTAKE_FROM = 5;
const TWO_MISTAKES_FROM = 8;
const TOWNS_MAX = 5_000;
/** What other processes have filled is seen after this long. */
const TOWNS_LIFE_MS = 60_000;
const TOWNS_REFRESH_MS = 15_000;
const CITIES_CACHED_MAX = 2_000;

type Suppliers = readonly Pick<HotelSupplier, 'id' | 'content'>[];

/** The towns whose hotels are stored, of the suppliers that an organization sells through. */
export interface KnownTowns {
  /** The town that is wholly called this, in one country if it is said; of namesakes the one with most hotels. */
  find(name: string, country: string | undefined): StayTown | undefined;
}

/** What a search learnt of a city, and when. */
export interface RecentCity {
  readonly city: CityContent;
  readonly at: Date;
}

/**
 * Hotels that are stored here city by city, by their names. Names are looked for in the database: of what is stored
 * only the towns are in memory.
 */
export interface ContentIndex {
  /** Hotels of which every word of the text begins a word of their name or town, best first; typing errors forgiven. */
  suggest(
    suppliers: Suppliers,
    query: { readonly organizationId: OrganizationId; readonly text: string; readonly limit: number },
  ): Promise<readonly StayHotel[]>;
  loadTowns(suppliers: Suppliers, organizationId: OrganizationId): Promise<KnownTowns>;
  /** Drops the towns in memory: one was read to its end. */
  forgetTowns(): void;
  /** Cities that searches have used, by key and organization, as they were then. */
  readonly recentCities: LRUCache<string, RecentCity>;
}

interface Town extends StayTown {
  readonly supplier: string;
}

/** Creates the index of an installation's database. */
export function createContentIndex({ db, log }: { readonly db: Db; readonly log: Logger }): ContentIndex {
  const towns = createRefreshingCache<ReadonlyMap<string, readonly Town[]>>({
    read: async () => Map.groupBy(await listTowns(db, TOWNS_MAX), ({ name }) => foldTerms(name).join(' ')),
    ttlMs: TOWNS_LIFE_MS,
    refreshedMs: TOWNS_REFRESH_MS,
    entriesMax: 1,
    onRefreshFailed: (err) => log.warn({ err }, 'The towns with stored hotels could not be read again.'),
  });
  return {
    async suggest(suppliers, { organizationId, text, limit }) {
      const terms = foldTerms(text.slice(0, TEXT_LENGTH_MAX)).slice(0, TERMS_MAX);
      if (terms.join('').length < LETTERS_MIN || limit < 1) return [];
      const open = await listOpen(suppliers, organizationId);
      if (open.length === 0) return [];
      const found = await findHotelsByTerms(db, { suppliers: open, beginnings: terms, limit });
      return found.length > 0 ? found : (await findAlike(db, open, terms)).slice(0, limit);
    },
    async loadTowns(suppliers, organizationId) {
      const open = await listOpen(suppliers, organizationId);
      if (open.length === 0) return { find: () => undefined };
      const known = await towns.get('all');
      return {
        find: (name, country) =>
          known
            .get(foldTerms(name).join(' '))
            ?.find((town) => open.includes(town.supplier) && (country === undefined || town.country === country)),
      };
    },
    forgetTowns: () => towns.forget('all'),
    recentCities: createLazyLru(CITIES_CACHED_MAX),
  };
}

/** The suppliers whose stored hotels an organization may see. */
export async function listOpen(suppliers: Suppliers, organizationId: OrganizationId): Promise<readonly string[]> {
  const open = await Promise.all(
    suppliers.map(async ({ id, content }) => ((await isOpen(content, organizationId)) ? [id] : [])),
  );
  return open.flat();
}

async function isOpen(content: HotelSupplier['content'], organizationId: OrganizationId): Promise<boolean> {
  if (content === undefined) return false;
  try {
    return await content.isOpenTo(organizationId);
  } catch (error) {
    // Its account cannot be used: nothing of this supplier can be sold.
    if (error instanceof SupplierFailure) return false;
    throw error;
  }
}

async function findAlike(
  db: Db,
  suppliers: readonly string[],
  terms: readonly string[],
): Promise<readonly StayHotel[]> {
  if (terms.every((word) => mistakesOf(word) === 0)) return [];
  const beginnings = terms.map((word) => (mistakesOf(word) === 0 ? word : word.slice(0, CERTAIN_LETTERS)));
  const candidates = await findHotelsByTerms(db, { suppliers, beginnings, limit: COMPARED_MAX });
  return candidates.filter((hotel) => {
    const known = termsOf(hotel).split(' ');
    return terms.every((word) => known.some((other) => isAlike(word, other)));
  });
}

function mistakesOf({ length }: string): number {
  if (length >= TWO_MISTAKES_FROM) return 2;
  return length >= ONE_MISTAKE_FROM ? 1 : 0;
}

/** Whether a word, with its typing errors, is another or the beginning of it. */
function isAlike(typed: string, known: string): boolean {
  const allowed = mistakesOf(typed);
  if (allowed === 0) return known.startsWith(typed);
  const lengths = Array.from({ length: 2 * allowed + 1 }, (_, index) => typed.length - allowed + index);
  return lengths.some((length) => countMistakes(typed, known.slice(0, length)) <= allowed);
}
