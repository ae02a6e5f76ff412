import type { App, Caller } from '../../context.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { isWholeMarket, toStoredDates } from '../model/observed-fare.ts';
import type { ObservedAsker } from './observed-fares.ts';
import { supplierForSale, observedJourney, observedRoute, unpublishedSuppliers } from './observed-route.ts';

/** What a live search of one date pair has found. */
export interface LiveAnswer {
  readonly query: FlightQuery;
  readonly offers: readonly SourcedOffer[];
  /** Journeys that the suppliers left out beyond the bound of the query. */
  readonly omitted: number;
}

/**
 * Records what a live search has found at suppliers that publish no fares. `asker` is the organization that queried;
 * undefined for the installation itself. An answer that does not show the whole market is not recorded.
 */
export async function recordObservedFares(
  app: App,
  caller: Pick<Caller, 'organizationId'>,
  asker: ObservedAsker,
  { query, offers, omitted }: LiveAnswer,
): Promise<void> {
  const suppliers = unpublishedSuppliers(app);
  if (suppliers.length === 0 || !isWholeMarket(query)) return;
  const journey = observedJourney(app, query);
  if (journey === undefined) return;
  const route = observedRoute(app, journey.cities, query);
  for (const supplier of suppliers) {
    const queried = await supplierForSale(app, caller.organizationId, supplier.id);
    if (queried === undefined) continue;
    app.observedFares.record({
      ...route,
      ...toStoredDates(journey.dates),
      ...queried,
      asker,
      supplierName: supplier.name,
      found: offers.filter(({ supplierId }) => supplierId === supplier.id).map(({ offer }) => offer),
      isCut: omitted > 0,
    });
  }
}
