import { epochDayToIsoDate } from '../../src/travel/dates.ts';

import { boardsOf, plansOf } from './rooms/boards-plans.ts';
import { findStays } from './find-stays.ts';
import { contentOf } from './content/hotel-content.ts';
import {
  findHotel,
  hotelIdOf,
  type HotelRow,
  roomKindsOf,
  roomIdOf,
  stayHotelOf,
  stayRoomOf,
} from './content/hotel-facts.ts';
import { availabilityOf, type HotelAvailability } from './prices/availability.ts';
import { priceNights } from './prices/night-prices.ts';
import { type RateContent, readRateKey } from './offers/rate-key.ts';
import { readStayFacts, type StayFacts, type StayParts } from './content/stay-facts.ts';
import { type ResolvedStayQuery, resolveStayQuery } from './stay-query.ts';
import { type RoomUse, soldRoomsKey, type StayContext, type StayWorld } from './stay-world.ts';
import { createHotelNames } from './suggest-hotels.ts';
import { arrivalOf } from './offers/cancellation-terms.ts';
import { rateOf } from './offers/hotel-rates.ts';
import type { StatedRate, StatedStay } from './stated-stay.ts';

/** Rooms that may be booked as one stay. */
const ROOMS_MAX = 8;

/** The hotels of a bundle. Reads the tables at once; the first query for a town draws its hotels. */
export function createStayWorld(parts: StayParts): StayWorld {
  const facts = readStayFacts(parts);
  const hotel = (hotelId: string): HotelRow | undefined => findHotel(facts.cities, facts.stockOf, hotelId);
  return {
    search: (query, context) => findStays(facts, query, context),
    content: (hotelId) => {
      const found = hotel(hotelId);
      return found && contentOf(found, facts.tables, facts.levies(found.stock, found.at));
    },
    ...createHotelNames(facts),
    nights: (query) => priceNights(facts, query),
    stay: (rateKeys, context) => rebuildStay(facts, rateKeys, context),
    roomUses: (rateKeys) => roomUsesOf(facts, rateKeys),
  };
}

interface ReadKeys {
  readonly hotel: HotelRow;
  readonly contents: readonly [RateContent, ...RateContent[]];
}

/** Reads rate keys; undefined when one is not sold here, or when they are not of one hotel and one stay. */
function readKeys(facts: StayFacts, rateKeys: readonly string[]): ReadKeys | undefined {
  if (rateKeys.length > ROOMS_MAX) return undefined;
  const [first, ...others] = rateKeys.map(readRateKey);
  if (!first) return undefined;
  const contents: [RateContent, ...RateContent[]] = [first];
  for (const other of others) {
    if (!other || other.hotelId !== first.hotelId || other.day !== first.day || other.nights !== first.nights)
      return undefined;
    contents.push(other);
  }
  const hotel = findHotel(facts.cities, facts.stockOf, first.hotelId);
  if (!hotel) return undefined;
  const isSold = contents.every((content) => choiceOf(facts, hotel, content) !== undefined);
  return isSold ? { hotel, contents } : undefined;
}

/** The room, board and plan of a key, where the hotel sells them. */
function choiceOf({ tables }: StayFacts, hotel: HotelRow, { kind, board, plan }: RateContent) {
  const room = roomKindsOf(hotel, tables).find((candidate) => candidate.kind === kind);
  const ratePlan = plansOf(hotel.stock, hotel.at).find(({ code }) => code === plan);
  return room && ratePlan && boardsOf(hotel.stock, hotel.at).includes(board)
    ? { kind: room, board, plan: ratePlan }
    : undefined;
}

function rebuildStay(facts: StayFacts, rateKeys: readonly string[], context: StayContext): StatedStay | undefined {
  const read = readKeys(facts, rateKeys);
  if (!read) return undefined;
  const { hotel, contents } = read;
  const { day, nights } = contents[0];
  const query = resolveStayQuery(facts, { day, nights, rooms: contents.map(({ party }) => party) }, context);
  if (!query) return undefined;
  const cityNights = facts.cityNights(hotel.stock.city, day, nights, query.today);
  const availability = availabilityOf(facts.tables, hotel, query, cityNights);
  if (!availability) return undefined;
  const wanted = countKinds(contents);
  const rates = contents.map((content, at) =>
    rebuildRate(
      facts,
      hotel,
      { content, query, factors: query.parties[query.partyOfRoom[at] ?? 0]?.factors, wanted },
      availability,
    ),
  );
  const [first, ...others] = rates.filter((rate) => rate !== undefined);
  if (!first || others.length + 1 !== contents.length) return undefined;
  return {
    hotel: stayHotelOf(hotel, facts.tables),
    checkIn: epochDayToIsoDate(day),
    checkOut: epochDayToIsoDate(day + nights),
    rates: [first, ...others],
  };
}

function countKinds(contents: readonly RateContent[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const { kind } of contents) wanted.set(kind, (wanted.get(kind) ?? 0) + 1);
  return wanted;
}

interface RateRequest {
  readonly content: RateContent;
  readonly query: ResolvedStayQuery;
  readonly factors: Float64Array | undefined;
  /** Rooms of each kind that the stay takes. */
  readonly wanted: ReadonlyMap<string, number>;
}

function rebuildRate(
  facts: StayFacts,
  hotel: HotelRow,
  { content, query, factors, wanted }: RateRequest,
  availability: HotelAvailability,
): StatedRate | undefined {
  const choice = choiceOf(facts, hotel, content);
  if (!choice) return undefined;
  const factor = factors?.[choice.kind.index] ?? 0;
  const free = availability.free[choice.kind.index] ?? 0;
  if (factor === 0 || free < (wanted.get(choice.kind.kind) ?? 1)) return undefined;
  const rateFacts = {
    tables: facts.tables,
    levies: facts.levies(hotel.stock, hotel.at),
    arrival: arrivalOf(facts.zones, facts.zoneIndex(hotel.stock.city.zone), query),
  };
  return rateOf(
    rateFacts,
    hotel,
    {
      query,
      party: content.party,
      offered: { kind: choice.kind, factor, free },
      room: stayRoomOf(hotel, choice.kind),
      board: choice.board,
      plan: choice.plan,
    },
    availability,
  );
}

function roomUsesOf(facts: StayFacts, rateKeys: readonly string[]): readonly RoomUse[] | undefined {
  const read = readKeys(facts, rateKeys);
  if (!read) return undefined;
  const { hotel, contents } = read;
  const hotelId = hotelIdOf(hotel);
  const { day, nights } = contents[0];
  const uses = [...countKinds(contents)].flatMap(([kind, rooms]) => {
    const room = roomKindsOf(hotel, facts.tables).find((candidate) => candidate.kind === kind);
    if (!room) return [];
    const roomId = roomIdOf(hotel, room);
    return Array.from({ length: nights }, (_, at): RoomUse => {
      const night = epochDayToIsoDate(day + at);
      return { hotelId, roomId, night, rooms, key: soldRoomsKey(hotelId, roomId, night) };
    });
  });
  return uses.sort((a, b) => (a.key < b.key ? -1 : 1));
}
