/** What changing or giving back a ticket costs one traveler in US dollars, by when it is asked for; 0 = free. */
export interface PenaltyLadder {
  /** More than `earlyMinutes` before departure. */
  readonly earlyUsd: number;
  /** From then until the counter closes (`CUT_OFF_MINUTES`). */
  readonly lateUsd: number;
}

/** What one branded fare includes and allows. Prices and fees are in US dollars and converted when a fare is made. */
export interface FareFamily {
  readonly code: string;
  readonly name: string;
  /** Adds to the cheapest brand's fare of each direction: a share of it and a sum. */
  readonly extraShare: number;
  readonly extraUsd: number;
  /** Bags in the hold, and the kilograms of each; 0 for none. */
  readonly checkedPieces: number;
  readonly checkedKg: number;
  readonly carryOnPieces: number;
  readonly carryOnKg: number;
  readonly hasSeat: boolean;
  readonly hasPriority: boolean;
  /** Undefined where it is not allowed at all. */
  readonly change: PenaltyLadder | undefined;
  readonly refund: PenaltyLadder | undefined;
  /** What flying on after a missed departure costs; undefined where the ticket is worthless then. */
  readonly noShowUsd: number | undefined;
  readonly isNameChangeable: boolean;
  /** Sold without minimum stay, at the price of a trip that does not keep it. */
  readonly isUnrestricted: boolean;
}

/** Which set of brands a carrier sells on a journey: carriers of a kind sell brands of a kind. */
export const FAMILY_SETS = [
  'low_cost_europe',
  'low_cost_americas',
  'low_cost_asia',
  'short_haul',
  'long_haul',
  'north_america',
  'north_america_long',
  'latin_america',
  'asia_short',
  'asia_long',
] as const;

export type FamilySet = (typeof FAMILY_SETS)[number];
