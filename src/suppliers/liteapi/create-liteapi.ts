import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { AccountCalls } from '../common/account-calls.ts';
import { createSealedCache, type SealedCacheParts } from '../common/cache/create-sealed-cache.ts';
import { createResultSets } from '../common/result-sets.ts';
import { createSupplierCounters } from '../common/supplier-counters.ts';
import type { HotelSupplier } from '../ports/hotels.ts';
import type { LiteapiAdapter } from './adapter.ts';
import { createLiteapiClient } from './client.ts';
import { findPlaces } from './content/find-places.ts';
import { listCity } from './content/list-city.ts';
import { readHotel } from './content/read-hotel.ts';
import { readHotelId } from './mapping/map-hotel.ts';
import { createLiteapiOrders, type LiteapiOrderParts } from './orders/orders.ts';
import { getStay } from './pricing/get-stay.ts';
import { priceStay } from './pricing/price.ts';
import { HOTELS_ASKED_MAX } from './search/rates-query.ts';
import { createRatesReader } from './search/rates-reader.ts';
import { searchStays } from './search/search.ts';

/** What the adapter is made of. `clock` is real time. */
export interface LiteapiParts extends Omit<LiteapiOrderParts, 'client'>, SealedCacheParts {
  readonly outbound: Outbound;
  readonly calls: AccountCalls;
  readonly places: PlaceDirectory;
  /** As `LiteapiClientParts`. */
  readonly sandboxPerSecondMax?: number | undefined;
}

/** LiteAPI's hotels behind the port: found, priced, booked, looked up, undone and given up. */
export function createLiteapi(parts: LiteapiParts): HotelSupplier {
  const { outbound, calls, accounts, clock, places, sandboxPerSecondMax } = parts;
  const client = createLiteapiClient({ outbound, calls, sandboxPerSecondMax });
  const { unreadable } = createSupplierCounters(parts.metrics);
  const adapter: LiteapiAdapter = {
    client,
    accounts,
    resultSets: createResultSets({ cache: createSealedCache(parts), clock }),
    places,
    rates: createRatesReader(),
    clock,
    countLeftOut: (part, offers) => unreadable.inc({ supplier: 'liteapi', part }, offers),
  };
  return {
    id: 'liteapi',
    name: 'LiteAPI',
    content: {
      owns: (hotelId) => readHotelId(hotelId) !== undefined,
      isOpenTo: async (organizationId) => (await accounts.findForSale('liteapi', organizationId)) !== undefined,
      searchedMax: HOTELS_ASKED_MAX,
      findPlaces: (text, context) => findPlaces(adapter, text, context),
      listCity: (query, context) => listCity(adapter, query, context),
    },
    search: (query, context) => searchStays(adapter, query, context),
    hotel: (hotelId, context) => readHotel(adapter, hotelId, context),
    getStay: (rateKeys, context) => getStay(adapter, rateKeys, context),
    price: (rateKeys, context) => priceStay(adapter, rateKeys, context),
    ...createLiteapiOrders({ ...parts, client }),
  };
}
