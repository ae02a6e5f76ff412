import type { App, Caller } from '../../context.ts';
import { productExpiry, sealProducts, type SharedProduct } from '../../offers/token/product-token.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { payNowOfRate, type StayHotel, type StayRoom } from '../../travel/stay.ts';
import type { DisplayHotel, DisplayParty, DisplayRate, DisplaySource, LowestStay } from '../model/stay-search.ts';
import { presentMainPhoto, presentRoomPhoto } from './hotel-photos.ts';
import { presentRoom } from './present-hotel.ts';
import { presentDueAtProperty, presentOccupancy, presentRate, type RateContext } from './present-rate.ts';

const KM_DECIMALS = 2;

/** What all hotels of an answer share. */
export interface ResultContext extends RateContext {
  readonly app: App;
  readonly caller: Caller;
  /** In the language of the answer. */
  readonly places: PlaceDirectory;
  readonly nights: number;
  /** Whether the query text holds preferences that rates are matched against. */
  readonly hasPreferences: boolean;
}

/** One hotel of a search with its rooms and rates (`ShoppedHotel`), in the order of its keys on the wire. */
export function presentResult(context: ResultContext, shown: DisplayHotel) {
  const { hotel, distanceKm } = shown;
  return {
    hotel_id: hotel.hotelId,
    provider: providerOf(shown),
    ...presentFacts(context, hotel),
    distance_km: distanceKm === undefined ? null : Number(distanceKm.toFixed(KM_DECIMALS)),
    matches_query: context.hasPreferences ? shown.isMatch : null,
    lowest_stay: presentLowest(context, shown.lowest),
    rooms: shown.sources.flatMap((source) => presentRooms(context, shown, source)),
  };
}

function presentFacts({ places, app }: ResultContext, hotel: StayHotel) {
  return {
    name: hotel.name,
    address: hotel.address,
    city: cityNameOf(app, places, hotel),
    city_code: hotel.cityCode ?? null,
    country: hotel.country,
    country_name: places.country(hotel.country)?.name ?? hotel.country,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    ...presentMainPhoto(app, hotel),
    rating: hotel.rating ?? null,
    review_count: hotel.reviewCount ?? null,
    star_rating: hotel.starRating ?? null,
    hotel_type_id: hotel.hotelTypeId ?? null,
    chain_id: hotel.chainId ?? null,
    facility_ids: hotel.facilityIds ?? null,
    checkin_time: hotel.checkInFrom ?? null,
    checkout_time: hotel.checkOutUntil ?? null,
  };
}

/** Translated where the hotel lies in the city itself: a suburb has a name of its own, which stays. */
function cityNameOf(app: App, places: PlaceDirectory, { cityCode, cityName }: StayHotel): string {
  if (cityCode === undefined || app.places.city(cityCode)?.name !== cityName) return cityName;
  return places.city(cityCode)?.name ?? cityName;
}

function presentLowest({ currency, nights }: ResultContext, lowest: LowestStay) {
  const { total, dueNow, dueAtProperty, serviceFee, isAllStated } = lowest;
  return {
    total: currency.present(total),
    ...(serviceFee > 0 && { service_fee: currency.present(serviceFee) }),
    due_now: currency.present(dueNow),
    ...presentDueAtProperty(currency, dueAtProperty, isAllStated),
    per_night: currency.present(Math.round(total / nights)),
  };
}

/** The supplier whose id of the hotel and whose facts the card shows. */
function providerOf({ hotel, sources }: DisplayHotel): string {
  return sources.find(({ hotelId }) => hotelId === hotel.hotelId)?.supplierId ?? sources[0].supplierId;
}

/**
 * The kinds of room of one supplier in the order of their cheapest rates, each with the rates of every party it takes.
 * A room of another supplier than the card's names it, and its id of the hotel.
 */
function presentRooms(
  context: ResultContext,
  shown: DisplayHotel,
  { supplierId, hotelId, parties, expiresAt }: DisplaySource,
) {
  const shared: SharedProduct = {
    kind: 'hotel',
    supplierId,
    displayCurrency: context.currency.code,
    expiresAt: productExpiry(context.caller.now, expiresAt),
  };
  const source = supplierId === providerOf(shown) ? {} : { provider: supplierId, provider_hotel_id: hotelId };
  return groupByRoom(parties).map(({ room, parties: ofRoom }, index) => ({
    ...presentRoom(room),
    photo: presentRoomPhoto(context.app, shown.hotel, room, index + 1),
    ...source,
    rates: ofRoom.flatMap((party) => presentRates(context, shared, party)),
  }));
}

function presentRates(context: ResultContext, shared: SharedProduct, { party, indexes, rates }: DisplayParty) {
  const { app, caller } = context;
  const products = rates.map(({ rate }) => ({ productKey: rate.rateKey, originPrice: payNowOfRate(rate) }));
  const tokens = sealProducts(app, caller.organizationId, shared, products);
  const occupancy = presentOccupancy(party, indexes);
  const expiresAt = shared.expiresAt.toISOString();
  return rates.map((rate, index) => {
    const token = tokens[index];
    if (token === undefined) throw new Error('A sealed rate has a token.');
    return presentRate(context, rate, { token, expiresAt, occupancy });
  });
}

interface RoomRates {
  readonly room: StayRoom;
  readonly parties: readonly DisplayParty[];
}

function groupByRoom(parties: readonly DisplayParty[]): readonly RoomRates[] {
  const rooms = new Map<string, { readonly room: StayRoom; readonly parties: DisplayParty[] }>();
  for (const party of parties) {
    for (const [roomId, rates] of Map.groupBy(party.rates, roomIdOf)) {
      const room = rates[0]?.rate.room;
      if (room === undefined) continue;
      const known = rooms.get(roomId) ?? { room, parties: [] };
      known.parties.push({ ...party, rates });
      rooms.set(roomId, known);
    }
  }
  return [...rooms.values()];
}

function roomIdOf({ rate }: DisplayRate): string {
  return rate.room.roomId;
}
