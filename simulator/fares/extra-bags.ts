import type { FlightAncillary } from '../../src/travel/flight.ts';
import { type Filing, fileUsd } from './filing.ts';
import { familySetOf } from '../itineraries/markets.ts';
import type { PricedSlice } from './slice-prices.ts';

/** What one more bag of a kind costs in a direction: a sum, a part for each kilometre, and at most so much. */
interface BagTariff {
  readonly kg: number;
  readonly fixedUsd: number;
  readonly perKmUsd: number;
  readonly maxUsd: number;
}

/** All of a direction that bags depend on. */
export type SoldDirection = Pick<PricedSlice, 'carrier' | 'market'>;

const CHECKED_QUANTITY_MAX = 3;
const CABIN_KG = 10;
const CABIN_TARIFF: BagTariff = { kg: CABIN_KG, fixedUsd: 13, perKmUsd: 0.005, maxUsd: 45 };
const LOW_COST_HEAVY_KG = 23;
const LOW_COST_HEAVY_FACTOR = 1.3;

/**
 * Bags that may be added, per direction, paid in advance. Low-cost carriers sell bags by weight and space in the cabin
 * too; a network carrier's price is a step: within a region, within the Americas' flat list, or across the globe.
 */
export function extraBags(slice: SoldDirection, sliceIndex: number, filing: Filing): readonly FlightAncillary[] {
  const tariff = checkedTariff(slice);
  const checked = (ancillaryKey: string, kg: number, usd: number): FlightAncillary => ({
    ancillaryKey,
    type: 'checked_bag',
    description: `Extra checked bag, ${kg} kg`,
    sliceIndex,
    weightKg: kg,
    price: fileUsd(filing, usd),
    quantityMax: CHECKED_QUANTITY_MAX,
  });
  const usd = priceOf(tariff, slice.market.km);
  if (!slice.carrier.isLowCost) return [checked(`bag-${sliceIndex}`, tariff.kg, usd)];
  return [
    checked(`bag-${sliceIndex}`, tariff.kg, usd),
    checked(`heavy-${sliceIndex}`, LOW_COST_HEAVY_KG, usd * LOW_COST_HEAVY_FACTOR),
    {
      ancillaryKey: `cabin-${sliceIndex}`,
      type: 'carry_on',
      description: `Large cabin bag, ${CABIN_KG} kg`,
      sliceIndex,
      weightKg: CABIN_KG,
      price: fileUsd(filing, priceOf(CABIN_TARIFF, slice.market.km)),
      quantityMax: 1,
    },
  ];
}

function checkedTariff({ carrier, market }: SoldDirection): BagTariff {
  const set = familySetOf(carrier, market);
  switch (set) {
    case 'low_cost_europe':
    case 'low_cost_americas':
      return { kg: 20, fixedUsd: 22, perKmUsd: 0.008, maxUsd: 75 };
    case 'low_cost_asia':
      return { kg: 20, fixedUsd: 12, perKmUsd: 0.008, maxUsd: 70 };
    case 'north_america':
      return { kg: 23, fixedUsd: 40, perKmUsd: 0, maxUsd: 40 };
    case 'long_haul':
    case 'north_america_long':
      return { kg: 23, fixedUsd: 85, perKmUsd: 0, maxUsd: 85 };
    case 'asia_long':
      return { kg: 23, fixedUsd: 60, perKmUsd: 0.008, maxUsd: 160 };
    case 'asia_short':
      return { kg: 10, fixedUsd: 12, perKmUsd: 0.006, maxUsd: 50 };
    case 'latin_america':
      return { kg: 23, fixedUsd: 28, perKmUsd: 0.004, maxUsd: 60 };
    case 'short_haul':
      return { kg: 23, fixedUsd: 42, perKmUsd: 0, maxUsd: 42 };
    default:
      return set satisfies never;
  }
}

function priceOf({ fixedUsd, perKmUsd, maxUsd }: BagTariff, km: number): number {
  return Math.min(maxUsd, fixedUsd + perKmUsd * km);
}
