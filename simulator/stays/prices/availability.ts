import type { CityStock } from '../content/city-columns.ts';
import { type HotelRow, roomsOfKind } from '../content/hotel-facts.ts';
import { canAccommodate, type RoomsWanted } from '../rooms/hotel-rooms.ts';
import { type CityNights, hotelNightsOf, isClosed, nightsMin, roomsFree } from './night-demand.ts';
import type { PartyOfStay, ResolvedStayQuery } from '../stay-query.ts';
import type { RoomKind, StayTables } from '../content/stay-tables.ts';

/** A hotel that has rooms for the whole party on the nights of a query. */
export interface HotelAvailability {
  /** By night: USD of a double room before plan, board and guests. */
  readonly usd: readonly number[];
  /** By room kind: rooms free on every night; 0 where the hotel has none or no party fits. */
  readonly free: readonly number[];
}

/** What a night costs in minor units, taxes included: a round sum of the currency, never nothing. */
export function nightMinor({ filing }: CityStock, roomUsd: number, boardUsd: number, planFactor: number): number {
  return Math.max(1, Math.round(((roomUsd + boardUsd) * planFactor * filing.minorPerUsd) / filing.step)) * filing.step;
}

/**
 * Prices and free rooms of a hotel; undefined when it does not sell the stay: closed, shorter than its minimum stay, or
 * without rooms for everybody at once.
 */
export function availabilityOf(
  tables: StayTables,
  hotel: HotelRow,
  query: ResolvedStayQuery,
  nights: CityNights,
): HotelAvailability | undefined {
  const { stock, at } = hotel;
  if (isClosed(stock, at, nights) || nights.nights < nightsMin(stock, at, nights)) return undefined;
  const ofHotel = hotelNightsOf(stock, at, nights);
  const soldOf = query.soldIn?.(hotel);
  const bits = (stock.kinds[at] ?? 0) & query.kindsWanted;
  const free = tables.rooms.map((kind, index) => {
    if (((bits >>> index) & 1) === 0) return 0;
    return roomsFree(hotel, { index, rooms: roomsOfKind(hotel, kind), soldOn: soldOf?.(kind) }, nights, ofHotel);
  });
  return hasRoomsForAll(query, free) ? { usd: ofHotel.usd, free } : undefined;
}

function hasRoomsForAll({ parties, partyOfRoom }: ResolvedStayQuery, free: readonly number[]): boolean {
  const most = mostFreeOfAnyParty(parties, free);
  if (most < 1) return false;
  return (
    most >= partyOfRoom.length ||
    canAllTakeTheCheapest(parties, free) ||
    canAccommodate(roomsWanted({ parties, partyOfRoom }, free))
  );
}

/**
 * Of every party, the rooms free of the kind that has most for it; the fewest of these. So many rooms can surely be had
 * at once.
 */
function mostFreeOfAnyParty(parties: readonly PartyOfStay[], free: readonly number[]): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const { factors } of parties) {
    let most = 0;
    for (let index = 0; index < free.length; index += 1) {
      const left = free[index] ?? 0;
      if (left > most && (factors[index] ?? 0) > 0) most = left;
    }
    if (most < fewest) fewest = most;
  }
  return fewest;
}

/** The parties of a query as `canAccommodate` takes them. */
function roomsWanted(
  { parties, partyOfRoom }: Pick<ResolvedStayQuery, 'parties' | 'partyOfRoom'>,
  free: readonly number[],
): RoomsWanted {
  return {
    mayBe: partyOfRoom.map((party) => Array.from(parties[party]?.factors ?? [], (factor) => factor > 0)),
    free,
  };
}

/** By party: the index of the cheapest kind of room it may take; −1 where there is none. */
export function cheapestKinds(
  tables: StayTables,
  query: ResolvedStayQuery,
  free: readonly number[],
): readonly number[] {
  const { parties } = query;
  const isTight = query.partyOfRoom.length > 1 && !canAllTakeTheCheapest(parties, free);
  return parties.map(({ factors }, index) =>
    isTight ? (kindsOnOffer(tables, query, index, free)[0]?.kind.index ?? -1) : cheapestKind(factors, free),
  );
}

/** Whether every room can be of the kind that is cheapest for its party: then no list lacks it. */
function canAllTakeTheCheapest(parties: readonly PartyOfStay[], free: readonly number[]): boolean {
  for (const { factors } of parties) {
    const kind = cheapestKind(factors, free);
    let wanted = 0;
    for (const other of parties)
      if (other.factors === factors || cheapestKind(other.factors, free) === kind) wanted += other.rooms;
    if (wanted > (free[kind] ?? 0)) return false;
  }
  return true;
}

function cheapestKind(factors: Float64Array, free: readonly number[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  let kind = -1;
  for (let index = 0; index < factors.length; index += 1) {
    const factor = factors[index] ?? 0;
    if (factor === 0 || factor >= lowest || (free[index] ?? 0) < 1) continue;
    lowest = factor;
    kind = index;
  }
  return kind;
}

/** A kind of room that a party may take. */
export interface KindOnOffer {
  readonly kind: RoomKind;
  readonly factor: number;
  readonly free: number;
}

/** The kinds a party may take without leaving another room of the stay without one, cheapest first. */
export function kindsOnOffer(
  tables: StayTables,
  query: ResolvedStayQuery,
  partyIndex: number,
  free: readonly number[],
): readonly KindOnOffer[] {
  return kindsFree(tables, query, partyIndex, free).filter(mayTake(query, partyIndex, free));
}

function kindsFree(
  tables: StayTables,
  query: ResolvedStayQuery,
  partyIndex: number,
  free: readonly number[],
): readonly KindOnOffer[] {
  const party: PartyOfStay | undefined = query.parties[partyIndex];
  const kinds: KindOnOffer[] = [];
  for (const kind of tables.rooms) {
    const factor = party?.factors[kind.index] ?? 0;
    const left = free[kind.index] ?? 0;
    if (factor > 0 && left >= 1) kinds.push({ kind, factor, free: left });
  }
  return kinds.sort((a, b) => a.factor - b.factor);
}

/** Whether the other rooms can still be had when the party takes one of a kind. */
function mayTake(
  query: ResolvedStayQuery,
  partyIndex: number,
  free: readonly number[],
): (offered: KindOnOffer) => boolean {
  const isTight = mostFreeOfAnyParty(query.parties, free) <= query.partyOfRoom.length;
  return ({ kind }) => !isTight || leavesRoom(query, partyIndex, kind.index, free);
}

function leavesRoom(
  { parties, partyOfRoom }: ResolvedStayQuery,
  partyIndex: number,
  kind: number,
  free: readonly number[],
): boolean {
  if (partyOfRoom.length === 1) return true;
  if (partyOfRoom.length === 2)
    return leavesOneFor(parties[partyOfRoom[partyOfRoom[0] === partyIndex ? 1 : 0] ?? 0], kind, free);
  const room = partyOfRoom.indexOf(partyIndex);
  const others = partyOfRoom.filter((_, at) => at !== room);
  return canAccommodate(
    roomsWanted(
      { parties, partyOfRoom: others },
      free.map((left, index) => (index === kind ? left - 1 : left)),
    ),
  );
}

/** Whether a party still finds a room when one of a kind is gone. */
function leavesOneFor(party: PartyOfStay | undefined, kind: number, free: readonly number[]): boolean {
  for (let index = 0; index < free.length; index += 1) {
    if ((party?.factors[index] ?? 0) > 0 && (free[index] ?? 0) >= (index === kind ? 2 : 1)) return true;
  }
  return false;
}
