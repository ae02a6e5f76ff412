/** Documents that a supplier may take as proof of who somebody is. */
export type IdentityDocument = 'passport' | 'tax_id' | 'known_traveler_number' | 'passenger_redress_number';

/**
 * What a supplier must know about every traveler before it books, beyond what a flight always needs (birth date and
 * gender). It is asked for before anything is paid: a booking refused for a missing passport has already cost a hold.
 * Everything absent is not needed.
 */
export interface TravelerRequirements {
  /**
   * The party as it was searched, by age on the day of the last departure: `others` are the ages of everybody below
   * `adultFrom`. Another age is another party, which must be searched anew.
   */
  readonly ages?: { readonly adultFrom: number; readonly others: readonly number[] };
  /** One of these documents for every traveler. */
  readonly documents?: readonly IdentityDocument[];
  /** The only titles the supplier takes, in lower case without dots, and each traveler needs one: `['mr', 'ms']`. */
  readonly titles?: readonly string[];
  /** Longest given name and longest family name, in characters. */
  readonly nameLengthMax?: number;
  /** Names may have letters of the Latin alphabet (with accents), spaces, hyphens and apostrophes only. */
  readonly needsLatinNames?: boolean;
  /** No two travelers may have the same name. */
  readonly needsDistinctNames?: boolean;
}
