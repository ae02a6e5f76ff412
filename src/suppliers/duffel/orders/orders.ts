import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FaultPoints } from '../../../platform/fault-points.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { SupplierAccounts } from '../../common/account.ts';
import { createDuffelCancellations } from '../cancellations/cancellations.ts';
import { createSupplierBookings, createSupplierEvents } from '../../common/create-supplier-bookings.ts';
import { createSupplierCounters } from '../../common/supplier-counters.ts';
import type { FlightSupplier } from '../../ports/flights.ts';
import type { DuffelClient } from '../client.ts';
import { bookOrder } from './book-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { lookUpOrder } from './look-up-order.ts';
import { ORDER_ALARMS, type OrderTools } from './order-tools.ts';
import { readDuffelCallback } from './read-callback.ts';

/** What orders at Duffel are made with. */
export interface DuffelOrderParts {
  readonly client: DuffelClient;
  readonly accounts: SupplierAccounts;
  readonly db: Db;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The writing half of Duffel's flights: orders, what became of them, undoing and giving up, Duffel's callbacks. */
export function createDuffelOrders(
  parts: DuffelOrderParts,
): Required<Pick<FlightSupplier, 'book' | 'lookUp' | 'cancel' | 'cancellations' | 'readCallback'>> {
  const { client, accounts, db, clock, faults, log } = parts;
  const bookings = createSupplierBookings(db);
  const events = createSupplierEvents(db);
  const { alarms, callbacks } = createSupplierCounters(parts.metrics, { supplier: 'duffel', alarms: ORDER_ALARMS });
  const tools: OrderTools = { client, accounts, bookings, clock, faults, alarms };
  return {
    book: (request, context) => bookOrder(tools, request, context),
    lookUp: (reference, context) => lookUpOrder(tools, reference, context),
    cancel: (reference, context) => cancelOrder(tools, reference, context),
    cancellations: createDuffelCancellations({ ...tools, db }),
    async readCallback(callback) {
      const read = await readDuffelCallback({ accounts, bookings, events, clock, log }, callback);
      callbacks.inc({ supplier: 'duffel', outcome: read.kind === 'forged' ? read.why : read.kind });
      return read;
    },
  };
}
