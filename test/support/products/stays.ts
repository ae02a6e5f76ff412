import { fileURLToPath } from 'node:url';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { createStayWorld } from '../../../simulator/stays/create-stay-world.ts';
import { readStayFacts, type StayFacts, type StayParts } from '../../../simulator/stays/content/stay-facts.ts';
import type { StayContext, StayWorld } from '../../../simulator/stays/stay-world.ts';
import { addDays } from '../../../src/travel/dates.ts';
import type { RoomParty, StayFilter, StayPlace, StayQuery } from '../../../src/travel/stay.ts';
import type { StatedOffer, StatedRate } from '../../../simulator/stays/stated-stay.ts';

/** When the stay tests ask, with nothing sold here. */
export const STAY_ASKING: StayContext = { now: new Date('2026-04-15T10:00:00Z'), sold: new Map() };
/** Two adults. */
export const COUPLE: RoomParty = { adults: 2, childrenAges: [] };
/** Filters nothing. */
export const ANY_HOTEL: StayFilter = {
  chainIds: [],
  facilityIds: [],
  hotelTypeIds: [],
  starRatings: [],
  ratingMin: undefined,
  reviewsMin: undefined,
};

/** What the hotels of a bundle are made from: the project's own unless told. */
export function stayParts(
  seed = 'bly',
  dir = fileURLToPath(new URL('../../../data/world', import.meta.url)),
): StayParts {
  const { atlas, rates } = loadReference(dir, SCENARIO_PLACES);
  return { dir, rates, atlas, seed: hashText(seed) };
}

let stays: StayWorld | undefined;
let facts: StayFacts | undefined;

/** The hotels of the project's own world, without its flights: loaded once for a test file. */
export function testStays(): StayWorld {
  stays ??= createStayWorld(stayParts());
  return stays;
}

/** The same in columns. */
export function testStayFacts(): StayFacts {
  facts ??= readStayFacts(stayParts());
  return facts;
}

/** Three nights in June for a couple, unless told otherwise. */
export function stayQuery(
  place: StayPlace | string,
  more: Partial<StayQuery> & { readonly nights?: number } = {},
): StayQuery {
  const { nights = 3, ...others } = more;
  const checkIn = more.checkIn ?? '2026-06-10';
  return {
    place: typeof place === 'string' ? { kind: 'city', cityCode: place } : place,
    checkIn,
    checkOut: addDays(checkIn, nights),
    rooms: [COUPLE],
    guestNationality: undefined,
    only: ANY_HOTEL,
    hotelsMax: 1_000,
    ...others,
  };
}

/** Every rate of an offer. */
export function ratesOf({ ratesOfRooms }: StatedOffer): readonly StatedRate[] {
  return [...new Set(ratesOfRooms)].flat();
}
