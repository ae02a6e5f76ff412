import type { CabinClass } from '../../src/travel/flight.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import type { ConnectionRules } from '../itineraries/connection-rules.ts';
import type { AirlinesOfRoute } from '../itineraries/onward-flights.ts';
import type { ReachableFaresBuilder, IndexSide, CandidateItinerary } from './reachable-fares.ts';
import type { FareFacts, ReferenceFares } from './reference-fares.ts';
import type { Inventory } from '../cabins/inventory.ts';
import type { Network } from '../schedule/network.ts';
import type { SlicePricer } from '../fares/slice-prices.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** What an index is made from. */
export interface IndexFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  readonly market: FareFacts['market'];
  readonly airlinesOfRoute: AirlinesOfRoute;
  readonly columns: AtlasColumns;
}

/** What indexes ask of an atlas over and over, in columns. */
export interface AtlasColumns {
  /** By airport: its city, and where its seasons are the same: 0 in the south, 1 between, 2 in the north. */
  readonly city: Uint16Array;
  readonly belt: Uint8Array;
  /** By city: its airports. */
  readonly airports: readonly (readonly number[])[];
}

/** Which index is wanted. Wall clocks are compared as they stand on `day`. */
export interface IndexQuery {
  readonly airports: readonly number[];
  readonly side: IndexSide;
  readonly cabin: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  readonly day: number;
  /** True for a trip with a way back. */
  readonly isReturn: boolean;
}

/** An index in the making. */
export interface IndexBuild {
  readonly facts: IndexFacts;
  readonly query: IndexQuery;
  readonly builder: ReachableFaresBuilder;
  /**
   * Paths of one connection of carriers that sell connections between their own flights only, gone on from to airports
   * further away.
   */
  readonly bases: ReachableFaresBuilder;
  readonly fares: ReferenceFares;
  readonly candidate: CandidateItinerary;
  /** By airport: the route between the current airport and it, or -1. */
  readonly near: Int32Array;
  readonly zones: ZoneClock;
  readonly utcMinute: number;
  readonly airlinesOfRoute: AirlinesOfRoute;
  /** By airline: 1 for those that sell connections between their own flights and no others'. */
  readonly sellsOwnOnly: Uint8Array;
}
