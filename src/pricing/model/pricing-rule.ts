import type { CabinClass } from '../../travel/flight.ts';

/** What a rule may be about. */
export const PRICED_KINDS = ['flight', 'hotel', 'car'] as const;
export type PricedKind = (typeof PRICED_KINDS)[number];

/** What a price must be of for a rule to count; an absent part matches everything. */
export interface RuleMatch {
  readonly kind?: PricedKind | undefined;
  /** The supplier, as `provider` names it: `duffel`. */
  readonly supplier?: string | undefined;
  /** IATA code of the validating carrier. */
  readonly carrier?: string | undefined;
  /** ISO 3166-1 alpha-2: where a flight's first direction ends, where a hotel is, where a car is picked up. */
  readonly country?: string | undefined;
  readonly cabin?: CabinClass | undefined;
  /** Minor units of the rule's currency: what is paid now is at least this. */
  readonly minTotal?: number | undefined;
}

/** One rule of an organization: which prices it is about, and the fee it adds to them. */
export interface PricingRule {
  readonly match: RuleMatch;
  /** Of every amount in the rule; undefined where the rule names none. */
  readonly currency: string | undefined;
  /** Percent of what is paid now: 2.5 is a fortieth. */
  readonly percent: number;
  /** Minor units, as the four that follow. */
  readonly fixed: number;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** The fee is rounded to the nearest multiple of this, halves up, before minimum and maximum hold it. */
  readonly roundTo: number | undefined;
  /** Switched off: it stays where it is, and matches nothing. */
  readonly isOff?: boolean | undefined;
}

/** The rules of an organization, in the order they are tried. */
export interface PricingRules {
  /** Changes whenever the rules do: part of the key of every cached answer that shows prices. */
  readonly version: number;
  readonly rules: readonly PricingRule[];
  /** When they were last changed; undefined where they never were set. */
  readonly updatedAt: Date | undefined;
}

/** The rules of an organization that never set any. */
export const NO_RULES: PricingRules = { version: 0, rules: [], updatedAt: undefined };
