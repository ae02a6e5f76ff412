import type { RateSum, StayFilter, StayPlace, StayQuery } from '../../src/travel/stay.ts';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import type { CityStock } from './content/city-columns.ts';
import { findHotel, type HotelRow } from './content/hotel-facts.ts';
import { type AvailableHotel, HotelStayOffer, type SearchContext } from './offers/hotel-stay-offer.ts';
import { availabilityOf } from './prices/availability.ts';
import type { StayCities, StayCity } from './content/stay-cities.ts';
import type { StayFacts } from './content/stay-facts.ts';
import { nightsOf, type ResolvedStayQuery, resolveStayQuery } from './stay-query.ts';
import type { StayTables } from './content/stay-tables.ts';
import type { StayContext } from './stay-world.ts';
import { cheapestSums } from './offers/hotel-rates.ts';
import type { FoundStatedStays } from './stated-stay.ts';

/** A search of a country covers its towns with most hotels, until they have this many. */
const COUNTRY_HOTELS_MAX = 2_000;
/** How far from its town's centre a hotel may lie: at the airport of a city that has one, or anywhere else. */
const HOTEL_FROM_CENTRE_KM = { city: 48, town: 21 } as const;
/** Towns looked at round one point, those nearest to it first: 50 km round Tokyo there are more. */
const TOWNS_MAX = 80;

/**
 * Hotels with rooms for the whole party, cheapest first: all are priced in numbers, and only those returned become
 * offers.
 */
export function findStays(facts: StayFacts, query: StayQuery, context: StayContext): FoundStatedStays {
  const resolved = resolveStayQuery(facts, { ...nightsOf(query.checkIn, query.checkOut), rooms: query.rooms }, context);
  if (!resolved) return { hotels: [], omitted: 0 };
  const search: SearchContext = { facts, query: resolved, arrivals: new Map() };
  const found = placesOf(facts, query.place).flatMap(({ stock, accepts }) =>
    rankTown(search, stock, allOf(accepts, compileFilter(stock, query.only, facts.tables))),
  );
  found.sort(compareHotels);
  const answered = found.slice(0, Math.max(0, query.hotelsMax));
  return {
    hotels: answered.map((hotel) => new HotelStayOffer(search, hotel)),
    omitted: found.length - answered.length,
  };
}

interface RankedHotel extends AvailableHotel {
  /** The cheapest stay of the whole party, in dollars. */
  readonly usd: number;
}

type Accepts = ((at: number) => boolean) | undefined;

/** The hotels of a town that can take the party, unsorted. */
function rankTown({ facts, query }: SearchContext, stock: CityStock, accepts: Accepts): readonly RankedHotel[] {
  const nights = facts.cityNights(stock.city, query.day, query.nights, query.today);
  const found: RankedHotel[] = [];
  for (let at = 0; at < stock.count; at += 1) {
    if (accepts && !accepts(at)) continue;
    const row = { stock, at };
    const availability = availabilityOf(facts.tables, row, query, nights);
    if (!availability) continue;
    const levies = facts.levies(stock, at);
    const cheapest = cheapestSums({ tables: facts.tables, levies }, row, query, availability);
    if (cheapest) found.push({ row, nights, cheapest, usd: usdOf(query, cheapest) / stock.filing.minorPerUsd });
  }
  return found;
}

function usdOf({ parties }: ResolvedStayQuery, cheapest: readonly RateSum[]): number {
  return parties.reduce((total, { rooms }, index) => total + rooms * (cheapest[index]?.total ?? 0), 0);
}

/** Cheapest first; equal prices in the order of towns and hotels, so that every process answers alike. */
function compareHotels(a: RankedHotel, b: RankedHotel): number {
  const [one, other] = [a.row, b.row];
  if (a.usd !== b.usd) return a.usd - b.usd;
  return one.stock === other.stock ? one.at - other.at : one.stock.city.id < other.stock.city.id ? -1 : 1;
}

type Around = Extract<StayPlace, { kind: 'around' }>;

interface Place {
  readonly stock: CityStock;
  readonly accepts: Accepts;
}

function placesOf({ cities, stockOf }: StayFacts, place: StayPlace): readonly Place[] {
  switch (place.kind) {
    case 'city':
      return cities.ofCode(place.cityCode).map((city) => ({ stock: stockOf(city.index), accepts: undefined }));
    case 'country':
      return countryTowns(cities.ofCountry(place.country)).map((city) => ({
        stock: stockOf(city.index),
        accepts: undefined,
      }));
    case 'around':
      return townsAround(cities, place).map((city) => around(stockOf(city.index), place));
    case 'hotels':
      return hotelsByTown(place.hotelIds.flatMap((hotelId) => findHotel(cities, stockOf, hotelId) ?? []));
    case 'supplier_place':
      return [];
    default:
      return place satisfies never;
  }
}

function townsAround(cities: StayCities, { latitude, longitude, radiusKm }: Around): readonly StayCity[] {
  return cities
    .near(latitude, longitude, radiusKm + HOTEL_FROM_CENTRE_KM.city)
    .map((city) => ({ city, km: greatCircleKm(latitude, longitude, city.latitude, city.longitude) }))
    .filter(
      ({ city, km }) =>
        km <=
        radiusKm + (city.id === city.cityCode?.toLowerCase() ? HOTEL_FROM_CENTRE_KM.city : HOTEL_FROM_CENTRE_KM.town),
    )
    .sort((a, b) => a.km - b.km || a.city.index - b.city.index)
    .slice(0, TOWNS_MAX)
    .map(({ city }) => city);
}

function around(stock: CityStock, { latitude, longitude, radiusKm }: Around): Place {
  return {
    stock,
    accepts: (at) => greatCircleKm(latitude, longitude, stock.latitude[at] ?? 0, stock.longitude[at] ?? 0) <= radiusKm,
  };
}

function countryTowns<T extends { readonly hotels: number }>(towns: readonly T[]): readonly T[] {
  let hotels = 0;
  return towns.filter((town) => {
    hotels += town.hotels;
    return hotels - town.hotels < COUNTRY_HOTELS_MAX;
  });
}

function hotelsByTown(rows: readonly HotelRow[]): readonly Place[] {
  const byStock = new Map<CityStock, Set<number>>();
  for (const { stock, at } of rows) byStock.set(stock, (byStock.get(stock) ?? new Set()).add(at));
  return [...byStock].map(([stock, wanted]) => ({ stock, accepts: (at) => wanted.has(at) }));
}

function allOf(first: Accepts, second: Accepts): Accepts {
  if (!first || !second) return first ?? second;
  return (at) => first(at) && second(at);
}

/** The caller's filters over the columns of a town; undefined where nothing is filtered. */
function compileFilter(stock: CityStock, only: StayFilter, { facilities }: StayTables): Accepts {
  const tests: ((at: number) => boolean)[] = [];
  const among = (column: Uint8Array, values: readonly number[]): void => {
    if (values.length > 0) tests.push((at) => values.includes(column[at] ?? 0));
  };
  among(stock.stars, only.starRatings);
  among(stock.typeId, only.hotelTypeIds);
  if (only.chainIds.length > 0)
    tests.push((at) => (stock.chainId[at] ?? 0) !== 0 && only.chainIds.includes(stock.chainId[at] ?? 0));
  const { ratingMin, reviewsMin } = only;
  if (ratingMin !== undefined) tests.push((at) => (stock.rating[at] ?? 0) / 10 >= ratingMin);
  if (reviewsMin !== undefined) tests.push((at) => (stock.reviews[at] ?? 0) >= reviewsMin);
  if (only.facilityIds.length > 0) {
    const indexes = only.facilityIds.map((id) => facilities.findIndex(({ facilityId }) => facilityId === id));
    tests.push((at) => indexes.every((index) => index >= 0 && (((stock.facilities[at] ?? 0) >>> index) & 1) === 1));
  }
  if (tests.length === 0) return undefined;
  return (at) => tests.every((test) => test(at));
}
