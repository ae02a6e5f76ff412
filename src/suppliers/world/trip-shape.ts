import type { FareFamily } from './fare-families.ts';
import type { PricedSlice } from './slice-prices.ts';

/**
 * What the shape of a trip does to each direction's fare. Low-cost carriers price each direction alone. Network carriers
 * charge less for a return that stays over a Saturday night (short haul) or three nights (long haul), and more for one
 * direction across borders.
 */
export function tripShape(slices: readonly [PricedSlice, ...PricedSlice[]]): number {
  const [out] = slices;
  const back = slices.at(-1);
  if (out.carrier.isLowCost || out.carrier.isScenario) return 1;
  const isReturn = back !== undefined && slices.length > 1 && back.market.destination.city === out.market.origin.city;
  if (!isReturn) return out.market.isDomestic ? 1 : out.market.isLongHaul ? 1.3 : 1.08;
  const nights = back.itinerary.legs[0].day - out.itinerary.legs[0].day;
  if (out.market.isLongHaul) return nights >= 3 && nights <= 180 ? 0.9 : 1.15;
  return staysSaturdayNight(out.itinerary.legs[0].day, nights) ? 0.9 : 1;
}

function staysSaturdayNight(day: number, nights: number): boolean {
  const daysToSaturday = (5 - ((day + 3) % 7) + 7) % 7;
  return daysToSaturday < nights;
}

/** The brand's fare of one direction in US dollars, taxes left out. */
export function brandUsd(slice: PricedSlice, shape: number, family: FareFamily): number {
  const base = slice.baseUsd * shape;
  return base * (1 + family.extraShare) + family.extraUsd;
}
