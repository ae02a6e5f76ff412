import type { App, Caller } from '../../context.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import type { FareQuantiles } from '../model/advice.ts';
import { type FareCoverage, findCoverage } from '../model/coverage.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { countAdviceGap } from '../history/price-advice.ts';

/** The queries of an answer, what is shown of them, and the quantiles of their markets, by query index. */
export interface AdvisedQueries {
  readonly queries: readonly FlightQuery[];
  readonly shown: readonly DisplayOffer[];
  readonly advice: readonly (FareQuantiles | undefined)[];
}

/** What advice lacks where an offer is shown without it: fares observed, and those missing until there is advice. */
export async function coverageOfAdvice(
  app: App,
  caller: Caller,
  { queries, shown, advice }: AdvisedQueries,
): Promise<FareCoverage | undefined> {
  const shownQueries = new Set(shown.map(({ queryIndex }) => queryIndex));
  const unadvised = queries.filter((_, index) => shownQueries.has(index) && advice[index] === undefined);
  if (unadvised.length === 0) return undefined;
  return findCoverage(app.flightSuppliers, 'publishedFares', await countAdviceGap(app, caller, unadvised));
}
