import type { Airport, City, Country } from '../travel/places.ts';

/**
 * Places and airlines that stand beside a bundle's own: the simulator's fictional ones. Production adds none.
 */
export interface AdditionalPlaces {
  /** The country of these places; its continent is two letters. */
  readonly country: Country & { readonly continent: string };
  /** They replace airports of the bundle with the same code. `size` is one of `AIRPORT_SIZES`. */
  readonly airports: readonly (Omit<Airport, 'rank'> & { readonly size: string })[];
  /** Cities without an airport. */
  readonly cities: readonly City[];
  /** A bundle that uses one of their codes is refused. `currency` is the one their fares are filed in. */
  readonly airlines: readonly AdditionalAirline[];
  /** Units per euro of currencies for which the bundle has no rate. */
  readonly rates: Readonly<Record<string, number>>;
}

/** An airline that stands beside those of a bundle. */
export interface AdditionalAirline {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
}
