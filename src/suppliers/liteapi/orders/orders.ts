import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FaultPoints } from '../../../platform/fault-points.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import type { SupplierAccounts } from '../../common/account.ts';
import { createSupplierBookings, createSupplierEvents } from '../../common/create-supplier-bookings.ts';
import { createSupplierCounters } from '../../common/supplier-counters.ts';
import type { HotelSupplier } from '../../ports/hotels.ts';
import type { LiteapiClient } from '../client.ts';
import { bookStay } from './book-stay.ts';
import { createCancellations, undoBooking } from './cancel-booking.ts';
import { lookUpBooking } from './look-up-booking.ts';
import { ORDER_ALARMS, type OrderTools } from './order-tools.ts';
import { readLiteapiCallback } from './read-callback.ts';

/** What bookings at LiteAPI are made with. */
export interface LiteapiOrderParts {
  readonly client: LiteapiClient;
  readonly accounts: SupplierAccounts;
  readonly db: Db;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type Orders = Required<Pick<HotelSupplier, 'book' | 'lookUp' | 'cancel' | 'cancellations' | 'readCallback'>>;

/** The writing half of LiteAPI's hotels: bookings, what became of them, giving them up, and LiteAPI's callbacks. */
export function createLiteapiOrders(parts: LiteapiOrderParts): Orders {
  const { client, accounts, db, clock, faults, log } = parts;
  const { alarms, callbacks } = createSupplierCounters(parts.metrics, { supplier: 'liteapi', alarms: ORDER_ALARMS });
  const bookings = createSupplierBookings(db);
  const events = createSupplierEvents(db);
  const tools: OrderTools = { client, accounts, bookings, clock, faults, alarms };
  return {
    book: (request, context) => bookStay(tools, request, context),
    lookUp: (reference, context) => lookUpBooking(tools, reference, context),
    cancel: (reference, context) => undoBooking(tools, reference, context),
    cancellations: createCancellations(tools),
    async readCallback(callback) {
      const read = await readLiteapiCallback({ accounts, bookings, events, clock, log }, callback);
      callbacks.inc({ supplier: 'liteapi', outcome: read.kind === 'forged' ? read.why : read.kind });
      return read;
    },
  };
}
