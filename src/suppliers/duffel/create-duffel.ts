import type { Clock } from '../../platform/clock.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { AccountCalls } from '../common/account-calls.ts';
import { createSealedCache, type SealedCacheParts } from '../common/cache/create-sealed-cache.ts';
import { createSupplierBookings } from '../common/create-supplier-bookings.ts';
import { createResultSets } from '../common/result-sets.ts';
import { createSupplierCounters } from '../common/supplier-counters.ts';
import type { ExchangeRates } from '../ports/exchange-rates.ts';
import type { FlightSupplier } from '../ports/flights.ts';
import { createDuffelClient } from './client.ts';
import { createDuffelExchanges } from './exchanges/exchanges.ts';
import { createDuffelReading } from './flights.ts';
import { createDuffelOrders, type DuffelOrderParts } from './orders/orders.ts';
import { createDuffelSchedules } from './schedule-changes/schedules.ts';
import { createDuffelServices } from './services/services.ts';
import { createSearchMapper } from './search/search-mapper.ts';

/** What the adapter is made of. `clock` is real time. */
export interface DuffelParts extends Omit<DuffelOrderParts, 'client'>, SealedCacheParts {
  readonly outbound: Outbound;
  readonly calls: AccountCalls;
  readonly places: PlaceDirectory;
  readonly rates: Pick<ExchangeRates, 'supports'>;
  readonly clock: Clock;
}

/** Duffel's flights behind the port: found, priced, ordered, looked up and undone. */
export function createDuffel(parts: DuffelParts): FlightSupplier {
  const { outbound, calls, accounts, clock, places, rates } = parts;
  const client = createDuffelClient({ outbound, calls });
  const { unreadable } = createSupplierCounters(parts.metrics);
  const mapper = createSearchMapper(places);
  const reading = createDuffelReading({
    client,
    accounts,
    resultSets: createResultSets({ cache: createSealedCache(parts), clock }),
    mapper,
    places,
    supports: (currency) => rates.supports(currency),
    countUnreadable: (part, offers) => unreadable.inc({ supplier: 'duffel', part }, offers),
  });
  const { tools: mapping } = mapper;
  const exchanges = createDuffelExchanges({ ...parts, client, mapping });
  const schedules = createDuffelSchedules({ client, accounts, bookings: createSupplierBookings(parts.db), mapping });
  const orders = createDuffelOrders({ ...parts, client });
  const addedServices = createDuffelServices({ ...parts, client });
  return { id: 'duffel', name: 'Duffel', ...reading, ...orders, exchanges, schedules, addedServices };
}
