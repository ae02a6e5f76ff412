import type { CabinClass } from '../../travel/flight.ts';

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
  /** Fee of a change or refund before departure: a number in dollars, 0 = free, undefined = not allowed. */
  readonly changeFeeUsd: number | undefined;
  readonly refundFeeUsd: number | undefined;
  readonly isNameChangeable: boolean;
}

/** Which set of brands a carrier sells on a journey. */
export type FamilySet = 'low_cost' | 'short_haul' | 'north_america' | 'long_haul';

const NOT_ALLOWED = undefined;
type Bags = readonly [checkedPieces: number, checkedKg: number, carryOnPieces: number, carryOnKg: number];

function family(
  code: string,
  name: string,
  extra: readonly [number, number],
  bags: Bags,
  seat: boolean,
  priority: boolean,
  change: number | undefined,
  refund: number | undefined,
  isNameChangeable = false,
): FareFamily {
  return {
    code,
    name,
    extraShare: extra[0],
    extraUsd: extra[1],
    checkedPieces: bags[0],
    checkedKg: bags[1],
    carryOnPieces: bags[2],
    carryOnKg: bags[3],
    hasSeat: seat,
    hasPriority: priority,
    changeFeeUsd: change,
    refundFeeUsd: refund,
    isNameChangeable,
  };
}

const ECONOMY: Readonly<Record<FamilySet, readonly FareFamily[]>> = {
  low_cost: [
    family('BASIC', 'Basic', [0, 0], [0, 0, 1, 7], false, false, NOT_ALLOWED, NOT_ALLOWED),
    family('PLUS', 'Plus', [0.12, 24], [1, 20, 1, 10], true, true, 45, NOT_ALLOWED),
    family('FLEX', 'Flex', [0.3, 58], [1, 23, 1, 10], true, true, 0, 40, true),
  ],
  short_haul: [
    family('LIGHT', 'Economy Light', [0, 0], [0, 0, 1, 8], false, false, NOT_ALLOWED, NOT_ALLOWED),
    family('STANDARD', 'Economy Standard', [0.08, 26], [1, 23, 1, 8], true, false, 70, NOT_ALLOWED),
    family('PLUS', 'Economy Plus', [0.16, 48], [1, 23, 1, 12], true, true, 0, 80),
    family('FLEX', 'Economy Flex', [0.35, 85], [1, 23, 1, 12], true, true, 0, 0),
  ],
  north_america: [
    family('BASIC', 'Basic Economy', [0, 0], [0, 0, 1, 10], false, false, NOT_ALLOWED, NOT_ALLOWED),
    family('MAIN', 'Main Cabin', [0.04, 25], [0, 0, 1, 10], true, false, 0, NOT_ALLOWED),
    family('EXTRA', 'Main Cabin Extra', [0.14, 55], [1, 23, 1, 10], true, true, 0, 100),
    family('FLEX', 'Main Cabin Flexible', [0.35, 90], [2, 23, 1, 10], true, true, 0, 0),
  ],
  long_haul: [
    family('LIGHT', 'Economy Light', [0, 0], [0, 0, 1, 8], false, false, NOT_ALLOWED, NOT_ALLOWED),
    family('STANDARD', 'Economy Standard', [0.06, 45], [1, 23, 1, 8], true, false, 150, NOT_ALLOWED),
    family('COMFORT', 'Economy Comfort', [0.14, 95], [2, 23, 1, 12], true, true, 80, 200),
    family('FLEX', 'Economy Flex', [0.4, 140], [2, 23, 1, 12], true, true, 0, 0),
  ],
};

const PREMIUM: readonly FareFamily[] = [
  family('PRESAVER', 'Premium Saver', [0, 0], [1, 23, 2, 12], true, true, 180, NOT_ALLOWED),
  family('PRESTD', 'Premium Standard', [0.1, 60], [2, 23, 2, 12], true, true, 100, 220),
  family('PREFLEX', 'Premium Flex', [0.3, 120], [2, 23, 2, 12], true, true, 0, 0),
];
const BUSINESS: readonly FareFamily[] = [
  family('BUSSAVER', 'Business Saver', [0, 0], [2, 32, 2, 16], true, true, 220, NOT_ALLOWED),
  family('BUSSTD', 'Business Standard', [0.12, 90], [2, 32, 2, 16], true, true, 120, 250),
  family('BUSFLEX', 'Business Flex', [0.32, 180], [2, 32, 2, 16], true, true, 0, 0),
];
const FIRST: readonly FareFamily[] = [
  family('FIRSAVER', 'First Saver', [0, 0], [2, 32, 2, 16], true, true, 250, 400),
  family('FIRSTD', 'First Standard', [0.15, 150], [3, 32, 2, 16], true, true, 0, 250),
  family('FIRFLEX', 'First Flex', [0.3, 300], [3, 32, 2, 16], true, true, 0, 0),
];

/** The brands of a cabin, cheapest first. */
export function fareFamilies(set: FamilySet, cabin: CabinClass): readonly FareFamily[] {
  switch (cabin) {
    case 'economy':
      return ECONOMY[set];
    case 'premium_economy':
      return PREMIUM;
    case 'business':
      return BUSINESS;
    case 'first':
      return FIRST;
    default:
      return cabin satisfies never;
  }
}
