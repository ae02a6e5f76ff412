import type { App, Caller } from '../../context.ts';
import { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { cityImageUrl, type PresentContext } from '../../offers/describe/carrier-info.ts';
import { offerExpiry, sealOffer } from '../../offers/token/offer-token.ts';
import { randomText } from '../../platform/ids.ts';
import type { Locale } from '../../travel/locale.ts';
import { type Money, presentValue } from '../../travel/money.ts';
import type { Facets } from '../model/facets.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { scoreOffer } from '../model/sort-offers.ts';
import type { SearchResult } from '../search/search-flights.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import { presentCoverage } from '../contract/contract-coverage.ts';
import { fareMessages } from './fare-messages.ts';
import { type Adviser, adviser } from './present-advice.ts';
import { presentItinerary } from './present-itinerary.ts';
import { flightPresenter } from './present-live-flight.ts';
import { type OfferRenderContext, presentLiveOffer } from './present-live-offer.ts';
import { moneyFormatter } from './search-messages.ts';

const RESPONSE_ID_LENGTH = 16;

/** The language and next page of an answer. */
export interface Wording {
  readonly locale: Locale;
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

/** Presents the answer of both flight search paths. */
export function presentSearch(app: App, caller: Caller, result: SearchResult, wording: Wording) {
  const rendering = openRenderContext(app, result.search.currency, wording.locale);
  const advise = adviser(result.advice, rendering.display, wording.locale);
  return {
    ...presentTotals(rendering, result, wording.nextPageToken),
    itineraries: presentItineraries(rendering, result, advise),
    live_offers: presentSealedOffers(app, caller, rendering, result.live, advise),
  };
}

/** Opens the context that all offers of an answer or stream are presented with. */
export function openRenderContext(app: App, currency: string, locale: Locale): OfferRenderContext {
  const context: PresentContext = { places: app.places.inLanguage(locale), publicUrl: app.config.publicUrl };
  const display = new DisplayCurrency(currency, (from) => app.rates.selling(from, currency).rate);
  const describeMoney = moneyFormatter(currency, locale);
  return {
    context,
    display,
    responseId: `rsp_${randomText(RESPONSE_ID_LENGTH)}`,
    presentFlight: flightPresenter(context),
    terms: app.flightCaches.terms,
    wording: {
      messages: fareMessages(locale),
      describeFee(fee: Money): string {
        const shown = display.convertIfRated(fee);
        return shown.currency === currency ? describeMoney(shown) : moneyFormatter(shown.currency, locale)(shown);
      },
    },
    describeMoney,
  };
}

/** Presents what an answer states once, beside its offers. */
export function presentTotals(rendering: OfferRenderContext, result: SearchResult, nextPageToken: string | undefined) {
  const { search, excluded } = result;
  return {
    destination: presentDestination(rendering.context, search.destinationCity),
    facets: presentFacets(rendering, result.facets),
    live_shop_status: result.liveStatus,
    pagination: { next_page_token: nextPageToken },
    total: result.total,
    supplier_statuses: result.statuses.map(presentStatus),
    filters_applied: [...search.filtersApplied],
    left_out: {
      hidden_offers: excluded.offers,
      hidden_fares: excluded.fares,
      duplicate_fares: excluded.duplicates,
      beyond_supplier_bound: result.beyondBound,
    },
    ...presentCoverage(result.coverage),
  };
}

/** Presents how the search of one supplier went. */
export function presentStatus({ provider, status, offerCount, elapsedMs }: SupplierStatus) {
  return { provider, status, offer_count: offerCount, elapsed_ms: elapsedMs };
}

/** Presents the itineraries of an answer, scored against the best of the result. */
export function presentItineraries({ context }: OfferRenderContext, result: SearchResult, advise: Adviser) {
  return result.itineraries.map(({ shown, seenAt }) =>
    presentItinerary(context, { shown, seenAt, score: scoreOffer(shown, result.scoreBase), advice: advise(shown) }),
  );
}

/** Presents live offers with their tokens, sealed for the caller's organization. */
export function presentSealedOffers(
  app: App,
  caller: Caller,
  rendering: OfferRenderContext,
  offers: readonly DisplayOffer[],
  advise: Adviser,
) {
  return offers.map((shown) => {
    const expiresAt = offerExpiry(caller.now, shown.offer.expiresAt);
    const token = {
      supplierId: shown.supplierId,
      offerKey: shown.offer.offerKey,
      displayCurrency: rendering.display.code,
      expiresAt,
    };
    const fares = shown.fares.map(({ fare }) => ({ fareKey: fare.fareKey, originPrice: fare.total }));
    const sealed = sealOffer(app, caller.organizationId, token, fares);
    return presentLiveOffer(rendering, { shown, sealed, expiresAt, advice: advise(shown) });
  });
}

function presentDestination({ places, publicUrl }: PresentContext, cityCode: string) {
  const city = places.city(cityCode);
  const airport = city === undefined ? places.airports().find((one) => one.cityCode === cityCode) : undefined;
  const place = city ?? airport;
  return {
    city_main_image: cityImageUrl(publicUrl, cityCode),
    city_name: city?.name ?? airport?.cityName ?? cityCode,
    iata_code: cityCode,
    location: place === undefined ? null : { latitude: place.latitude, longitude: place.longitude },
  };
}

function presentFacets({ describeMoney }: OfferRenderContext, facets: Facets) {
  const { airlines, cabins, destinations, origins, stops, emissions, prices } = facets;
  return {
    airlines,
    cabins,
    destinations,
    origins,
    stops,
    emissions: { avg: emissions?.avg ?? null, max: emissions?.max ?? null, min: emissions?.min ?? null },
    prices: prices.map(({ count, from, to }) => ({
      count,
      from: presentValue(from),
      to: presentValue(to),
      label: `${describeMoney(from)} - ${describeMoney(to)}`,
    })),
  };
}
