import { bodyOf, categoryOf } from './acriss.ts';
import type { DisplayRental } from './car-search.ts';

/** Counts over a whole result, before limit and offset: value to number of offers. */
export interface CarFacets {
  readonly categories: Readonly<Record<string, number>>;
  readonly bodyTypes: Readonly<Record<string, number>>;
  readonly transmissions: Readonly<Record<string, number>>;
  readonly vendors: Readonly<Record<string, number>>;
}

/** The facets of a result. What a supplier does not state is counted nowhere. */
export function countFacets(rentals: readonly DisplayRental[]): CarFacets {
  const count = (read: (rental: DisplayRental) => string | undefined) => {
    const counts = new Map<string, number>();
    for (const rental of rentals) {
      const value = read(rental);
      if (value === undefined) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  };
  return {
    categories: count(({ offer }) => offer.vehicle.acrissCode && categoryOf(offer.vehicle.acrissCode)),
    bodyTypes: count(({ offer }) => offer.vehicle.acrissCode && bodyOf(offer.vehicle.acrissCode)),
    transmissions: count(({ offer }) => offer.vehicle.transmission),
    vendors: count(({ offer }) => offer.vendorName),
  };
}
