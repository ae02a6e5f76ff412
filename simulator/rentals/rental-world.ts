import type { LocalDateTime } from '../../src/travel/dates.ts';

import type { RentalQuery } from '../../src/travel/rental.ts';
import type { FoundStatedRentals, StatedRental } from './stated-rental.ts';

/** Cars an organization has rented out, by `soldCarsKey`. */
type SoldCars = ReadonlyMap<string, number>;

/** A day of a branch's vehicle class that a rental takes a car of. */
export interface CarUse {
  readonly branchId: string;
  readonly acrissCode: string;
  readonly day: string;
  readonly cars: number;
  readonly key: string;
}

/** When a query is made, and what its organization has rented out itself. */
export interface RentalContext {
  readonly now: Date;
  readonly sold: SoldCars;
}

/** When a rental is to begin and to end instead, in the branch's own time; undefined: as before. */
export interface RequestedTimes {
  readonly pickUpAt: LocalDateTime | undefined;
  readonly dropOffAt: LocalDateTime | undefined;
}

/** Every rental branch of the built-in world: a pure function of seed, query and date. */
export interface RentalWorld {
  /** What can be rented between these places at these times, cheapest first. */
  search(query: RentalQuery, context: RentalContext): FoundStatedRentals;
  /** The offer of a key as it is sold now; undefined when it is not (any more). */
  offer(offerKey: string, context: RentalContext): StatedRental | undefined;
  /**
   * Every class that could replace that of a key: same branches, plan and driver, at these times. Cheapest first.
   */
  alternatives(offerKey: string, times: RequestedTimes, context: RentalContext): readonly StatedRental[];
  /** The days an offer takes a car of, in a fixed order; undefined for a key that is none of this world's. */
  carUses(offerKey: string): readonly CarUse[] | undefined;
}

/** How a day of a branch's vehicle class is counted. */
export function soldCarsKey(branchId: string, acrissCode: string, day: string): string {
  return `${branchId}|${acrissCode}|${day}`;
}
