import type { StayTown } from '../../src/suppliers/ports/hotels.ts';
import type { PublishedNight, PublishedNightsQuery } from '../../src/suppliers/ports/demand.ts';
import type { StayQuery } from '../../src/travel/stay.ts';
import type { FoundStatedStays, StatedContent, StatedHotel, StatedStay } from './stated-stay.ts';

/** Rooms an organization has sold, by `soldRoomsKey`. */
export type SoldRooms = ReadonlyMap<string, number>;

/** A night of a room kind that a stay takes rooms of. */
export interface RoomUse {
  readonly hotelId: string;
  readonly roomId: string;
  /** The evening it begins. */
  readonly night: string;
  readonly rooms: number;
  readonly key: string;
}

/** When a query is made, and what its organization has sold itself. */
export interface StayContext {
  readonly now: Date;
  readonly sold: SoldRooms;
}

/** Every hotel of the built-in world: a pure function of seed, query and date. */
export interface StayWorld {
  /** Hotels with rooms for the whole party, cheapest first. */
  search(query: StayQuery, context: StayContext): FoundStatedStays;
  content(hotelId: string): StatedContent | undefined;
  /** Hotels by the beginning of their names, typing errors forgiven, best first. */
  suggest(text: string, limit: number): readonly StatedHotel[];
  /** The largest town with hotels of this whole name, in the country if one is given. */
  findTown(name: string, country: string | undefined): StayTown | undefined;
  /**
   * The rooms of these keys as they are sold now; undefined when one is not (any more), or when they are not one
   * hotel's and one stay's.
   */
  stay(rateKeys: readonly string[], context: StayContext): StatedStay | undefined;
  /** What single nights of a city cost, whatever was sold; absent in a world too small for an index. */
  nights?(query: PublishedNightsQuery): readonly PublishedNight[];
  /** The nights these keys take, in a fixed order; undefined for a key that is none of this world's. */
  roomUses(rateKeys: readonly string[]): readonly RoomUse[] | undefined;
}

/** How a night of a room kind is counted. */
export function soldRoomsKey(hotelId: string, roomId: string, night: string): string {
  return `${hotelId}|${roomId}|${night}`;
}
