import type { App, Caller } from '../../context.ts';
import { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { writeAnswer } from '../../offers/answers/write-answer.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { Locale } from '../../travel/locale.ts';
import { PAGE_BYTES_MAX } from '../model/page-bound.ts';
import type { DisplayHotel, StayDestination } from '../model/stay-search.ts';
import { type HotelSearchResult, LISTS_PER_SLICE } from '../search/search-hotels.ts';
import { boardNames } from './board-messages.ts';
import { presentCityContent } from './present-content.ts';
import { presentResult, type ResultContext } from './present-result.ts';

/** The language of an answer and how it names further pages. */
export interface PageWording {
  readonly locale: Locale;
  /** The token of the page that begins at an offset. */
  pageTokenAt(offset: number): string;
}
/** An answer as it is sent. */
export interface RenderedSearch {
  readonly bytes: Buffer;
  /** The hotels in it: the first of the result's. */
  readonly hotels: readonly DisplayHotel[];
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * The answer as JSON. It is written hotel by hotel, so that other requests run in between and a page can end at
 * PAGE_BYTES_MAX: before the hotel that would exceed it, but not before its first.
 */
export async function renderSearch(
  app: App,
  caller: Caller,
  result: HotelSearchResult,
  wording: PageWording,
): Promise<RenderedSearch> {
  const context = openContext(app, caller, result, wording.locale);
  const parts: Buffer[] = [];
  let length = renderHead(result, result.hotels, wording).length;
  let lists = 0;
  let count = 0;
  for (const shown of result.hotels) {
    const ofHotel = shown.sources.reduce((count, { parties }) => count + parties.length, 0);
    lists += ofHotel;
    if (lists > LISTS_PER_SLICE) {
      await yieldIfBusy();
      lists = ofHotel;
    }
    const hotel = writeAnswer(presentResult(context, shown));
    length += hotel.length + (count > 0 ? COMMA.length : 0);
    if (count > 0 && length > PAGE_BYTES_MAX) break;
    parts.push(...(count > 0 ? [COMMA, hotel] : [hotel]));
    count += 1;
  }
  const hotels = result.hotels.slice(0, count);
  return { bytes: Buffer.concat([renderHead(result, hotels, wording), ...parts, END]), hotels };
}

function openContext(app: App, caller: Caller, { search }: HotelSearchResult, locale: Locale): ResultContext {
  const { boards, ceiling, refund } = search.preferences;
  return {
    app,
    caller,
    currency: new DisplayCurrency(search.currency, (from) => app.rates.selling(from, search.currency).rate),
    converts: (from) => app.rates.supports(from) && app.rates.converts(from, search.currency),
    boards: boardNames(locale),
    now: caller.now,
    places: app.places.inLanguage(locale),
    nights: search.nights,
    hasPreferences: boards !== undefined || ceiling !== undefined || refund !== undefined,
  };
}

/** Everything before the first hotel: the totals with their closing brace replaced by the start of `hotels`. */
function renderHead(result: HotelSearchResult, hotels: readonly DisplayHotel[], wording: PageWording): Buffer {
  const totals = writeAnswer(presentTotals(result, hotels, wording));
  return Buffer.concat([totals.subarray(0, -1), Buffer.from(',"hotels":[')]);
}

function presentTotals(result: HotelSearchResult, hotels: readonly DisplayHotel[], wording: PageWording) {
  const { search } = result;
  const nextOffset = search.offset + hotels.length;
  const isLast = hotels.length === 0 || nextOffset >= result.total;
  return {
    total: result.total,
    currency: search.currency,
    checkin: search.query.checkIn,
    checkout: search.query.checkOut,
    nights: search.nights,
    occupancies: search.query.rooms.map(({ adults, childrenAges }) => ({ adults, children_ages: childrenAges })),
    live_shop_status: result.liveStatus,
    empty_reason: result.emptyReason ?? null,
    destination_resolution: presentDestination(search.destination),
    supplier_statuses: result.statuses.map(({ provider, status, offerCount, elapsedMs }) => ({
      provider,
      status,
      offer_count: offerCount,
      elapsed_ms: elapsedMs,
    })),
    ...(result.content.length === 0 ? {} : { hotel_content: result.content.map(presentCityContent) }),
    filters_applied: search.filtersApplied,
    left_out: {
      hidden_hotels: result.hiddenHotels,
      hidden_rates: hotels.reduce((sum, { hiddenRates }) => sum + hiddenRates, 0),
      beyond_supplier_bound: result.beyondBound,
    },
    pagination: { next_page_token: isLast ? undefined : wording.pageTokenAt(nextOffset) },
  };
}

function presentDestination(destination: StayDestination) {
  const { form, formsIgnored, kind, name, cityCode, countryCode, point, place, matched, unmatched, isCorrected } =
    destination;
  return {
    form,
    kind,
    name: name ?? null,
    city_code: cityCode,
    country_code: countryCode,
    latitude: point?.latitude,
    longitude: point?.longitude,
    radius_km: place.kind === 'around' ? place.radiusKm : undefined,
    hotel_ids: place.kind === 'hotels' ? place.hotelIds : undefined,
    matched: matched ?? null,
    corrected: isCorrected,
    unmatched: unmatched ?? null,
    ignored_forms: formsIgnored,
  };
}
