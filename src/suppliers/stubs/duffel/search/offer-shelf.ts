import type { StubAnswer } from '../../send-answer.ts';
import type { Offer, Service } from '../objects.ts';
import type { Product } from './generate-offers.ts';
import type { Magic } from './magic-routes.ts';
import type { SearchPassenger, SearchRequest } from './read-search.ts';

/** A search with what it found. */
export interface StoredSearch {
  readonly id: string;
  readonly createdAt: string;
  readonly request: SearchRequest;
  readonly magic: Magic | undefined;
  readonly offerIds: readonly string[];
}

/** A seat that can be bought: one for each passenger. */
export interface SeatService {
  readonly id: string;
  readonly passengerId: string;
  readonly segmentId: string;
  readonly designator: string;
  readonly name: string;
  readonly disclosures: readonly string[];
  readonly amount: string;
  readonly currency: string;
}

/** An offer as it is now, and what happened to it. */
export interface StoredOffer {
  offer: Offer;
  readonly search: StoredSearch;
  readonly product: Product;
  /** Its passengers with the names and cards given since. */
  passengers: readonly SearchPassenger[];
  /** How often it was read by itself. */
  reads: number;
  /** Made at the first reading. */
  services: readonly Service[] | undefined;
  seats: readonly SeatService[] | undefined;
  /** How often somebody tried to book it. */
  attempts: number;
}

/** A search whose offers come airline by airline. */
export interface StoredBatch {
  readonly id: string;
  readonly createdAt: Date;
  readonly total: number;
  readonly clientKey: string;
  /** What no read has brought yet: the offers of an airline, and its milliseconds after the airline before it. */
  waiting: readonly { readonly offers: readonly Offer[]; readonly milliseconds: number }[];
}

/** The answer of a search and until when it may be given again. */
export interface ReplayedSearch {
  readonly answer: StubAnswer;
  readonly until: string;
}

/** The searches and offers of one key, the latest of them. */
export interface OfferShelf {
  addSearch(search: StoredSearch, offers: readonly StoredOffer[]): void;
  search(id: string): StoredSearch | undefined;
  offer(id: string): StoredOffer | undefined;
  searches(): readonly StoredSearch[];
  offersOf(search: StoredSearch): readonly StoredOffer[];
  replay(key: string): ReplayedSearch | undefined;
  setReplay(key: string, replay: ReplayedSearch): void;
  reset(): void;
}

/** Offers live half an hour: a search is forgotten when so many offers have come after it. */
const offersMax = 60_000;
const replaysMax = 50;

export function createOfferShelf(): OfferShelf {
  const searches = new Map<string, StoredSearch>();
  const offers = new Map<string, StoredOffer>();
  let replays: ReadonlyMap<string, ReplayedSearch> = new Map();

  function forgetOldest(): void {
    for (const search of searches.values()) {
      if (offers.size <= offersMax) return;
      searches.delete(search.id);
      for (const id of search.offerIds) offers.delete(id);
    }
  }

  return {
    addSearch(search, found) {
      searches.set(search.id, search);
      for (const stored of found) offers.set(stored.offer.id, stored);
      forgetOldest();
    },
    search: (id) => searches.get(id),
    offer: (id) => offers.get(id),
    searches: () => [...searches.values()],
    offersOf: ({ offerIds }) => offerIds.flatMap((id) => offers.get(id) ?? []),
    replay: (key) => replays.get(key),
    setReplay(key, replay) {
      replays = new Map([...[...replays].slice(-replaysMax + 1), [key, replay]]);
    },
    reset() {
      replays = new Map();
      searches.clear();
      offers.clear();
    },
  };
}
