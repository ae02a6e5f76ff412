import type { FlightSupplier } from '../../suppliers/ports/flights.ts';

/** What a supplier may publish without being asked live. */
export type PublishedMethod = keyof Pick<
  FlightSupplier,
  'publishedOffers' | 'publishedFares' | 'publishedCalendar' | 'publishedHistory' | 'publishedDestinations'
>;

/**
 * How much of what was asked is known where some supplier publishes no fares: an empty answer then does not mean that
 * there are no flights. Units are those of the answer: date pairs of a calendar, fares of a history or an advice.
 */
export interface FareCoverage {
  /** Known from what this installation's own searches have seen. */
  readonly observed: number;
  /** Known from live searches made to answer this. */
  readonly sampled: number;
  /** Not known. Undefined where it cannot be counted, as in a search for anywhere. */
  readonly missing: number | undefined;
  /** When the oldest of what is observed or sampled was seen; undefined where nothing is. */
  readonly asOf?: Date | undefined;
  /** Ids of the suppliers that publish nothing of the kind and therefore have no part in the answer. */
  readonly silentSuppliers: readonly string[];
}

/**
 * The coverage of an answer, or undefined where every connected supplier publishes what the answer is made of: then
 * what is not there does not exist.
 */
export function findCoverage(
  suppliers: readonly FlightSupplier[],
  method: PublishedMethod,
  counts: Pick<FareCoverage, 'missing' | 'asOf'> & Partial<Pick<FareCoverage, 'observed' | 'sampled'>>,
): FareCoverage | undefined {
  const silentSuppliers = suppliers.filter((supplier) => supplier[method] === undefined).map(({ id }) => id);
  return silentSuppliers.length === 0 ? undefined : { observed: 0, sampled: 0, ...counts, silentSuppliers };
}
