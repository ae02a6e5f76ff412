import { epochDayToIsoDate, isoDateToEpochDay } from '../../src/travel/dates.ts';
import type { RoomParty } from '../../src/travel/stay.ts';
import { hotelIdOf, roomIdOf, type HotelRow } from './content/hotel-facts.ts';
import { DAYS_AHEAD_MAX, NIGHTS_MAX } from './prices/night-demand.ts';
import { fitsRoom, guestFactor } from './rooms/room-party.ts';
import type { SoldHotels } from './rooms/sold-hotels.ts';
import { type SoldRooms, soldRoomsKey, type StayContext } from './stay-world.ts';
import type { StayFacts } from './content/stay-facts.ts';
import type { RoomKind, StayTables } from './content/stay-tables.ts';

/** A party of the query, and how many rooms are wanted for parties like it. */
export interface PartyOfStay {
  readonly party: RoomParty;
  readonly rooms: number;
  /** By room kind: what it costs of a double room's price; 0 where the party does not fit. */
  readonly factors: Float64Array;
}

/** A stay query as prices are computed from it: day numbers, parties counted, room kinds that fit. */
export interface ResolvedStayQuery {
  readonly day: number;
  readonly nights: number;
  readonly today: number;
  readonly now: Date;
  readonly parties: readonly PartyOfStay[];
  /** For every room wanted, which of the parties sleeps in it. */
  readonly partyOfRoom: readonly number[];
  /** A bit for each room kind that any party fits into. */
  readonly kindsWanted: number;
  /**
   * Rooms of a kind that the organization has sold on a night; undefined for a hotel of which it sold none, and
   * undefined altogether where it sold none of any.
   */
  readonly soldIn: ((hotel: HotelRow) => SoldOf | undefined) | undefined;
}
/** How many rooms of a kind a hotel has sold on a day. */
type SoldOf = (kind: RoomKind) => (day: number) => number;

/** Resolves a query; undefined when nothing can be sold for it: no nights, too many, over, or too far ahead. */
export function resolveStayQuery(
  { tables, soldHotels }: Pick<StayFacts, 'tables' | 'soldHotels'>,
  stay: { readonly day: number; readonly nights: number; readonly rooms: readonly RoomParty[] },
  { now, sold }: StayContext,
): ResolvedStayQuery | undefined {
  const today = Math.floor(now.getTime() / 86_400_000);
  const { day, nights, rooms } = stay;
  // A day's grace: it is still yesterday in Honolulu.
  if (!(nights >= 1 && nights <= NIGHTS_MAX) || day < today - 1 || day + nights - today > DAYS_AHEAD_MAX)
    return undefined;
  const parties: { party: RoomParty; rooms: number; factors: Float64Array }[] = [];
  const partyOfRoom = rooms.map((party) => {
    const known = parties.findIndex((other) => isSameParty(other.party, party));
    const same = parties[known];
    if (same) {
      same.rooms += 1;
      return known;
    }
    return parties.push({ party, rooms: 1, factors: factorsOf(tables, party) }) - 1;
  });
  return {
    day,
    nights,
    today,
    now,
    parties,
    partyOfRoom,
    kindsWanted: kindsFor(parties),
    soldIn: soldReader(sold, soldHotels),
  };
}

/** Two dates as a day number and a number of nights. */
export function nightsOf(checkIn: string, checkOut: string): { readonly day: number; readonly nights: number } {
  const day = isoDateToEpochDay(checkIn);
  return { day, nights: isoDateToEpochDay(checkOut) - day };
}

function isSameParty(a: RoomParty, b: RoomParty): boolean {
  return a.adults === b.adults && a.childrenAges.length === b.childrenAges.length && sorted(a) === sorted(b);
}

function sorted({ childrenAges }: RoomParty): string {
  return [...childrenAges].sort((x, y) => x - y).join();
}

function factorsOf({ rooms }: StayTables, party: RoomParty): Float64Array {
  return Float64Array.from(rooms, (kind) => (fitsRoom(kind, party) ? kind.price * guestFactor(kind, party) : 0));
}

function kindsFor(parties: readonly PartyOfStay[]): number {
  let bits = 0;
  for (const { factors } of parties)
    factors.forEach((factor, index) => {
      if (factor > 0) bits |= 1 << index;
    });
  return bits;
}

function soldReader(sold: SoldRooms, soldHotels: SoldHotels): ResolvedStayQuery['soldIn'] {
  if (sold.size === 0) return undefined;
  const hotels = soldHotels(sold);
  return (hotel) => {
    const hotelId = hotelIdOf(hotel);
    if (!hotels.has(hotelId)) return undefined;
    return (kind) => {
      const roomId = roomIdOf(hotel, kind);
      return (day) => sold.get(soldRoomsKey(hotelId, roomId, epochDayToIsoDate(day))) ?? 0;
    };
  };
}
