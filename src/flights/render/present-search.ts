import type { App, Caller } from '../../context.ts';
import { cityImageUrl, type PresentContext } from '../../offers/describe/carrier-info.ts';
import { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { offerExpiry, sealOffer } from '../../offers/token/offer-token.ts';
import { randomText } from '../../platform/ids.ts';
import type { Locale } from '../../travel/locale.ts';
import type { Money } from '../../travel/money.ts';
import { farePhrases } from './fare-phrases.ts';
import { fragmentsOf } from './json-fragment-cache.ts';
import type { Facets } from '../model/facets.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { scoreOffer } from '../model/sort-offers.ts';
import { adviceWriter } from './present-advice.ts';
import { writeItinerary } from './present-itinerary.ts';
import { type OfferRenderContext, writeLiveOffer } from './present-live-offer.ts';
import { AmountWriter, quote } from '../../offers/answers/write-json.ts';
import type { SearchResult } from '../search/search-flights.ts';
import { moneyWriter } from './search-messages.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import { FareTermsJsonCache } from './fare-terms-json-cache.ts';

const RESPONSE_ID_LENGTH = 16;

/** How an answer is wanted. */
export interface Wording {
  readonly locale: Locale;
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

/** The whole answer as JSON. */
export function renderSearch(app: App, caller: Caller, result: SearchResult, wording: Wording): Buffer {
  const setting = openRenderContext(app, result.search.currency, wording.locale);
  const { bytes } = setting;
  const advise = adviceWriter(result.advice, setting.amounts, wording.locale);
  bytes.add`{`;
  writeTotals(setting, result, wording.nextPageToken);
  bytes.add`,"itineraries":[`;
  writeItineraries(setting, result, advise);
  bytes.add`],"live_offers":[`;
  writeSealedOffers(app, caller, setting, result.live, advise);
  bytes.add`]}`;
  return bytes.take();
}

/** What all offers of an answer, or of a stream, are written with. */
export function openRenderContext(app: App, currency: string, locale: Locale): OfferRenderContext {
  const context: PresentContext = { places: app.places.inLanguage(locale), publicUrl: app.config.publicUrl };
  const amounts = new AmountWriter(currency, (from) => app.rates.rate(from, currency));
  const responseId = `rsp_${randomText(RESPONSE_ID_LENGTH)}`;
  const describe = moneyWriter(currency, locale);
  const wording = { phrases: farePhrases(locale), describeFee: (fee: Money) => describe(amounts.convert(fee)) };
  return {
    bytes: new AnswerBytes(),
    context,
    amounts,
    responseId,
    fragments: fragmentsOf(context),
    flights: new Map(),
    terms: termsOf(app),
    wording,
    describeMoney: describe,
  };
}

const heldTerms = new WeakMap<App, FareTermsJsonCache>();

function termsOf(app: App): FareTermsJsonCache {
  const held = heldTerms.get(app) ?? new FareTermsJsonCache();
  heldTerms.set(app, held);
  return held;
}

/** Writes everything that is said once: the fields of a JSON object without its braces. */
export function writeTotals(
  setting: OfferRenderContext,
  result: SearchResult,
  nextPageToken: string | undefined,
): void {
  const { bytes } = setting;
  const { search, leftOut } = result;
  bytes.add`"destination":${destinationJson(setting, search.destinationCity)},"facets":`;
  writeFacets(setting, result.facets);
  bytes.add`,"live_shop_status":${result.liveStatus},"pagination":{`;
  if (nextPageToken !== undefined) bytes.add`"next_page_token":${nextPageToken}`;
  bytes.add`},"total":${result.total},"supplier_statuses":[`;
  result.statuses.forEach((status, index) => {
    if (index > 0) bytes.add`,`;
    bytes.add`{`;
    writeStatus(bytes, status);
    bytes.add`}`;
  });
  bytes.add`],"filters_applied":${search.filtersApplied},"left_out":{"hidden_offers":${leftOut.offers},"hidden_fares":${leftOut.fares},
    "duplicate_fares":${leftOut.duplicates},"beyond_supplier_bound":${result.beyondBound}}`;
}

/** Writes how one supplier's part of a search went: the fields of a JSON object without its braces. */
export function writeStatus(bytes: AnswerBytes, { provider, status, offerCount, elapsedMs }: SupplierStatus): void {
  bytes.add`"provider":${provider},"status":${status},"offer_count":${offerCount},"elapsed_ms":${elapsedMs}`;
}

/** Writes the itineraries of an answer: the elements of a JSON array. */
export function writeItineraries(
  setting: OfferRenderContext,
  result: SearchResult,
  advise: (shown: DisplayOffer) => string,
): void {
  result.itineraries.forEach(({ shown, seenAt }, index) => {
    if (index > 0) setting.bytes.add`,`;
    writeItinerary(setting, { shown, seenAt, score: scoreOffer(shown, result.scoreBase), adviceJson: advise(shown) });
  });
}

/** Writes live offers with their tokens, sealed for the organization that asks: the elements of a JSON array. */
export function writeSealedOffers(
  app: App,
  caller: Caller,
  setting: OfferRenderContext,
  offers: readonly DisplayOffer[],
  advise: (shown: DisplayOffer) => string,
): void {
  offers.forEach((shown, index) => {
    if (index > 0) setting.bytes.add`,`;
    const expiresAt = offerExpiry(caller.now, shown.offer.expiresAt);
    const token = {
      supplierId: shown.supplierId,
      offerKey: shown.offer.offerKey,
      displayCurrency: setting.amounts.currency,
      expiresAt,
    };
    const fares = shown.fares.map(({ fare }) => ({ fareKey: fare.fareKey, originPrice: fare.total }));
    writeLiveOffer(setting, {
      shown,
      sealed: sealOffer(app, caller.organizationId, token, fares),
      expiresAt,
      adviceJson: advise(shown),
    });
  });
}

function destinationJson(
  { fragments, context: { places, publicUrl } }: OfferRenderContext,
  cityCode: string,
): Uint8Array {
  return fragments.writeOnce('destination_city', cityCode, () => {
    const city = places.city(cityCode);
    const place = city ?? places.airports().find((airport) => airport.cityCode === cityCode);
    return JSON.stringify({
      city_main_image: cityImageUrl(publicUrl, cityCode),
      city_name: city?.name ?? places.airports().find((airport) => airport.cityCode === cityCode)?.cityName ?? cityCode,
      iata_code: cityCode,
      location: place === undefined ? null : { latitude: place.latitude, longitude: place.longitude },
    });
  });
}

function writeFacets({ bytes, describeMoney }: OfferRenderContext, facets: Facets): void {
  for (const name of COUNTED_FACETS) {
    bytes.write(name === COUNTED_FACETS[0] ? '{' : ',');
    writeCounts(bytes, name, facets[name]);
  }
  const { avg, max, min } = facets.emissions ?? NO_EMISSIONS;
  bytes.add`,"emissions":{"avg":${avg},"max":${max},"min":${min}},"prices":[`;
  facets.prices.forEach(({ count, from, to }, index) => {
    if (index > 0) bytes.add`,`;
    bytes.add`{"count":${count},"from":${from},"to":${to},"label":${`${describeMoney(from)} - ${describeMoney(to)}`}}`;
  });
  bytes.add`]}`;
}

const COUNTED_FACETS = [
  'airlines',
  'cabins',
  'destinations',
  'origins',
  'stops',
] as const satisfies readonly (keyof Facets)[];
const NO_EMISSIONS = { avg: undefined, max: undefined, min: undefined };

function writeCounts(bytes: AnswerBytes, name: string, counts: Readonly<Record<string, number>>): void {
  bytes.write(`${quote(name)}:{`);
  let isFirst = true;
  for (const value of Object.keys(counts)) {
    if (!isFirst) bytes.add`,`;
    isFirst = false;
    bytes.add`${value}:${counts[value]}`;
  }
  bytes.add`}`;
}
