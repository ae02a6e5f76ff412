import type { FareFamily } from '../fares/fare-family.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';

type Slices = readonly [PricedSlice, ...PricedSlice[]];

/**
 * Network carriers' factors: one direction abroad costs more than half a return; a return that stays long enough costs
 * less.
 */
const ONE_WAY_FACTORS = { domestic: 1, short: 1.08, long: 1.3 } as const;
const STAY_FACTORS = { short: 0.9, long: 0.85 } as const;
const SHORT_STAY_LONG_HAUL_FACTOR = 1.15;
/** A long-haul return keeps at least this many nights … */
export const MINIMUM_NIGHTS = 3;
/** … and at most this many. */
export const MAXIMUM_NIGHTS = 180;

/** How a fare of several directions is made up, and which stay its price asks for: what its conditions say. */
export type Stay = 'one_way' | 'each_way' | 'saturday_night' | 'nights' | 'none';

/**
 * What the shape of a trip does to each direction's fare. Low-cost carriers price each direction alone. Network
 * carriers charge less for a return that stays over a Saturday night (short haul) or three nights (long haul), and more
 * for one direction across borders.
 */
export function tripShape(slices: Slices): number {
  return shapeOf(stayOf(slices), slices[0].market);
}

/** `tripShape` of a trip whose stay is known. */
export function shapeOf(stay: Stay, { isDomestic, isLongHaul }: PricedSlice['market']): number {
  switch (stay) {
    case 'each_way':
      return 1;
    case 'one_way':
      return ONE_WAY_FACTORS[isDomestic ? 'domestic' : isLongHaul ? 'long' : 'short'];
    case 'none':
      return isLongHaul ? SHORT_STAY_LONG_HAUL_FACTOR : 1;
    case 'saturday_night':
    case 'nights':
      return isLongHaul ? STAY_FACTORS.long : STAY_FACTORS.short;
    default:
      return stay satisfies never;
  }
}

/** The stay a trip keeps; `none` where it is a return that keeps none. */
export function stayOf(slices: Slices): Stay {
  const [out] = slices;
  const back = slices.at(-1);
  if (out.carrier.isLowCost || out.carrier.isScenario) return 'each_way';
  const isReturn = back !== undefined && slices.length > 1 && back.market.destination.city === out.market.origin.city;
  if (!isReturn) return 'one_way';
  const leaves = out.itinerary.legs[0].day;
  const nights = back.itinerary.legs[0].day - leaves;
  if (out.market.isLongHaul) return nights >= MINIMUM_NIGHTS && nights <= MAXIMUM_NIGHTS ? 'nights' : 'none';
  return staysSaturdayNight(leaves, nights) ? 'saturday_night' : 'none';
}

/** Whether one of the nights away is that from a Saturday to a Sunday. Days count from 1970-01-01, a Thursday. */
export function staysSaturdayNight(day: number, nights: number): boolean {
  const daysToSaturday = (5 - ((day + 3) % 7) + 7) % 7;
  return daysToSaturday < nights;
}

/**
 * The brand's fare of one direction in US dollars, taxes left out. Brands sold without minimum stay give no discount
 * for one.
 */
export function brandUsd(slice: PricedSlice, shape: number, family: FareFamily): number {
  const base = slice.baseUsd * (family.isUnrestricted ? Math.max(1, shape) : shape);
  return base * (1 + family.extraShare) + family.extraUsd;
}
