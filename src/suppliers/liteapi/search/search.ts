import type { StayHotel, StayQuery } from '../../../travel/stay.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { FoundStays } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { findRates, findStoredRates } from './find-rates.ts';
import type { RatedHotels } from './map-rates.ts';
import {
  chosenHotels,
  countBeyond,
  nameOfSearch,
  type RatesPlace,
  type RatesQuery,
  toRatesPlace,
  toRatesQuery,
} from './rates-query.ts';
import { unpackHotel } from './unpack-rates.ts';

/**
 * Hotels for a query, cheapest first, by one call for a search and all its pages: of several hotels the cheapest offer
 * of each, of one hotel all of them. Filters are the caller's, but for a place with more hotels than a search looks at:
 * there the hotels that pass them by what is stored here are asked about by their ids. Throws SupplierFailure.
 */
export async function searchStays(
  adapter: LiteapiAdapter,
  query: StayQuery,
  context: SupplierContext,
): Promise<FoundStays> {
  const account = await accountForSale(adapter, context);
  const ratesQuery = toRatesQuery(query, context);
  const chosen = chosenHotels(query);
  const found = await (chosen === undefined
    ? searchPlace(adapter, account, context, query, ratesQuery)
    : searchChosen(adapter, account, context, { chosen, query, ratesQuery }));
  if (found === undefined) return { hotels: [], omitted: 0 };
  const { hotels, name: resultSet } = found;
  const cityCode = query.place.kind === 'city' ? query.place.cityCode : undefined;
  return {
    hotels: hotels.slice(0, query.hotelsMax).map((rated) => {
      const offer = unpackHotel(rated, { ratesQuery, resultSet });
      return { ...offer, hotel: inCity(offer.hotel, cityCode) };
    }),
    omitted: Math.max(0, hotels.length - query.hotelsMax) + countBeyond(query),
  };
}

/** What a search has found, and what it is stored under. */
interface NamedRates extends RatedHotels {
  readonly name: string;
}

async function searchPlace(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  query: StayQuery,
  ratesQuery: RatesQuery,
): Promise<NamedRates | undefined> {
  const place = toRatesPlace(query.place, adapter.places);
  if (place === undefined) return undefined;
  const name = nameOfSearch(place, ratesQuery);
  return { ...(await findRates(adapter, account, context, { place, ratesQuery, name })), name };
}

/**
 * The answer is stored under place and filter, not under the ids, for what is stored of the place may change between
 * two pages. A page of a search that was made before the place was known reads the answer of that search.
 */
async function searchChosen(
  adapter: LiteapiAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  {
    chosen,
    query,
    ratesQuery,
  }: { readonly chosen: RatesPlace; readonly query: StayQuery; readonly ratesQuery: RatesQuery },
): Promise<NamedRates | undefined> {
  const name = nameOfSearch(query.place, ratesQuery, query.only);
  if (context.purpose === 'page' && query.place.kind !== 'country') {
    const own = await findStoredRates(adapter, account, context, name);
    if (own !== undefined) return { ...own, name };
    const place = toRatesPlace(query.place, adapter.places);
    const before = place === undefined ? name : nameOfSearch(place, ratesQuery);
    const rates = await findStoredRates(adapter, account, context, before);
    if (rates !== undefined) return { ...rates, name: before };
  }
  if ('hotelIds' in chosen && chosen.hotelIds.length === 0) return undefined;
  return { ...(await findRates(adapter, account, context, { place: chosen, ratesQuery, name })), name };
}

function inCity(hotel: StayHotel, cityCode: string | undefined): StayHotel {
  return cityCode === undefined ? hotel : { ...hotel, cityCode };
}
