import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { type FareMarket, marketKey } from './fare-market.ts';

/** The currency observations are stored in. */
export const OBSERVED_CURRENCY = 'USD';

/** One journey's cheapest fare as a search saw it. */
interface ObservedFare {
  /** For one adult, minor units of USD. */
  readonly adultPrice: number;
  readonly originAirport: string;
  readonly destinationAirport: string;
  /** Who sells the flights, each once. */
  readonly carriers: readonly string[];
  /** Most of any one direction. */
  readonly stops: number;
  /** The supplier. */
  readonly source: string;
}

/** What one search saw of one pair of dates. */
export interface ObservedSearch {
  /** Only to be hashed: no row holds it. */
  readonly organizationId: OrganizationId;
  readonly market: FareMarket;
  readonly departureDate: IsoDate;
  readonly returnDate: IsoDate | undefined;
  /** The day on the asker's clock. */
  readonly seenOn: IsoDate;
  readonly fares: readonly ObservedFare[];
}

/** One fare on its way to the table. */
export interface HeldFare extends Omit<ObservedSearch, 'fares'>, ObservedFare {
  readonly observedAt: Date;
}
/** One row of what was seen. */
export interface FareObservation extends Omit<HeldFare, 'organizationId'> {
  /** The organization under the key of the month (`caller-key.ts`); undefined counts as nobody. */
  readonly caller: string | undefined;
}

/**
 * What makes two searches the same news: same question, same day, same lowest price among as many fares. Joined,
 * because thousands are held: a template makes a chain of pieces, ten times the size of the text.
 */
export function newsKey(search: ObservedSearch): string {
  const lowest = Math.min(...search.fares.map((fare) => fare.adultPrice));
  const { departureDate, returnDate = '', seenOn, fares } = search;
  return [marketKey(search.market), departureDate, returnDate, seenOn, lowest, fares.length].join('|');
}

/** The rows of a search. */
export function toObservations({ fares, ...query }: ObservedSearch, observedAt: Date): readonly HeldFare[] {
  return fares.map((fare) => ({ ...query, ...fare, observedAt }));
}
