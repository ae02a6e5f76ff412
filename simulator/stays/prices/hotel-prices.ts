import type { CityStock } from '../content/city-stock.ts';
import { type House, roomsOfKind } from '../content/hotel-facts.ts';
import { canHouse, type RoomsWanted } from '../rooms/hotel-rooms.ts';
import {
  type CityNights,
  fillHotelNights,
  type HotelNights,
  isClosed,
  NIGHTS_MAX,
  nightsMin,
  roomsFree,
} from './night-demand.ts';
import type { PartyOfStay, StayQuestion } from '../stay-query.ts';
import type { RoomKind, StayTables } from '../content/stay-tables.ts';
import type { NetNights } from './stay-taxes.ts';

/** One house on the nights of a question, in numbers. Scratch: good until the next house is looked at. */
export interface HouseScratch {
  readonly nights: HotelNights;
  /** By room kind: rooms free on every night. */
  readonly free: Float64Array;
  /** What the nights of the rate last reckoned cost. */
  readonly gross: Float64Array;
  readonly taxed: NetNights;
}

/** Scratch for one search. */
export function houseScratch(kinds: number): HouseScratch {
  return {
    nights: { usd: new Float64Array(NIGHTS_MAX), load: new Float64Array(NIGHTS_MAX) },
    free: new Float64Array(kinds),
    gross: new Float64Array(NIGHTS_MAX),
    taxed: { net: new Float64Array(NIGHTS_MAX), sums: [] },
  };
}

/** What a night costs in minor units, taxes included: a round sum of the currency, never nothing. */
export function nightMinor({ filing }: CityStock, roomUsd: number, boardUsd: number, planFactor: number): number {
  return Math.max(1, Math.round(((roomUsd + boardUsd) * planFactor * filing.minorPerUsd) / filing.step)) * filing.step;
}

/**
 * Fills the scratch with what a house has on the nights asked for: nights, and free rooms of the kinds it has. False
 * when it sells none: closed, or the stay is shorter than it sells.
 */
export function lookAtHouse(
  tables: StayTables,
  house: House,
  asked: { readonly question: StayQuestion; readonly nights: CityNights },
  scratch: HouseScratch,
): boolean {
  const { stock, at } = house;
  const { question, nights } = asked;
  if (isClosed(stock, at, nights) || nights.nights < nightsMin(stock, at, nights)) return false;
  fillHotelNights(scratch.nights, stock, at, nights);
  const soldOf = question.soldIn?.(house);
  const bits = (stock.kinds[at] ?? 0) & question.kindsWanted;
  for (let index = 0; index < tables.rooms.length; index += 1) {
    const kind = tables.rooms[index];
    if (!kind || ((bits >>> index) & 1) === 0) {
      scratch.free[index] = 0;
      continue;
    }
    scratch.free[index] = roomsFree(
      house,
      { index, rooms: roomsOfKind(house, kind), soldOn: soldOf?.(kind) },
      nights,
      scratch.nights,
    );
  }
  return hasRoomsForAll(question, scratch.free);
}

function hasRoomsForAll({ parties, partyOfRoom }: StayQuestion, free: Float64Array): boolean {
  const most = mostFreeOfAnyParty(parties, free);
  if (most < 1) return false;
  return (
    most >= partyOfRoom.length ||
    canAllTakeTheCheapest(parties, free) ||
    canHouse(roomsWanted({ parties, partyOfRoom }, free))
  );
}

/**
 * Of every party, the rooms free of the kind that has most for it; the fewest of these. So many rooms can surely be had
 * at once.
 */
function mostFreeOfAnyParty(parties: readonly PartyOfStay[], free: Float64Array): number {
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

/** The question as `canHouse` asks it. */
function roomsWanted(
  { parties, partyOfRoom }: Pick<StayQuestion, 'parties' | 'partyOfRoom'>,
  free: Float64Array,
): RoomsWanted {
  return {
    mayBe: partyOfRoom.map((party) => Array.from(parties[party]?.factors ?? [], (factor) => factor > 0)),
    free: Array.from(free),
  };
}

/**
 * By party, the place in the table of the kind of room that is the cheapest it may take of the house last looked at;
 * −1: none.
 */
export function cheapestKinds(
  tables: StayTables,
  question: StayQuestion,
  { free }: HouseScratch,
  into: Int32Array,
): void {
  const { parties } = question;
  const isTight = question.partyOfRoom.length > 1 && !canAllTakeTheCheapest(parties, free);
  for (let index = 0; index < parties.length; index += 1) {
    into[index] = isTight
      ? (kindsOnOffer(tables, question, index, free)[0]?.kind.index ?? -1)
      : cheapestKind(parties[index]?.factors, free);
  }
}

/** Whether every room can be of the kind that is cheapest for its party: then no list lacks it. */
function canAllTakeTheCheapest(parties: readonly PartyOfStay[], free: Float64Array): boolean {
  for (const { factors } of parties) {
    const kind = cheapestKind(factors, free);
    let wanted = 0;
    for (const other of parties)
      if (other.factors === factors || cheapestKind(other.factors, free) === kind) wanted += other.rooms;
    if (wanted > (free[kind] ?? 0)) return false;
  }
  return true;
}

function cheapestKind(factors: Float64Array | undefined, free: Float64Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  let kind = -1;
  if (factors === undefined) return kind;
  for (let index = 0; index < factors.length; index += 1) {
    const factor = factors[index] ?? 0;
    if (factor === 0 || factor >= lowest || (free[index] ?? 0) < 1) continue;
    lowest = factor;
    kind = index;
  }
  return kind;
}

/** A kind that a party may take of the house last looked at. */
export interface KindOnOffer {
  readonly kind: RoomKind;
  readonly factor: number;
  readonly free: number;
}

/** The kinds a party may take without leaving another room of the stay without one, cheapest first. */
export function kindsOnOffer(
  tables: StayTables,
  question: StayQuestion,
  partyIndex: number,
  free: Float64Array,
): readonly KindOnOffer[] {
  return kindsFree(tables, question, partyIndex, free).filter(mayTake(question, partyIndex, free));
}

function kindsFree(
  tables: StayTables,
  question: StayQuestion,
  partyIndex: number,
  free: Float64Array,
): readonly KindOnOffer[] {
  const party: PartyOfStay | undefined = question.parties[partyIndex];
  const kinds: KindOnOffer[] = [];
  for (const kind of tables.rooms) {
    const factor = party?.factors[kind.index] ?? 0;
    const left = free[kind.index] ?? 0;
    if (factor > 0 && left >= 1) kinds.push({ kind, factor, free: left });
  }
  return kinds.sort((a, b) => a.factor - b.factor);
}

/** Whether the other rooms can still be had when the party takes one of a kind. */
function mayTake(question: StayQuestion, partyIndex: number, free: Float64Array): (offered: KindOnOffer) => boolean {
  const isTight = mostFreeOfAnyParty(question.parties, free) <= question.partyOfRoom.length;
  return ({ kind }) => !isTight || leavesRoom(question, partyIndex, kind.index, free);
}

function leavesRoom(
  { parties, partyOfRoom }: StayQuestion,
  partyIndex: number,
  kind: number,
  free: Float64Array,
): boolean {
  if (partyOfRoom.length === 1) return true;
  if (partyOfRoom.length === 2)
    return leavesOneFor(parties[partyOfRoom[partyOfRoom[0] === partyIndex ? 1 : 0] ?? 0], kind, free);
  const room = partyOfRoom.indexOf(partyIndex);
  const others = partyOfRoom.filter((_, at) => at !== room);
  return canHouse(
    roomsWanted(
      { parties, partyOfRoom: others },
      free.map((left, index) => (index === kind ? left - 1 : left)),
    ),
  );
}

/** Whether a party still finds a room when one of a kind is gone. */
function leavesOneFor(party: PartyOfStay | undefined, kind: number, free: Float64Array): boolean {
  for (let index = 0; index < free.length; index += 1) {
    if ((party?.factors[index] ?? 0) > 0 && (free[index] ?? 0) >= (index === kind ? 2 : 1)) return true;
  }
  return false;
}
