import type { App, Caller } from '../../context.ts';
import { hotelImageUrl, hotelPhotoUrl, hotelThumbnailUrl } from '../../offers/pictures/hotel-image.ts';
import { productExpiry, sealProducts, type SharedProduct } from '../../offers/token/product-token.ts';
import { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { AmountWriter, quote, quoteAll, quoteOrNull } from '../../offers/answers/write-json.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { Locale } from '../../travel/locale.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { payNowOfRate, type StayHotel, type StayRoom } from '../../travel/stay.ts';
import { boardWords } from './board-messages.ts';
import { PAGE_BYTES_MAX } from '../model/page-bound.ts';
import type { LowestStay, ShownHotel, ShownRate, StayDestination } from '../model/stay-search.ts';
import { RateWriter, writeOccupancy } from './present-rate.ts';
import { type HotelSearchResult, LISTS_PER_TURN } from '../search/search-hotels.ts';

const KM_DECIMALS = 2;

/** How an answer is wanted. */
export interface Wording {
  readonly locale: Locale;
  /** The token of the page that begins at an offset. */
  pageTokenAt(offset: number): string;
}
/** An answer as it is sent. */
export interface RenderedSearch {
  readonly bytes: Buffer;
  /** The hotels in it: the first of the result's. */
  readonly hotels: readonly ShownHotel[];
}
/** What all hotels of an answer share. */
interface Setting {
  readonly bytes: AnswerBytes;
  readonly app: App;
  readonly caller: Caller;
  readonly amounts: AmountWriter;
  readonly rates: RateWriter;
  readonly places: PlaceDirectory;
  readonly publicUrl: string;
  readonly nights: number;
  /** Whether the text asked for something rates are judged by. */
  readonly hasWishes: boolean;
}

/**
 * The whole answer as JSON bytes, rate by rate: joining a megabyte as text first would copy it once more. While much is
 * written others have their turn. A page that would be longer than PAGE_BYTES_MAX ends earlier than its limit, but not
 * before its first hotel: its head, which was written for all of them, is then written once more.
 */
export async function renderSearch(
  app: App,
  caller: Caller,
  result: HotelSearchResult,
  wording: Wording,
): Promise<RenderedSearch> {
  const { search } = result;
  const amounts = new AmountWriter(search.currency, (from) => app.rates.rate(from, search.currency));
  const { boards, ceiling, refund } = search.wishes;
  const setting: Setting = {
    bytes: new AnswerBytes(),
    app,
    caller,
    amounts,
    rates: new RateWriter(amounts, boardWords(wording.locale), caller.now),
    places: app.places.inLanguage(wording.locale),
    publicUrl: app.config.publicUrl,
    nights: search.nights,
    hasWishes: boards !== undefined || ceiling !== undefined || refund !== undefined,
  };
  const { bytes } = setting;
  bytes.write(renderHead(result, result.hotels, wording));
  const headLength = bytes.length;
  const parts: Buffer[] = [];
  let taken = 0;
  let lists = 0;
  let hotels = result.hotels;
  for (const [index, shown] of result.hotels.entries()) {
    lists += shown.parties.length;
    if (lists > LISTS_PER_TURN) {
      // The bytes written share their memory with every other answer: they are taken before anybody else has their
      // turn.
      taken += bytes.length;
      parts.push(bytes.take());
      await yieldIfBusy();
      lists = shown.parties.length;
    }
    const before = bytes.length;
    if (index > 0) bytes.write(',');
    writeHotel(setting, shown);
    if (index === 0 || taken + bytes.length <= PAGE_BYTES_MAX) continue;
    bytes.rewind(before);
    hotels = result.hotels.slice(0, index);
    break;
  }
  bytes.write(']}');
  parts.push(bytes.take());
  return {
    bytes: joinParts(
      parts,
      hotels === result.hotels ? undefined : { headLength, head: renderHead(result, hotels, wording) },
    ),
    hotels,
  };
}

/** The parts of an answer as one, with another head where it is given. */
function joinParts(
  parts: readonly Buffer[],
  change: { readonly head: string; readonly headLength: number } | undefined,
): Buffer {
  const [first = Buffer.alloc(0), ...others] = parts;
  if (change !== undefined)
    return Buffer.concat([Buffer.from(change.head), first.subarray(change.headLength), ...others]);
  return others.length === 0 ? first : Buffer.concat(parts);
}

/** All that stands before the first hotel. */
function renderHead(result: HotelSearchResult, hotels: readonly ShownHotel[], wording: Wording): string {
  const nextOffset = result.search.offset + hotels.length;
  const isLast = hotels.length === 0 || nextOffset >= result.total;
  return `${renderTotals(result, hotels, isLast ? undefined : wording.pageTokenAt(nextOffset))},"hotels":[`;
}

/** Everything that is said once, as the beginning of a JSON object. */
function renderTotals(
  result: HotelSearchResult,
  hotels: readonly ShownHotel[],
  nextPageToken: string | undefined,
): string {
  const { search } = result;
  const totals = JSON.stringify({
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
    filters_applied: search.filtersApplied,
    left_out: {
      hidden_hotels: result.hiddenHotels,
      hidden_rates: hotels.reduce((sum, { hiddenRates }) => sum + hiddenRates, 0),
      beyond_supplier_bound: result.beyondBound,
    },
    pagination: { next_page_token: nextPageToken },
  });
  return totals.slice(0, -1);
}

function presentDestination(destination: StayDestination) {
  const { form, formsIgnored, kind, name, cityCode, countryCode, point, place, matched, unmatched, isCorrected } =
    destination;
  return {
    form,
    kind,
    name: name ?? null,
    ...(cityCode === undefined ? {} : { city_code: cityCode }),
    ...(countryCode === undefined ? {} : { country_code: countryCode }),
    ...(point === undefined ? {} : { latitude: point.latitude, longitude: point.longitude }),
    ...(place.kind === 'around' ? { radius_km: place.radiusKm } : {}),
    ...(place.kind === 'hotels' ? { hotel_ids: place.hotelIds } : {}),
    matched: matched ?? null,
    corrected: isCorrected,
    unmatched: unmatched ?? null,
    ignored_forms: formsIgnored,
  };
}

function writeHotel(setting: Setting, shown: ShownHotel): void {
  const { hotel, distanceKm, lowest, isMatch } = shown;
  setting.bytes.write(
    `{"hotel_id":${quote(hotel.hotelId)},"provider":${quote(shown.supplierId)},${renderFacts(setting, hotel)}` +
      `,"distance_km":${distanceKm === undefined ? 'null' : Number(distanceKm.toFixed(KM_DECIMALS))},"matches_query":${setting.hasWishes ? isMatch : 'null'}` +
      `,"lowest_stay":${renderLowest(setting, lowest)},"rooms":[`,
  );
  writeRooms(setting, shown);
  setting.bytes.write(']}');
}

function renderFacts({ places, app, publicUrl }: Setting, hotel: StayHotel): string {
  // A suburb has a name of its own: the city's is translated only where the hotel says it lies in the city.
  const isInCity = hotel.cityCode !== undefined && app.places.city(hotel.cityCode)?.name === hotel.cityName;
  const city = isInCity && hotel.cityCode !== undefined ? places.city(hotel.cityCode)?.name : undefined;
  return (
    `"name":${quote(hotel.name)},"address":${quote(hotel.address)},"city":${quote(city ?? hotel.cityName)},"city_code":${quoteOrNull(hotel.cityCode)}` +
    `,"country":${quote(hotel.country)},"country_name":${quote(places.country(hotel.country)?.name ?? hotel.country)}` +
    `,"latitude":${hotel.latitude},"longitude":${hotel.longitude}` +
    `,"main_photo":${quote(hotelPhotoUrl(publicUrl, hotel))},"thumbnail":${quote(hotelThumbnailUrl(publicUrl, hotel))}` +
    `,"rating":${hotel.rating},"review_count":${hotel.reviewCount},"star_rating":${hotel.starRating}` +
    `,"hotel_type_id":${hotel.hotelTypeId},"chain_id":${hotel.chainId ?? 'null'},"facility_ids":[${hotel.facilityIds.join()}]` +
    `,"checkin_time":${quote(hotel.checkInFrom)},"checkout_time":${quote(hotel.checkOutUntil)}`
  );
}

function renderLowest({ amounts, nights }: Setting, { total, dueNow, dueAtProperty }: LowestStay): string {
  return (
    `{"total":${amounts.write(total)},"due_now":${amounts.write(dueNow)},"due_at_property":${amounts.write(dueAtProperty)}` +
    `,"per_night":${amounts.write(Math.round(total / nights))}}`
  );
}

interface RoomRates {
  readonly room: StayRoom;
  readonly parties: { readonly rates: ShownRate[]; readonly occupancyJson: string }[];
}

/** The kinds of room in the order of their cheapest rates, each with the rates of every party it takes. */
function writeRooms(setting: Setting, { supplierId, hotel, parties, expiresAt }: ShownHotel): void {
  const { app, bytes, caller, amounts } = setting;
  const expiry = productExpiry(caller.now, expiresAt);
  const expiryJson = `,"expires_at":"${expiry.toISOString()}"`;
  const shared: SharedProduct = { kind: 'hotel', supplierId, displayCurrency: amounts.currency, expiresAt: expiry };
  let number = 0;
  for (const { room, parties: ofParties } of gatherRooms(parties)) {
    number += 1;
    bytes.write(`${number === 1 ? '' : ','}${renderRoomFacts(setting.publicUrl, hotel, room, number)},"rates":[`);
    let separator = '';
    for (const { rates, occupancyJson } of ofParties) {
      const tokens = sealProducts(
        app,
        caller.organizationId,
        shared,
        rates.map(({ rate }) => ({ productKey: rate.rateKey, originPrice: payNowOfRate(rate) })),
      );
      for (let index = 0; index < rates.length; index += 1) {
        const [shown, token] = [rates[index], tokens[index]];
        if (shown === undefined || token === undefined) throw new Error('A sealed rate has a token.');
        bytes.write(separator + setting.rates.write(shown, token, occupancyJson, expiryJson));
        separator = ',';
      }
    }
    bytes.write(']}');
  }
}

function gatherRooms(parties: ShownHotel['parties']): Iterable<RoomRates> {
  const rooms = new Map<string, RoomRates>();
  for (const { party, indexes, rates } of parties) {
    const occupancyJson = writeOccupancy(party, indexes);
    for (const shown of rates) {
      const { room } = shown.rate;
      let known = rooms.get(room.roomId);
      if (known === undefined) {
        known = { room, parties: [] };
        rooms.set(room.roomId, known);
      }
      const last = known.parties.at(-1);
      if (last?.occupancyJson === occupancyJson) last.rates.push(shown);
      else known.parties.push({ rates: [shown], occupancyJson });
    }
  }
  return rooms.values();
}

function renderRoomFacts(publicUrl: string, hotel: StayHotel, room: StayRoom, number: number): string {
  return (
    `{"room_id":${quote(room.roomId)},"room_name":${quote(room.name)},"description":${quote(room.description)},"max_occupancy":${room.maxOccupancy}` +
    `,"max_adults":${room.maxAdults},"max_children":${room.maxChildren},"size_square_metres":${room.sizeSquareMetres},"beds":${quote(room.beds)}` +
    `,"amenities":${quoteAll(room.amenities)},"photo":${quote(hotelImageUrl(publicUrl, hotel, { picture: 'room', number }))}`
  );
}
