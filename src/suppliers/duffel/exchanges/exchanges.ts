import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FaultPoints } from '../../../platform/fault-points.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { SupplierAccounts } from '../../common/account.ts';
import { createSupplierBookings } from '../../common/create-supplier-bookings.ts';
import { createSupplierCounters } from '../../common/supplier-counters.ts';
import type { FlightExchangeService } from '../../ports/servicing.ts';
import type { DuffelClient } from '../client.ts';
import type { MappingTools } from '../mapping/map-slices.ts';
import { confirmChange } from './confirm-change.ts';
import type { ExchangeTools } from './exchange-tools.ts';
import { lookUpChange } from './look-up-change.ts';
import { checkChange, priceChange } from './price-change.ts';
import { searchChanges } from './search-changes.ts';

/** What changes of orders at Duffel are made with. */
export interface DuffelExchangeParts {
  readonly client: DuffelClient;
  readonly accounts: SupplierAccounts;
  readonly db: Db;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  readonly metrics: Metrics;
  readonly mapping: MappingTools;
}

/** Exchanges of Duffel's orders: change requests, changes, their confirmation, and what became of it. */
export function createDuffelExchanges(parts: DuffelExchangeParts): Required<FlightExchangeService> {
  const { client, accounts, db, clock, faults, mapping } = parts;
  const { alarms, unreadable } = createSupplierCounters(parts.metrics);
  const tools: ExchangeTools = {
    client,
    accounts,
    bookings: createSupplierBookings(db),
    clock,
    faults,
    alarms,
    mapping,
    countUnreadable: (part, offers) => unreadable.inc({ supplier: 'duffel', part }, offers),
  };
  return {
    search: (query, context) => searchChanges(tools, query, context),
    price: (names, context) => priceChange(tools, names, context),
    check: (quoted, context) => checkChange(tools, quoted, context),
    exchange: (request, context) => confirmChange(tools, request, context),
    lookUp: (names, context) => lookUpChange(tools, names, context),
  };
}
