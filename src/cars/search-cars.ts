import type { App, Caller } from '../context.ts';
import { assertAnswered, type AskedSupplier, querySuppliers } from '../suppliers/calls/query-suppliers.ts';
import { refuse } from '../platform/errors.ts';
import type { CarSupplier, FoundRentals } from '../suppliers/ports/cars.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import type { CarSearch, EmptyReason, ShownRental, SuppliedRental } from './model/car-search.ts';
import { type CarFacets, countFacets } from './model/facets.ts';
import { showRentals } from './model/show-rentals.ts';
import { isValidRental } from './model/validate-rental.ts';

/** How a supplier's part of a search ended. `partial`: some of its offers could not be read. */
export interface CarSupplierStatus {
  readonly provider: string;
  readonly status: 'ok' | 'partial' | SupplierFailure['kind'];
  readonly offerCount: number;
  readonly elapsedMs: number;
}
/** What a search answers, before it is worded. */
export interface CarSearchResult {
  readonly search: CarSearch;
  /** The page. */
  readonly shown: readonly ShownRental[];
  readonly total: number;
  readonly nextOffset: number | undefined;
  readonly statuses: readonly CarSupplierStatus[];
  readonly facets: CarFacets;
  /** Found and hidden by the filters. */
  readonly hidden: number;
  /** Offers the suppliers had beyond the number asked for. */
  readonly beyondBound: number;
  readonly emptyReason: EmptyReason | undefined;
  /** False when the same question should be asked again soon: a supplier failed, or nothing was found. */
  readonly isCacheable: boolean;
}

/**
 * Asks every car supplier and shows what matches, cheapest first. Writes nothing. Throws their failure where none
 * answers.
 */
export async function searchCars(
  app: App,
  caller: Caller,
  search: CarSearch,
  signal: AbortSignal,
): Promise<CarSearchResult> {
  if (app.carSuppliers.length === 0)
    throw refuse('supplier_unavailable', { message: 'No car supplier is configured.' });
  const asked = await querySuppliers(app, caller, app.carSuppliers, {
    timeoutMs: search.supplierTimeoutMs,
    signal,
    ask: async (supplier, context) => readAnswer(app, supplier, await supplier.search(search.query, context)),
  });
  assertAnswered(asked);
  const found = asked.flatMap(({ supplier, answer }) =>
    (answer?.offers ?? []).map((offer): SuppliedRental => ({ supplierId: supplier.id, offer })),
  );
  const rentals = showRentals(found, search.filters, {
    currency: search.currency,
    rateFrom: (currency) => app.rates.rate(currency, search.currency),
    now: caller.now,
  });
  const end = search.offset + search.limit;
  const shown = rentals.slice(search.offset, end);
  return {
    search,
    shown,
    total: rentals.length,
    nextOffset: end < rentals.length ? end : undefined,
    statuses: asked.map(toStatus),
    facets: countFacets(rentals),
    hidden: found.length - rentals.length,
    beyondBound: asked.reduce((sum, { answer }) => sum + (answer?.omitted ?? 0), 0),
    emptyReason:
      shown.length > 0
        ? undefined
        : rentals.length > 0
          ? 'past_last_offer'
          : found.length > 0
            ? 'filtered_out'
            : 'no_cars',
    isCacheable: shown.length > 0 && asked.every(({ status, answer }) => status === 'ok' && answer?.unreadable === 0),
  };
}

interface ReadAnswer extends FoundRentals {
  /** Offers that lack something and were left out. */
  readonly unreadable: number;
}

/** What of a supplier's answer can be shown. Throws where it answered offers and none of them can. */
function readAnswer(app: App, supplier: CarSupplier, found: FoundRentals): ReadAnswer {
  if (supplier.isBuiltIn) return { ...found, unreadable: 0 };
  const offers = found.offers.filter((offer) => isValidRental(offer, (currency) => app.rates.supports(currency)));
  const unreadable = found.offers.length - offers.length;
  if (unreadable > 0)
    app.log.error({ provider: supplier.id, unreadable }, 'A car supplier answered offers that cannot be read.');
  if (unreadable > 0 && offers.length === 0)
    throw new SupplierFailure('error', 'The supplier answered offers that cannot be read.');
  return { offers, omitted: Number.isSafeInteger(found.omitted) ? found.omitted : 0, unreadable };
}

function toStatus({ supplier, status, answer, elapsedMs }: AskedSupplier<CarSupplier, ReadAnswer>): CarSupplierStatus {
  const isPartial = answer !== undefined && answer.unreadable > 0;
  return {
    provider: supplier.id,
    status: isPartial ? 'partial' : status,
    offerCount: answer?.offers.length ?? 0,
    elapsedMs,
  };
}
