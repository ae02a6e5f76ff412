import type { StayHotel, StayQuery } from '../../../travel/stay.ts';
import type { FoundStays } from '../../ports/hotels.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type LiteapiAdapter } from '../adapter.ts';
import { findRates } from './find-rates.ts';
import { nameOfSearch, toRatesQuery, toRatesPlace } from './rates-query.ts';
import { unpackHotel } from './unpack-rates.ts';

/**
 * Hotels for a query, cheapest first, by one call for a search and all its pages: of several hotels the cheapest offer
 * of each, of one hotel all of them. Filters are the caller's. Throws SupplierFailure.
 */
export async function searchStays(
  adapter: LiteapiAdapter,
  query: StayQuery,
  context: SupplierContext,
): Promise<FoundStays> {
  const account = await accountForSale(adapter, context);
  const place = toRatesPlace(query.place, adapter.places);
  if (place === undefined) return { hotels: [], omitted: 0 };
  const ratesQuery = toRatesQuery(query, context);
  const { hotels } = await findRates(adapter, account, context, { place, ratesQuery });
  const found = { ratesQuery, resultSet: nameOfSearch(place, ratesQuery) };
  const cityCode = query.place.kind === 'city' ? query.place.cityCode : undefined;
  return {
    hotels: hotels.slice(0, query.hotelsMax).map((rated) => {
      const offer = unpackHotel(rated, found);
      return { ...offer, hotel: inCity(offer.hotel, cityCode) };
    }),
    omitted: Math.max(0, hotels.length - query.hotelsMax),
  };
}

function inCity(hotel: StayHotel, cityCode: string | undefined): StayHotel {
  return cityCode === undefined ? hotel : { ...hotel, cityCode };
}
