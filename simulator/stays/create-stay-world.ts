import { epochDayToIsoDate } from '../../src/travel/dates.ts';
import type { Stay, StayRate } from '../../src/travel/stay.ts';
import { boardsOf, plansOf } from './rooms/boards-plans.ts';
import { findStays } from './find-stays.ts';
import { contentOf } from './content/hotel-content.ts';
import {
  findHouse,
  hotelIdOf,
  type House,
  kindsOfHouse,
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

/** Rooms that may be booked as one stay. */
const ROOMS_MAX = 8;

/** The hotels of a bundle. Reads tables at once, and makes the hotels of a town when it is first asked about. */
export function createStayWorld(parts: StayParts): StayWorld {
  const facts = readStayFacts(parts);
  const house = (hotelId: string): House | undefined => findHouse(facts.cities, facts.stockOf, hotelId);
  return {
    search: (query, stockContext) => findStays(facts, query, stockContext),
    content: (hotelId) => {
      const found = house(hotelId);
      return found && contentOf(found, facts.tables, facts.levies(found.stock, found.at));
    },
    ...createHotelNames(facts),
    nights: (query) => priceNights(facts, query),
    stay: (rateKeys, stockContext) => rebuildStay(facts, rateKeys, stockContext),
    roomUses: (rateKeys) => roomUsesOf(facts, rateKeys),
  };
}

interface ReadKeys {
  readonly house: House;
  readonly contents: readonly [RateContent, ...RateContent[]];
}

/** What keys mean; undefined when one is none of this world's, or when they are not one hotel's and one stay's. */
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
  const house = findHouse(facts.cities, facts.stockOf, first.hotelId);
  if (!house) return undefined;
  const isSold = contents.every((content) => choiceOf(facts, house, content) !== undefined);
  return isSold ? { house, contents } : undefined;
}

/** The room, board and plan of a key, where the house sells them. */
function choiceOf({ tables }: StayFacts, house: House, { kind, board, plan }: RateContent) {
  const room = kindsOfHouse(house, tables).find((candidate) => candidate.kind === kind);
  const ratePlan = plansOf(house.stock, house.at).find(({ code }) => code === plan);
  return room && ratePlan && boardsOf(house.stock, house.at).includes(board)
    ? { kind: room, board, plan: ratePlan }
    : undefined;
}

function rebuildStay(facts: StayFacts, rateKeys: readonly string[], stockContext: StayContext): Stay | undefined {
  const read = readKeys(facts, rateKeys);
  if (!read) return undefined;
  const { house, contents } = read;
  const { day, nights } = contents[0];
  const resolved = resolveStayQuery(facts, { day, nights, rooms: contents.map(({ party }) => party) }, stockContext);
  if (!resolved) return undefined;
  const cityNights = facts.cityNights(house.stock.city, day, nights, resolved.today);
  const availability = availabilityOf(facts.tables, house, resolved, cityNights);
  if (!availability) return undefined;
  const wanted = countKinds(contents);
  const rates = contents.map((content, at) =>
    rebuildRate(
      facts,
      house,
      { content, resolved, factors: resolved.parties[resolved.partyOfRoom[at] ?? 0]?.factors, wanted },
      availability,
    ),
  );
  const [first, ...others] = rates.filter((rate) => rate !== undefined);
  if (!first || others.length + 1 !== contents.length) return undefined;
  return {
    hotel: stayHotelOf(house, facts.tables),
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

interface WantedRate {
  readonly content: RateContent;
  readonly resolved: ResolvedStayQuery;
  readonly factors: Float64Array | undefined;
  /** Rooms of each kind that the stay takes. */
  readonly wanted: ReadonlyMap<string, number>;
}

function rebuildRate(
  facts: StayFacts,
  house: House,
  { content, resolved, factors, wanted }: WantedRate,
  availability: HotelAvailability,
): StayRate | undefined {
  const choice = choiceOf(facts, house, content);
  if (!choice) return undefined;
  const factor = factors?.[choice.kind.index] ?? 0;
  const free = availability.free[choice.kind.index] ?? 0;
  if (factor === 0 || free < (wanted.get(choice.kind.kind) ?? 1)) return undefined;
  const rateFacts = {
    tables: facts.tables,
    levies: facts.levies(house.stock, house.at),
    arrival: arrivalOf(facts.zones, facts.zoneIndex(house.stock.city.zone), resolved),
  };
  return rateOf(
    rateFacts,
    house,
    {
      resolved,
      party: content.party,
      offered: { kind: choice.kind, factor, free },
      room: stayRoomOf(house, choice.kind),
      board: choice.board,
      plan: choice.plan,
    },
    availability,
  );
}

function roomUsesOf(facts: StayFacts, rateKeys: readonly string[]): readonly RoomUse[] | undefined {
  const read = readKeys(facts, rateKeys);
  if (!read) return undefined;
  const { house, contents } = read;
  const hotelId = hotelIdOf(house);
  const { day, nights } = contents[0];
  const uses = [...countKinds(contents)].flatMap(([kind, rooms]) => {
    const room = kindsOfHouse(house, facts.tables).find((candidate) => candidate.kind === kind);
    if (!room) return [];
    const roomId = roomIdOf(house, room);
    return Array.from({ length: nights }, (_, at): RoomUse => {
      const night = epochDayToIsoDate(day + at);
      return { hotelId, roomId, night, rooms, key: soldRoomsKey(hotelId, roomId, night) };
    });
  });
  return uses.sort((a, b) => (a.key < b.key ? -1 : 1));
}
