import type { App, Caller } from '../context.ts';
import { cityImageUrl, type PresentContext } from '../offers/carrier-info.ts';
import { offerExpiry, sealOfferTokens } from '../offers/offer-token.ts';
import { randomText } from '../platform/ids.ts';
import type { Locale } from '../travel/locale.ts';
import { type Money, presentValue } from '../travel/money.ts';
import { farePhrases } from './fare-phrases.ts';
import { fragmentsOf } from './fragments.ts';
import type { Facets } from './model/facets.ts';
import type { ShownOffer } from './model/flight-search.ts';
import { scoreOffer } from './model/sort-offers.ts';
import { adviceWriter } from './present-advice.ts';
import { renderItinerary } from './present-itinerary.ts';
import { type OfferSetting, renderLiveOffer } from './present-live-offer.ts';
import { AmountWriter, AnswerBytes } from '../offers/write-json.ts';
import type { SearchResult } from './search-flights.ts';
import { moneyWriter } from './search-words.ts';
import type { SupplierStatus } from './shop-suppliers.ts';
import { WrittenTerms } from './written-terms.ts';

const RESPONSE_ID_LENGTH = 16;

/** How an answer is wanted. */
export interface Wording {
  readonly locale: Locale;
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

/** The whole answer as JSON bytes: each piece becomes bytes while it is at hand, because joining a third of a megabyte as text would copy it once more. */
export function renderSearch(app: App, caller: Caller, result: SearchResult, wording: Wording): Buffer {
  const setting = openSetting(app, result.search.currency, wording.locale);
  const advise = adviceWriter(result.advice, setting.amounts, wording.locale);
  const itineraries = renderItineraries(setting, result, advise);
  const bytes = new AnswerBytes();
  bytes.write(`${renderTotals(setting, result, wording.nextPageToken)},"itineraries":[`);
  for (const [index, itinerary] of itineraries.entries()) bytes.write(index === 0 ? itinerary : `,${itinerary}`);
  bytes.write('],"live_offers":[');
  for (const [index, shown] of result.live.entries()) bytes.write(`${index === 0 ? '' : ','}${renderSealed(app, caller, setting, { shown, adviceJson: advise(shown) })}`);
  bytes.write(']}');
  return bytes.take();
}

/** What all offers of an answer, or of a stream, are written with. */
export function openSetting(app: App, currency: string, locale: Locale): OfferSetting {
  const context: PresentContext = { places: app.places.inLanguage(locale), publicUrl: app.config.publicUrl };
  const amounts = new AmountWriter(currency, (from) => app.rates.rate(from, currency));
  const responseId = `rsp_${randomText(RESPONSE_ID_LENGTH)}`;
  const describe = moneyWriter(currency, locale);
  const wording = { phrases: farePhrases(locale), describeFee: (fee: Money) => describe(amounts.convert(fee)) };
  return { context, amounts, responseId, fragments: fragmentsOf(context), flights: new Map(), terms: termsOf(app), wording, describeMoney: describe };
}

const heldTerms = new WeakMap<App, WrittenTerms>();

function termsOf(app: App): WrittenTerms {
  const held = heldTerms.get(app) ?? new WrittenTerms();
  heldTerms.set(app, held);
  return held;
}

/** Everything that is said once, as the beginning of a JSON object: the closing brace is left to the caller. */
export function renderTotals({ context, describeMoney }: OfferSetting, result: SearchResult, nextPageToken: string | undefined): string {
  const { search } = result;
  const totals = JSON.stringify({
    destination: presentDestination(context, search.destinationCity),
    facets: presentFacets(result.facets, describeMoney),
    live_shop_status: result.liveStatus,
    pagination: { next_page_token: nextPageToken },
    total: result.total,
    supplier_statuses: result.statuses.map(presentStatus),
    filters_applied: search.filtersApplied,
    left_out: {
      hidden_offers: result.leftOut.offers,
      hidden_fares: result.leftOut.fares,
      duplicate_fares: result.leftOut.duplicates,
      beyond_supplier_bound: result.beyondBound,
    },
  });
  return totals.slice(0, -1);
}

/** How one supplier's part of a search went. */
export function presentStatus({ provider, status, offerCount, elapsedMs }: SupplierStatus) {
  return { provider, status, offer_count: offerCount, elapsed_ms: elapsedMs };
}

/** The itineraries of an answer, each as JSON. */
export function renderItineraries(setting: OfferSetting, result: SearchResult, advise: (shown: ShownOffer) => string): readonly string[] {
  return result.itineraries.map(({ shown, seenAt }) =>
    renderItinerary(setting, { shown, seenAt, score: scoreOffer(shown, result.scoreBase), adviceJson: advise(shown) }),
  );
}

/** A live offer with its tokens, sealed for the organization that asks. */
export function renderSealed(
  app: App,
  caller: Caller,
  setting: OfferSetting,
  { shown, adviceJson }: { readonly shown: ShownOffer; readonly adviceJson: string },
): string {
  const expiresAt = offerExpiry(caller.now, shown.offer.expiresAt);
  const token = { supplierId: shown.supplierId, offerKey: shown.offer.offerKey, displayCurrency: setting.amounts.currency, expiresAt };
  const fares = shown.fares.map(({ fare }) => ({ fareKey: fare.fareKey, originPrice: fare.total }));
  return renderLiveOffer(setting, { shown, tokens: sealOfferTokens(app, caller.organizationId, token, fares), expiresAt, adviceJson });
}

function presentDestination({ places, publicUrl }: PresentContext, cityCode: string) {
  const city = places.city(cityCode);
  const place = city ?? places.airports().find((airport) => airport.cityCode === cityCode);
  return {
    city_main_image: cityImageUrl(publicUrl, cityCode),
    city_name: city?.name ?? places.airports().find((airport) => airport.cityCode === cityCode)?.cityName ?? cityCode,
    iata_code: cityCode,
    location: place === undefined ? null : { latitude: place.latitude, longitude: place.longitude },
  };
}

function presentFacets(facets: Facets, describeMoney: (amount: Money) => string) {
  return {
    airlines: facets.airlines,
    cabins: facets.cabins,
    destinations: facets.destinations,
    origins: facets.origins,
    stops: facets.stops,
    emissions: facets.emissions ?? { avg: null, max: null, min: null },
    prices: facets.prices.map(({ count, from, to }) => ({
      count,
      from: presentValue(from),
      to: presentValue(to),
      label: `${describeMoney(from)} - ${describeMoney(to)}`,
    })),
  };
}
