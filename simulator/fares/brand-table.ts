import type { CabinClass } from '../../src/travel/flight.ts';
import type { FamilySet, FareFamily, PenaltyLadder } from './fare-family.ts';

/** Bags of a brand: pieces and kilograms of each in the hold, then in the cabin. */
type Bags = readonly [checkedPieces: number, checkedKg: number, carryOnPieces: number, carryOnKg: number];
/** `seat`, `priority`, `name` (the traveler's name may be changed), `free` (no minimum stay), in any order. */
type Perks = string;
/** Early and late fee in dollars, or no. */
type Penalty = readonly [earlyUsd: number, lateUsd: number] | undefined;
/** A change, a refund, and flying on after a no-show. */
type Penalties = readonly [change: Penalty, refund: Penalty, noShowUsd?: number];

const NO = undefined;
const FREE: Penalty = [0, 0];

/** One brand: what it adds to the cheapest brand's fare of a direction is a share of it and a sum in US dollars. */
function brand(
  code: string,
  name: string,
  extra: readonly [number, number],
  bags: Bags,
  perks: Perks,
  penalties: Penalties,
): FareFamily {
  const [change, refund, noShowUsd] = penalties;
  const has = new Set(perks.split(' '));
  return {
    code,
    name,
    extraShare: extra[0],
    extraUsd: extra[1],
    checkedPieces: bags[0],
    checkedKg: bags[1],
    carryOnPieces: bags[2],
    carryOnKg: bags[3],
    hasSeat: has.has('seat'),
    hasPriority: has.has('priority'),
    change: ladder(change),
    refund: ladder(refund),
    noShowUsd,
    isNameChangeable: has.has('name'),
    isUnrestricted: has.has('free'),
  };
}

function ladder(penalty: Penalty): PenaltyLadder | undefined {
  return penalty && { earlyUsd: penalty[0], lateUsd: penalty[1] };
}

type Brands = readonly FareFamily[];

/** One cabin, which a query for any other is served with: no carrier of these sets has more. */
function oneCabin(brands: Brands): Readonly<Record<CabinClass, Brands>> {
  return { economy: brands, premium_economy: brands, business: brands, first: brands };
}

const LOW_COST_EUROPE = oneCabin([
  brand('BASIC', 'Basic', [0, 0], [0, 0, 1, 7], '', [[50, 70], NO, 110]),
  brand('REGULAR', 'Regular', [0.06, 19], [0, 0, 2, 10], 'seat priority', [[50, 70], NO, 110]),
  brand('PLUS', 'Plus', [0.12, 34], [1, 20, 1, 7], 'seat', [[50, 70], NO, 110]),
  brand('FLEXPLUS', 'Flexi Plus', [0.3, 66], [1, 20, 2, 10], 'seat priority name', [FREE, NO, 110]),
]);
const LOW_COST_AMERICAS = oneCabin([
  brand('BASIC', 'Basic', [0, 0], [0, 0, 1, 7], '', [NO, NO]),
  brand('PLUS', 'Plus', [0.12, 24], [1, 20, 1, 10], 'seat priority', [[45, 75], NO]),
  brand('FLEX', 'Flex', [0.3, 58], [1, 23, 1, 10], 'seat priority name', [FREE, [40, 60], 99]),
]);
const LOW_COST_ASIA = oneCabin([
  brand('LITE', 'Lite', [0, 0], [0, 0, 1, 7], '', [[35, 55], NO]),
  brand('VALUE', 'Value Pack', [0.08, 16], [1, 20, 1, 7], 'seat', [[35, 55], NO]),
  brand('MAX', 'Max', [0.25, 42], [1, 30, 1, 14], 'seat priority name', [FREE, [45, 65], 60]),
]);

const SHORT_BUSINESS: Brands = [
  brand('BUSSAVER', 'Business Saver', [0, 0], [2, 32, 2, 8], 'seat priority', [[120, 150], NO, 200]),
  brand('BUSCLASS', 'Business Classic', [0.1, 60], [2, 32, 2, 8], 'seat priority', [FREE, [150, 180], 150]),
  brand('BUSFLEX', 'Business Flex', [0.28, 130], [2, 32, 2, 8], 'seat priority free', [FREE, FREE, 0]),
];
const PREMIUM: Brands = [
  brand('PRESAVER', 'Premium Saver', [0, 0], [1, 23, 2, 12], 'seat priority', [[180, 210], NO, 250]),
  brand('PRESTD', 'Premium Standard', [0.1, 60], [2, 23, 2, 12], 'seat priority', [[100, 130], [220, 260], 200]),
  brand('PREFLEX', 'Premium Flex', [0.3, 120], [2, 23, 2, 12], 'seat priority free', [FREE, FREE, 100]),
];
const LONG_BUSINESS: Brands = [
  brand('BUSLIGHT', 'Business Light', [0, 0], [1, 32, 2, 16], 'priority', [[300, 350], NO, 400]),
  brand('BUSSTD', 'Business Standard', [0.1, 90], [2, 32, 2, 16], 'seat priority', [[150, 200], [350, 400], 300]),
  brand('BUSFLEX', 'Business Flex', [0.32, 180], [2, 32, 2, 16], 'seat priority free', [FREE, FREE, 100]),
];
const FIRST: Brands = [
  brand('FIRSAVER', 'First Saver', [0, 0], [2, 32, 2, 16], 'seat priority', [[250, 300], [400, 500], 500]),
  brand('FIRSTD', 'First Standard', [0.15, 150], [3, 32, 2, 16], 'seat priority', [FREE, [250, 300], 300]),
  brand('FIRFLEX', 'First Flex', [0.3, 300], [3, 32, 2, 16], 'seat priority free', [FREE, FREE, 0]),
];

const SHORT_HAUL = {
  economy: [
    brand('LIGHT', 'Economy Light', [0, 0], [0, 0, 1, 8], '', [NO, NO]),
    brand('STANDARD', 'Economy Standard', [0.08, 26], [1, 23, 1, 8], 'seat', [[70, 90], NO, 120]),
    brand('PLUS', 'Economy Plus', [0.16, 48], [1, 23, 1, 12], 'seat priority', [FREE, [80, 100], 100]),
    brand('FLEX', 'Economy Flex', [0.35, 85], [1, 23, 1, 12], 'seat priority free', [FREE, FREE, 70]),
  ],
  premium_economy: PREMIUM,
  business: SHORT_BUSINESS,
  first: FIRST,
} as const;
const LONG_HAUL = {
  economy: [
    brand('LIGHT', 'Economy Light', [0, 0], [0, 0, 1, 8], '', [NO, NO]),
    brand('STANDARD', 'Economy Standard', [0.06, 45], [1, 23, 1, 8], 'seat', [[150, 190], NO, 250]),
    brand('COMFORT', 'Economy Comfort', [0.14, 95], [2, 23, 1, 12], 'seat priority', [[80, 120], [200, 250], 200]),
    brand('FLEX', 'Economy Flex', [0.4, 140], [2, 23, 1, 12], 'seat priority free', [FREE, FREE, 100]),
  ],
  premium_economy: PREMIUM,
  business: LONG_BUSINESS,
  first: FIRST,
} as const;

/**
 * North American carriers change without a fee in all but the basic brand, and their front cabin on short flights has
 * two brands.
 */
const NORTH_AMERICA = {
  economy: [
    brand('BASIC', 'Basic Economy', [0, 0], [0, 0, 1, 10], '', [NO, NO]),
    brand('MAIN', 'Main Cabin', [0.04, 25], [0, 0, 1, 10], 'seat', [FREE, NO]),
    brand('EXTRA', 'Main Cabin Extra', [0.14, 55], [1, 23, 1, 10], 'seat priority', [FREE, [100, 100]]),
    brand('FLEX', 'Main Cabin Flexible', [0.35, 90], [2, 23, 1, 10], 'seat priority free', [FREE, FREE, 0]),
  ],
  premium_economy: PREMIUM,
  business: [
    brand('FRONT', 'Business', [0, 0], [2, 32, 2, 10], 'seat priority', [FREE, NO]),
    brand('FRONTFLX', 'Business Flexible', [0.2, 90], [2, 32, 2, 10], 'seat priority free', [FREE, FREE, 0]),
  ],
  first: FIRST,
} as const;
const NORTH_AMERICA_LONG = {
  economy: [
    brand('BASIC', 'Basic Economy', [0, 0], [0, 0, 1, 10], '', [NO, NO]),
    brand('MAIN', 'Main Cabin', [0.05, 60], [1, 23, 1, 10], 'seat', [FREE, NO]),
    brand('EXTRA', 'Main Cabin Extra', [0.13, 130], [1, 23, 1, 10], 'seat priority', [FREE, [250, 300]]),
    brand('FLEX', 'Main Cabin Flexible', [0.4, 160], [2, 23, 1, 10], 'seat priority free', [FREE, FREE, 0]),
  ],
  premium_economy: PREMIUM,
  business: LONG_BUSINESS,
  first: FIRST,
} as const;

const LATIN_AMERICA = {
  economy: [
    brand('BASIC', 'Basic', [0, 0], [0, 0, 1, 10], '', [NO, NO]),
    brand('CLASSIC', 'Classic', [0.08, 18], [1, 23, 2, 10], 'seat', [[60, 80], NO, 100]),
    brand('FLEX', 'Flex', [0.26, 44], [1, 23, 2, 12], 'seat priority', [FREE, [70, 90], 80]),
    brand('FULL', 'Full', [0.45, 80], [2, 23, 2, 12], 'seat priority name free', [FREE, FREE, 0]),
  ],
  premium_economy: PREMIUM,
  business: SHORT_BUSINESS,
  first: FIRST,
} as const;

/** Full-service carriers of Asia, the Gulf, Africa and the Pacific: a bag in every brand. */
const ASIA_SHORT = {
  economy: [
    brand('SAVER', 'Economy Saver', [0, 0], [1, 20, 1, 7], '', [[40, 60], NO, 70]),
    brand('STANDARD', 'Economy Standard', [0.1, 14], [1, 25, 1, 7], 'seat', [[25, 40], [40, 60], 50]),
    brand('FLEX', 'Economy Flex', [0.3, 35], [1, 30, 1, 7], 'seat priority free', [FREE, [15, 25], 25]),
  ],
  premium_economy: PREMIUM,
  business: [
    brand('BUSSAVER', 'Business Saver', [0, 0], [1, 40, 2, 7], 'seat priority', [[60, 80], [100, 130], 120]),
    brand('BUSFLEX', 'Business Flex', [0.22, 70], [1, 40, 2, 7], 'seat priority free', [FREE, FREE, 50]),
  ],
  first: FIRST,
} as const;
const ASIA_LONG = {
  economy: [
    brand('SPECIAL', 'Economy Special', [0, 0], [1, 23, 1, 7], '', [[150, 180], NO, 220]),
    brand('SAVER', 'Economy Saver', [0.05, 35], [1, 30, 1, 7], '', [[100, 130], [200, 230], 180]),
    brand('FLEX', 'Economy Flex', [0.15, 80], [2, 23, 1, 7], 'seat', [[50, 80], [100, 130], 120]),
    brand('FLEXPLUS', 'Economy Flex Plus', [0.38, 140], [2, 25, 1, 7], 'seat priority free', [FREE, FREE, 100]),
  ],
  premium_economy: PREMIUM,
  business: [
    brand('BUSSPEC', 'Business Special', [0, 0], [2, 32, 2, 7], 'priority', [[200, 250], NO, 300]),
    brand('BUSSAVER', 'Business Saver', [0.07, 80], [2, 32, 2, 7], 'seat priority', [[100, 150], [250, 300], 200]),
    brand('BUSFLEX', 'Business Flex', [0.2, 150], [2, 32, 2, 7], 'seat priority', [FREE, [120, 150], 120]),
    brand('BUSFLEXP', 'Business Flex Plus', [0.34, 220], [2, 40, 2, 7], 'seat priority free', [FREE, FREE, 0]),
  ],
  first: FIRST,
} as const;

/**
 * The brands of every set, by cabin, cheapest first: our own, made like those that carriers of each kind sell in 2026,
 * with fees of the size they charge. No brand of an airline is copied.
 */
export const BRANDS: Readonly<Record<FamilySet, Readonly<Record<CabinClass, Brands>>>> = {
  low_cost_europe: LOW_COST_EUROPE,
  low_cost_americas: LOW_COST_AMERICAS,
  low_cost_asia: LOW_COST_ASIA,
  short_haul: SHORT_HAUL,
  long_haul: LONG_HAUL,
  north_america: NORTH_AMERICA,
  north_america_long: NORTH_AMERICA_LONG,
  latin_america: LATIN_AMERICA,
  asia_short: ASIA_SHORT,
  asia_long: ASIA_LONG,
};
