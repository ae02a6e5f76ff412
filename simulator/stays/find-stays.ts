import type { FoundStays } from '../../src/suppliers/ports/hotels.ts';
import type { StayNarrowing, StayPlace, StayQuery } from '../../src/travel/stay.ts';
import { greatCircleKm } from '../../src/reference/geo.ts';
import type { CityStock } from './content/city-stock.ts';
import { findHouse, type House } from './content/hotel-facts.ts';
import { type Finding, HotelStayOffer } from './offers/hotel-stay-offer.ts';
import { houseScratch, lookAtHouse } from './prices/hotel-prices.ts';
import type { StayCities, StayCity } from './content/stay-cities.ts';
import type { StayFacts } from './content/stay-facts.ts';
import { nightsOf, stayQuestion } from './stay-query.ts';
import type { StayTables } from './content/stay-tables.ts';
import type { StayAsking } from './stay-world.ts';
import { cheapestSums } from './offers/write-rates.ts';

/** A country's search looks at the hotels of its towns with most hotels, up to this many houses. */
const COUNTRY_HOTELS_MAX = 2_000;
/** How far from its town's centre a hotel may lie: at the airport of a city that has one, or anywhere else. */
const HOTEL_FROM_CENTRE_KM = { city: 48, town: 21 } as const;
/** Towns looked at round one point, those nearest to it first: 50 km round Tokyo there are more. */
const TOWNS_MAX = 80;

/**
 * Hotels with rooms for the whole party, cheapest first: all are priced in numbers, and only those answered are written
 * out.
 */
export function findStays(facts: StayFacts, query: StayQuery, asking: StayAsking): FoundStays {
  const question = stayQuestion(
    facts.tables,
    { ...nightsOf(query.checkIn, query.checkOut), rooms: query.rooms },
    asking,
  );
  if (!question) return { hotels: [], omitted: 0 };
  const finding: Finding = { facts, question, scratch: houseScratch(facts.tables.rooms.length), arrivals: new Map() };
  const found: HotelStayOffer[] = [];
  for (const { stock, accepts } of placesOf(facts, query.place))
    weighTown(finding, stock, allOf(accepts, narrowing(stock, query.only, facts.tables)), found);
  found.sort(
    (a, b) => a.usd - b.usd || (a.stock === b.stock ? a.at - b.at : a.stock.city.id < b.stock.city.id ? -1 : 1),
  );
  const hotels = found.slice(0, Math.max(0, query.hotelsMax));
  return { hotels, omitted: found.length - hotels.length };
}

type Accepts = ((at: number) => boolean) | undefined;

function weighTown(finding: Finding, stock: CityStock, accepts: Accepts, found: HotelStayOffer[]): void {
  const { facts, question, scratch } = finding;
  const nights = facts.cityNights(stock.city, question.day, question.nights, question.today);
  const asked = { question, nights };
  for (let at = 0; at < stock.count; at += 1) {
    if (accepts && !accepts(at)) continue;
    const house = { stock, at };
    if (!lookAtHouse(facts.tables, house, asked, scratch)) continue;
    const cheapest = cheapestSums({ tables: facts.tables, levies: facts.levies(stock, at) }, house, question, scratch);
    if (cheapest) found.push(new HotelStayOffer(finding, house, nights, cheapest));
  }
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
      return hotelsByTown(place.hotelIds.flatMap((hotelId) => findHouse(cities, stockOf, hotelId) ?? []));
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

function hotelsByTown(houses: readonly House[]): readonly Place[] {
  const byStock = new Map<CityStock, Set<number>>();
  for (const { stock, at } of houses) byStock.set(stock, (byStock.get(stock) ?? new Set()).add(at));
  return [...byStock].map(([stock, wanted]) => ({ stock, accepts: (at) => wanted.has(at) }));
}

function allOf(first: Accepts, second: Accepts): Accepts {
  if (!first || !second) return first ?? second;
  return (at) => first(at) && second(at);
}

/** The caller's filters over the columns of a town; undefined where nothing is narrowed. */
function narrowing(stock: CityStock, only: StayNarrowing, { facilities }: StayTables): Accepts {
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
