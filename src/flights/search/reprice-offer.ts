import type { App, Caller } from '../../context.ts';
import { openFlightOffer } from '../../offers/token/offer-token.ts';
import { refuse } from '../../platform/errors.ts';
import type { FlightSupplier } from '../../suppliers/ports/flights.ts';
import type { FlightOffer, FlightQuery, SeatMap } from '../../travel/flight.ts';
import { countFacets } from '../model/facets.ts';
import { NO_FILTERS, OFFERS_MAX, type DisplayOffer } from '../model/flight-search.ts';
import { scoreBase } from '../model/sort-offers.ts';
import { coverageOfAdvice } from './advice-coverage.ts';
import { measureMarket } from '../history/price-advice.ts';
import type { SearchResult } from './search-flights.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import { callSupplier, type SupplierCall, toSupplierFailure } from '../../suppliers/calls/call-supplier.ts';
import { requireOnSale } from '../../suppliers/calls/for-sale.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { displayOffers } from './filter-and-price.ts';

/** The offer token to price again, and how to answer. */
export interface RepriceCall {
  readonly offerToken: string;
  /** Undefined selects the currency that the token was shown in. */
  readonly currency: string | undefined;
  readonly supplierTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Prices one offer again at its supplier. Returns a search result of exactly one live offer, with new tokens and the
 * seat maps of its flights.
 */
export async function repriceOffer(app: App, caller: Caller, call: RepriceCall): Promise<SearchResult> {
  const token = openFlightOffer(app, caller.organizationId, call.offerToken, caller.now);
  const currency = call.currency ?? token.displayCurrency;
  if (!app.rates.supports(currency))
    throw refuse('currency_unsupported', { keys: { supported: app.rates.supported() } });
  await requireOnSale(app, app.db, caller.organizationId, [token]);
  const supplier = findSupplier(app, { kind: 'flight', supplierId: token.supplierId });
  if (supplier === undefined) throw refuse('offer_unavailable');
  const fees = await app.pricing.feesOf(caller.organizationId);
  const startedAt = performance.now();
  const offer = await getOffer(app, caller, supplier, token.offerKey, call);
  const supplied = [{ supplierId: supplier.id, supplierName: supplier.name, queryIndex: 0, offer }];
  const request = { filters: NO_FILTERS, currency, sort: 'lowest', fees } as const;
  const { shown: sold, excluded } = displayOffers(app, supplied, request);
  const [found] = sold;
  if (found === undefined) throw refuse('offer_unavailable');
  const shown = [{ ...found, seatMaps: await findSeatMaps(app, caller, supplier, found, call) }];
  const status: SupplierStatus = {
    provider: supplier.id,
    status: 'ok',
    offerCount: 1,
    elapsedMs: Math.round(performance.now() - startedAt),
    failure: undefined,
  };
  const query = toQuery(app, offer);
  const market = { query, shown, found: undefined, isFiltered: false, currency };
  const advice = [await measureMarket(app, caller, market)];
  return {
    search: { currency, destinationCity: destinationCityOf(offer), filtersApplied: [], passengers: offer.passengers },
    live: shown,
    itineraries: [],
    liveStatus: 'ok',
    statuses: [status],
    total: shown.length,
    nextOffset: undefined,
    cheapest: shown[0],
    facets: countFacets(shown, currency),
    excluded,
    beyondBound: 0,
    scoreBase: scoreBase(shown),
    advice,
    coverage: await coverageOfAdvice(app, caller, { queries: [query], shown, advice }),
    isCacheable: false,
  };
}

async function getOffer(
  app: App,
  caller: Caller,
  supplier: FlightSupplier,
  offerKey: string,
  call: RepriceCall,
): Promise<FlightOffer> {
  const offer = await callSupplier(app, supplierCall(caller, call), (context) =>
    supplier.getOffer(offerKey, context),
  ).catch((error: unknown) => {
    throw toSupplierFailure(app, supplier.id, error);
  });
  if (offer === undefined) throw refuse('offer_unavailable');
  return offer;
}

/**
 * Seat maps with prices of the cheapest fare. An offer without seat maps can still be sold, so a failing supplier is
 * only logged.
 */
async function findSeatMaps(
  app: App,
  caller: Caller,
  supplier: FlightSupplier,
  { offer, fares }: DisplayOffer,
  call: RepriceCall,
): Promise<readonly SeatMap[]> {
  const keys = { offerKey: offer.offerKey, fareKey: fares[0].fare.fareKey };
  try {
    return await callSupplier(
      app,
      supplierCall(caller, call),
      async (context) => (await supplier.seatMaps?.(keys, context)) ?? [],
    );
  } catch (failure) {
    app.log.warn({ err: failure, supplier: supplier.id }, 're-pricing: no seat maps');
    return [];
  }
}

function supplierCall({ organizationId, now }: Caller, { supplierTimeoutMs, signal }: RepriceCall): SupplierCall {
  return { organizationId, now, purpose: 'page', timeoutMs: supplierTimeoutMs, signal };
}

function destinationCityOf(offer: FlightOffer): string {
  return offer.slices[0]?.segments.at(-1)?.arrive.cityCode ?? '';
}

/**
 * The query that this offer answers, widened from airports to cities, so that its price can be compared with the
 * market.
 */
function toQuery(app: App, offer: FlightOffer): FlightQuery {
  const airportsOf = (iata: string) => app.places.city(app.places.airport(iata)?.cityCode ?? '')?.airports ?? [iata];
  return {
    slices: offer.slices.map((slice) => ({
      origins: airportsOf(slice.origin),
      destinations: airportsOf(slice.destination),
      date: slice.departureDate,
    })),
    passengers: offer.passengers,
    cabinClass: offer.fares[0]?.cabinClass ?? 'economy',
    connectionsMax: 2,
    offersMax: OFFERS_MAX,
  };
}
