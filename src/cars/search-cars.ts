import type { App, Caller } from '../context.ts';
import { assertAnswered } from '../suppliers/calls/query-suppliers.ts';
import { searchSuppliers, sumOmitted, type SupplierStatus } from '../suppliers/calls/search-suppliers.ts';
import { refuseUnsupplied } from '../suppliers/calls/for-sale.ts';
import type { ServiceFees } from '../pricing/service-fees.ts';
import type { CarSearch, DisplayRental, EmptyReason, SourcedRental } from './model/car-search.ts';
import { type CarFacets, countFacets } from './model/facets.ts';
import { displayRentals } from './model/display-rentals.ts';
import { isHiddenKnown } from './model/hidden-rentals.ts';
import { validateRental } from './model/validate-rental.ts';

/** What a search answers, before it is worded. */
export interface CarSearchResult {
  readonly search: CarSearch;
  /** The page. */
  readonly shown: readonly DisplayRental[];
  readonly total: number;
  readonly nextOffset: number | undefined;
  readonly statuses: readonly SupplierStatus[];
  readonly facets: CarFacets;
  /** Hidden by the filters; undefined where suppliers may have hidden offers themselves and do not say how many. */
  readonly hidden: number | undefined;
  /** Offers the suppliers had beyond the number asked for. */
  readonly beyondBound: number;
  readonly emptyReason: EmptyReason | undefined;
  /** False when the same question should be asked again soon: a supplier failed, or nothing was found. */
  readonly isCacheable: boolean;
}

/** A search, what its organization adds to prices, and until when it is wanted. */
export interface CarSearchCall {
  readonly search: CarSearch;
  readonly fees: ServiceFees;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}

/**
 * Asks every car supplier and shows what matches, cheapest first. Writes nothing. Throws their failure where none
 * answers.
 */
export async function searchCars(
  app: App,
  caller: Caller,
  { search, fees, signal }: CarSearchCall,
): Promise<CarSearchResult> {
  if (app.carSuppliers.length === 0) throw refuseUnsupplied(app, 'car');
  const replies = await searchSuppliers(app, caller, app.carSuppliers, {
    kind: 'car',
    purpose: 'search',
    queries: [search.query],
    timeoutMs: search.supplierTimeoutMs,
    signal,
    search: (supplier, query, context) => supplier.search(query, context),
    check: (offer) => validateRental(offer, (currency) => app.rates.supports(currency)),
  });
  const statuses = replies.map(({ status }) => status);
  assertAnswered(statuses);
  const found = replies.flatMap((reply) =>
    reply.found.flatMap(({ offers }) =>
      offers.map((offer): SourcedRental => ({ supplierId: reply.supplier.id, offer })),
    ),
  );
  const rentals = displayRentals(found, search.filters, {
    currency: search.currency,
    rateFrom: (currency) => app.rates.selling(currency, search.currency).rate,
    now: caller.now,
    feeOf: fees.areNone ? undefined : fees.feeOf,
  });
  const end = search.offset + search.limit;
  const shown = rentals.slice(search.offset, end);
  return {
    search,
    shown,
    total: rentals.length,
    nextOffset: end < rentals.length ? end : undefined,
    statuses,
    facets: countFacets(rentals),
    hidden: isHiddenKnown(
      replies.filter(({ status }) => hasAnswered(status)).map((reply) => reply.found.flatMap(({ offers }) => offers)),
      search.filters.only,
    )
      ? found.length - rentals.length
      : undefined,
    beyondBound: sumOmitted(replies)[0] ?? 0,
    emptyReason: shown.length > 0 ? undefined : emptyReasonOf(search, found.length, rentals.length),
    isCacheable: shown.length > 0 && statuses.every(({ status }) => status === 'ok'),
  };
}

function hasAnswered({ status }: SupplierStatus): boolean {
  return status === 'ok' || status === 'partial';
}

/** Suppliers receive `only`: that they found nothing by it does not say that there is nothing without it. */
function emptyReasonOf({ filters }: CarSearch, found: number, matching: number): EmptyReason {
  if (matching > 0) return 'past_last_offer';
  return found > 0 || filters.only !== undefined ? 'filtered_out' : 'no_cars';
}
