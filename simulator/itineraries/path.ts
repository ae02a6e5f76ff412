import type { AtlasAirport } from '../../src/reference/atlas.ts';
import type { LegColumns } from './leg-columns.ts';

/**
 * The sequence of airports being visited, with every itinerary along it in `rows`: the rows of its last flight, whose
 * parents lead to the flights before. The object is reused for the next path, so a visitor must not hold on to it.
 */
export interface Path {
  origin: AtlasAirport;
  destination: AtlasAirport;
  flownKm: number;
  /** The route it begins with. */
  route: number;
  /** Kilometres of each leg; those from `legCount` on are left over from another path. */
  readonly legKm: [number, number, number];
  legCount: number;
  /** Rows of each level; the itineraries are the rows of level `legCount - 1`. */
  readonly levels: readonly [LegColumns, LegColumns, LegColumns];
}

/** What is done with the itineraries of a path. */
export interface PathVisitor {
  /** A path is in hand; its itineraries are not there yet. */
  begin(path: Path): void;
  /**
   * False when no itinerary along the path is of any use that goes on from a row of its last level but one with a
   * flight of an airline, related to the flight before by `relation`, and arrives at that minute or later. Such
   * itineraries are not even looked for.
   */
  isOfUse(path: Path, row: number, onward: OnwardFlight): boolean;
  visit(path: Path): void;
}

/** The last flight of itineraries that are still to be found, as far as it is known. */
export interface OnwardFlight {
  airline: number;
  /** `CARRIER_RELATION` to the flight before. */
  relation: number;
  /** The earliest minute it may arrive at. */
  arriveUtc: number;
}
