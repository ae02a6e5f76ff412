import type { App, Caller } from '../context.ts';
import { cityImageUrl, type PresentContext } from '../offers/carrier-info.ts';
import { offerExpiry, sealOfferTokens } from '../offers/offer-token.ts';
import { randomText } from '../platform/ids.ts';
import { describeMoney, presentValue } from '../travel/money.ts';
import { ADVICE_WORDS, type AdviceLabel, type FareQuantiles, labelPrice } from './model/advice.ts';
import type { Facets } from './model/facets.ts';
import { lowestPrice, type ShownOffer } from './model/flight-search.ts';
import { scoreOffer } from './model/sort-offers.ts';
import { renderItinerary } from './present-itinerary.ts';
import { type OfferSetting, renderLiveOffer } from './present-live-offer.ts';
import { AmountWriter } from './present-money.ts';
import type { SearchResult } from './search-flights.ts';

const RESPONSE_ID_LENGTH = 16;

/**
 * The whole answer as JSON bytes; `nextPageToken` is absent on the last page. Each offer becomes bytes by itself: joining a
 * third of a megabyte as text first would copy it twice more.
 */
export function renderSearch(app: App, caller: Caller, result: SearchResult, nextPageToken: string | undefined): Buffer {
  const { search } = result;
  const context: PresentContext = { places: app.places, publicUrl: app.config.publicUrl };
  const amounts = new AmountWriter(search.currency, (from) => app.rates.rate(from, search.currency));
  const setting: OfferSetting = { context, amounts, responseId: `rsp_${randomText(RESPONSE_ID_LENGTH)}`, fragments: new Map() };
  const advise = adviceWriter(result.advice, amounts);
  const itineraries = result.itineraries.map(({ shown, seenAt }) =>
    renderItinerary(context, { shown, seenAt, score: scoreOffer(shown, result.scoreBase), adviceJson: advise(shown) }),
  );
  const liveOffers = result.live.map((shown) => renderSealed(app, caller, setting, shown, advise(shown)));
  const head = JSON.stringify({
    destination: presentDestination(context, search.destinationCity),
    facets: presentFacets(result.facets),
    live_shop_status: result.liveStatus,
    pagination: { next_page_token: nextPageToken },
    total: result.total,
    supplier_statuses: result.statuses.map(({ provider, status, offerCount, elapsedMs }) => ({
      provider,
      status,
      offer_count: offerCount,
      elapsed_ms: elapsedMs,
    })),
    filters_applied: search.filtersApplied,
    left_out: {
      hidden_offers: result.leftOut.offers,
      hidden_fares: result.leftOut.fares,
      duplicate_fares: result.leftOut.duplicates,
      beyond_supplier_bound: result.beyondBound,
    },
  });
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"itineraries":[`),
    ...toParts(itineraries),
    Buffer.from('],"live_offers":['),
    ...toParts(liveOffers),
    Buffer.from(']}'),
  ]);
}

function toParts(elements: readonly string[]): readonly Buffer[] {
  return elements.map((element, index) => Buffer.from(index === 0 ? element : `,${element}`));
}

function renderSealed(app: App, caller: Caller, setting: OfferSetting, shown: ShownOffer, adviceJson: string): string {
  const expiresAt = offerExpiry(caller.now, shown.offer.expiresAt);
  const token = { supplierId: shown.supplierId, offerKey: shown.offer.offerKey, displayCurrency: setting.amounts.currency, expiresAt };
  const fares = shown.fares.map(({ fare }) => ({ fareKey: fare.fareKey, originPrice: fare.total }));
  return renderLiveOffer(setting, { shown, tokens: sealOfferTokens(app, caller.organizationId, token, fares), expiresAt, adviceJson });
}

/** Advice differs only by label within one market: each of the four texts is written at most once. */
function adviceWriter(markets: readonly (FareQuantiles | undefined)[], amounts: AmountWriter): (shown: ShownOffer) => string {
  const written = new Map<string, string>();
  return (shown) => {
    const price = lowestPrice(shown);
    const quantiles = markets[shown.queryIndex] ?? {
      minFare: price,
      percentile25: price,
      percentile50: price,
      percentile75: price,
      maxFare: price,
    };
    const label = labelPrice(price, quantiles);
    const key = `${shown.queryIndex}:${label}`;
    const known = written.get(key);
    if (known !== undefined) return known;
    const json = renderAdvice(label, quantiles, amounts);
    written.set(key, json);
    return json;
  };
}

function renderAdvice(label: AdviceLabel, quantiles: FareQuantiles, amounts: AmountWriter): string {
  const { title, description } = ADVICE_WORDS[label];
  return (
    `{"title":"${title}","description":"${description}","label":"${label}","quantiles":{"min_fare":${amounts.write(quantiles.minFare)}` +
    `,"percentile_25":${amounts.write(quantiles.percentile25)},"percentile_50":${amounts.write(quantiles.percentile50)}` +
    `,"percentile_75":${amounts.write(quantiles.percentile75)},"max_fare":${amounts.write(quantiles.maxFare)}}}`
  );
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

function presentFacets(facets: Facets) {
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
