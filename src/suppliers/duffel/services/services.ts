import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FaultPoints } from '../../../platform/fault-points.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { SupplierAccounts } from '../../common/account.ts';
import { createSupplierBookings } from '../../common/create-supplier-bookings.ts';
import { createSupplierCounters } from '../../common/supplier-counters.ts';
import type { AddedServicesService } from '../../ports/added-services.ts';
import type { DuffelClient } from '../client.ts';
import type { OrderTools } from '../orders/order-tools.ts';
import { addOrderServices } from './add-order-services.ts';
import { listOrderServices } from './list-order-services.ts';
import { lookUpAddition } from './look-up-addition.ts';

/** What services of orders at Duffel are sold with. */
export interface DuffelServicesParts {
  readonly client: DuffelClient;
  readonly accounts: SupplierAccounts;
  readonly db: Db;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  readonly metrics: Metrics;
}

/** Bags and seats for orders at Duffel after their sale: listed, bought, and what became of it. */
export function createDuffelServices(parts: DuffelServicesParts): AddedServicesService {
  const { client, accounts, db, clock, faults } = parts;
  const { alarms } = createSupplierCounters(parts.metrics);
  const tools: OrderTools = { client, accounts, bookings: createSupplierBookings(db), clock, faults, alarms };
  return {
    list: (query, context) => listOrderServices(tools, query, context),
    add: (request, context) => addOrderServices(tools, request, context),
    lookUp: (names, context) => lookUpAddition(tools, names, context),
  };
}
