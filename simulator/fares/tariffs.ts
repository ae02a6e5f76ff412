import type { FlightAncillary } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { PassengerKind } from '../../src/travel/passengers.ts';
import type { FareFamily } from './fare-family.ts';
import type { BrandTerms } from './fare-rules.ts';
import type { Filing } from './filing.ts';
import type { Market } from '../itineraries/markets.ts';
import type { PricedSlice } from './slice-prices.ts';
import type { Levies } from './taxes.ts';

/** The directions of one ticket; the first one's carrier issues it and files its fares. */
export type TicketSlices = readonly [PricedSlice, ...PricedSlice[]];

/** What one kind of passenger pays of an adult's fare. */
export interface KindTariff {
  readonly kind: PassengerKind;
  readonly quantity: number;
  readonly share: number;
  /** The most each direction's base may be, in minor units. */
  readonly baseMax: number;
  readonly levies: Levies;
}

/** A brand a carrier sells, and its terms. */
export interface TariffBrand {
  readonly family: FareFamily;
  readonly terms: BrandTerms;
}

/** What tickets of the same carriers between the same airports share, whatever their flights. */
export interface Tariff {
  readonly filing: Filing;
  readonly bookingFees: Money;
  readonly brands: readonly TariffBrand[];
  readonly kinds: readonly KindTariff[];
  /** Made when they are first read. */
  readonly ancillaries: readonly FlightAncillary[];
}

/** Tariffs made so far: they depend on carriers, airports, cabin and party alone, so that searches share them. */
export interface TariffStore {
  /** By cabin and party. */
  readonly tariffs: Map<string, TariffPlace>;
  held: number;
  readonly heldMax: number;
  /**
   * Brands with their terms, by set, cabin and currency: the tariffs of a hundred carriers share them. As many as a
   * bundle has.
   */
  readonly brands: Map<string, readonly TariffBrand[]>;
  /** By currency: rates stand still. */
  readonly filings: Map<string, Filing>;
}

/**
 * Tariffs of one cabin and party, direction by direction, by market and carrier: no key need be written to find one.
 */
export interface TariffPlace {
  tariff: Tariff | undefined;
  /** Undefined where no direction follows: most tickets have one. */
  next: Map<Market, Map<number, TariffPlace>> | undefined;
}

/** Tariffs held; then all are forgotten and made anew. Some 1.5 KB each for a party of one kind. */
const TARIFFS_HELD_MAX = 8_000;

/** An empty store: one for each world. */
export function createTariffStore(heldMax: number = TARIFFS_HELD_MAX): TariffStore {
  return { tariffs: new Map(), held: 0, heldMax, brands: new Map(), filings: new Map() };
}
