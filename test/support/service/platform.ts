import type { CompiledQuery } from 'kysely';
import pino, { type Logger } from 'pino';
import { stayFacts } from '../../../src/hotels/content/complete-stay.ts';
import type { App } from '../../../src/context.ts';
import { createFlightCaches } from '../../../src/flights/search/flight-caches.ts';
import { createContentIndex } from '../../../src/hotels/content/content-index.ts';
import { createPublishedNightsCache } from '../../../src/hotels/history/published-nights-cache.ts';
import { createAnswerCache } from '../../../src/offers/answers/answer-cache.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createSealer } from '../../../src/platform/security/crypto.ts';
import type { Db } from '../../../src/platform/db/db.ts';
import { noFaultPoints } from '../../../src/platform/fault-points.ts';
import type { AnyJob } from '../../../src/platform/jobs/job.ts';
import { createJobs } from '../../../src/platform/jobs/jobs.ts';
import { createReads } from '../../../src/platform/db/reads/reads.ts';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { createFairScheduler } from '../../../src/platform/scheduling/fair-scheduler.ts';
import { organizationNow } from '../../../src/platform/organization-clock.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';

/**
 * An app that has its platform and nothing above it: reaching for a supplier or a place is an error. `isDistributed`:
 * its queue works as on a distributed database.
 */
export function createPlatformApp(
  db: Db,
  declarations: readonly AnyJob[],
  { log = pino({ level: 'silent' }), ...queue }: { readonly isDistributed?: boolean; readonly log?: Logger } = {},
): App {
  const config = loadConfig({ BLY_LOG_LEVEL: 'silent' });
  const metrics = createMetrics();
  const shared = createMemoryState();
  const app: App = {
    config,
    log,
    db,
    metrics,
    faults: noFaultPoints,
    clock: systemClock,
    shared,
    reads: createReads({ config, db, log, metrics, shared }),
    sealer: createSealer(config, [Buffer.alloc(32, 7)]),
    flightSuppliers: [],
    hotelSuppliers: [],
    carSuppliers: [],
    paymentProcessor: undefined,
    jobs: createJobs({ declarations, getApp: () => app, db, log, clock: systemClock, metrics, ...queue }),
    get supplierAccountCalls(): never {
      return missing('supplierAccountCalls');
    },
    get saleSwitches(): never {
      return missing('saleSwitches');
    },
    suppliersOff: { flight: [], hotel: [], car: [] },
    forSale: async () => app,
    get gate(): never {
      return missing('gate');
    },
    get outbound(): never {
      return missing('outbound');
    },
    get observedFares(): never {
      return missing('observedFares');
    },
    get photos(): never {
      return missing('photos');
    },
    get signer(): never {
      return missing('signer');
    },
    get printer(): never {
      return missing('printer');
    },
    get sellers(): never {
      return missing('sellers');
    },
    get places(): never {
      return missing('places');
    },
    get rates(): never {
      return missing('rates');
    },
    get pricing(): never {
      return missing('pricing');
    },
    get priceObservations(): never {
      return missing('observations');
    },
    get stayObservations(): never {
      return missing('stayObservations');
    },
    get requestLog(): never {
      return missing('requestLog');
    },
    get demand(): never {
      return missing('demand');
    },
    demandBaseline: undefined,
    answers: createAnswerCache(),
    flightCaches: createFlightCaches(),
    publishedNights: createPublishedNightsCache(),
    contentIndex: createContentIndex({ db, log }),
    scheduler: createFairScheduler(),
    stayFacts,
    mailer: undefined,
    get changeSessions(): never {
      return missing('changeSessions');
    },
    get tripBookings(): never {
      return missing('tripBookings');
    },
    get bookingChanges(): never {
      return missing('bookingChanges');
    },
    get ucpOrders(): never {
      return missing('ucpOrders');
    },
    get bookingMail(): never {
      return missing('bookingMail');
    },
    get bookingInvoices(): never {
      return missing('bookingInvoices');
    },
    get paymentPurposes(): never {
      return missing('paymentPurposes');
    },
    get programAccess(): never {
      return missing('programAccess');
    },
    get authorizationRequests(): never {
      return missing('authorizationRequests');
    },
    get supplierAccounts(): never {
      return missing('supplierAccounts');
    },
    get supplierAccountHealth(): never {
      return missing('supplierAccountHealth');
    },
    get supplierAccountChecks(): never {
      return missing('supplierAccountChecks');
    },
    get supplierAccountBookings(): never {
      return missing('supplierAccountBookings');
    },
    organizationNow: (organizationId) => organizationNow(app, organizationId),
  };
  return app;
}

function missing(part: string): never {
  throw new Error(`The platform's tests have no ${part}.`);
}

/** The same database, on which statements of a text answer once the promise they are given resolves. */
export function heldStatements(db: Db, text: string, hold: () => Promise<void>): Db {
  const executeQuery = async (query: CompiledQuery) => {
    const result = await db.q.executeQuery(query);
    if (query.sql.includes(text)) await hold();
    return result;
  };
  const get = (q: Db['q'], name: string | symbol): unknown => {
    const value: unknown = name === 'executeQuery' ? executeQuery : Reflect.get(q, name, q);
    return typeof value === 'function' ? value.bind(q) : value;
  };
  return { ...db, q: new Proxy(db.q, { get }) };
}
