import { join } from 'node:path';
import type { Logger } from 'pino';
import { readSession } from './accounts/sessions/read-session.ts';
import { supplierAccountBookings } from './bookings/supplier-account-bookings.ts';
import { tripBookings } from './bookings/trip-bookings.ts';
import { tripPaymentPurpose } from './bookings/fulfil/start-fulfilment.ts';
import type { App } from './context.ts';
import { createForSale } from './for-sale.ts';
import { createDemandRecorder } from './demand/record/demand-recorder.ts';
import { createPriceObservations } from './demand/record/price-observations.ts';
import { createStayObservations } from './demand/record/stay-observations.ts';
import { bookingInvoices } from './invoices/jobs.ts';
import { jobDeclarations } from './jobs.ts';
import { bookingMail } from './mail/booking-mail.ts';
import { createGate } from './metering/gate.ts';
import { authorizationRequests } from './oauth/find-application.ts';
import { programAccess } from './oauth/revoke-grant.ts';
import { createTokenVerifier } from './oauth/verify-token.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { createSealer, loadSecretKeys } from './platform/security/crypto.ts';
import type { Db } from './platform/db/db.ts';
import { type FaultPoints, noFaultPoints } from './platform/fault-points.ts';
import { createFairScheduler } from './platform/scheduling/fair-scheduler.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { createReads } from './platform/db/reads/reads.ts';
import type { UserCredentials } from './platform/http/gate.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import type { AnyJob } from './platform/jobs/job.ts';
import { createLogger } from './platform/observability/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createOutboxMailer } from './platform/mail/outbox-mailer.ts';
import { createSmtpMailer } from './platform/mail/smtp-mailer.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { organizationNow } from './platform/organization-clock.ts';
import { createObservedFares } from './flights/observed/observed-fares.ts';
import { createFlightCaches } from './flights/search/flight-caches.ts';
import { createContentIndex } from './hotels/content/content-index.ts';
import { createPublishedNightsCache } from './hotels/history/published-nights-cache.ts';
import { createPhotoProxy } from './hotels/pictures/photo-proxy.ts';
import { createPrinter } from './manage/paper/print-paper.ts';
import { createSellerProfiles } from './identity/profile/read-profile.ts';
import { createAnswerCache } from './offers/answers/answer-cache.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createSharedState } from './platform/shared-state/create-shared-state.ts';
import type { CarSupplier } from './suppliers/ports/cars.ts';
import type { ExchangeRates } from './suppliers/ports/exchange-rates.ts';
import type { FlightSupplier } from './suppliers/ports/flights.ts';
import type { HotelSupplier } from './suppliers/ports/hotels.ts';
import type { PaymentProcessor } from './suppliers/ports/payments.ts';
import { changeSessions } from './servicing/exchanges/change-sessions.ts';
import { stayFacts } from './hotels/content/complete-stay.ts';
import { bookingChanges } from './servicing/read-changes.ts';
import { exchangePaymentPurpose } from './servicing/exchanges/exchange-payment.ts';
import { createDocumentSigner } from './signatures/document-signer.ts';
import { NONE_OFF } from './suppliers/calls/sale-switches.ts';
import { createSaleSwitches } from './supplier-accounts/sale/sale-switches.ts';
import { createSupplierAccounts } from './supplier-accounts/find-accounts.ts';
import { createAccountHealth } from './supplier-accounts/health-record.ts';
import type { AccountUsage } from './suppliers/common/account-calls.ts';
import { createAccountChecks } from './suppliers/calls/check-account.ts';
import { createAccountCalls } from './suppliers/common/door/create-account-calls.ts';
import type { DuffelParts } from './suppliers/duffel/create-duffel.ts';
import { createPricing } from './pricing/service-fees.ts';
import { ucpOrders } from './ucp/ucp-orders.ts';
import { createRequestRecorder } from './request-log/request-recorder.ts';
import { createStoredRates, fixedRates } from './rates/current-rates.ts';
import { loadReference } from './reference/load-reference.ts';
import type { Simulator } from '../simulator/create-simulator.ts';
import type { World } from '../simulator/world.ts';

/** What a test or a benchmark replaces. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly db?: Db;
  /** A world that is loaded already: it is read-only and may be shared. */
  readonly world?: World;
  readonly jobDeclarations?: readonly AnyJob[];
  readonly flightSuppliers?: readonly FlightSupplier[];
  readonly hotelSuppliers?: readonly HotelSupplier[];
  readonly carSuppliers?: readonly CarSupplier[];
  readonly paymentProcessor?: PaymentProcessor;
  readonly users?: UserCredentials;
  readonly faults?: FaultPoints;
}

/** What folders give to those below them, which may not know them. */
const HANDED_DOWN = {
  paymentPurposes: {
    trip: tripPaymentPurpose,
    flight_exchange: exchangePaymentPurpose,
    car_exchange: exchangePaymentPurpose,
    flight_services: exchangePaymentPurpose,
  },
  changeSessions,
  tripBookings,
  bookingChanges,
  stayFacts,
  bookingMail,
  bookingInvoices,
  ucpOrders,
  programAccess,
  authorizationRequests,
} as const satisfies Partial<App>;

/** The composition root: the one place that knows which adapter stands behind which port. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const log = overrides.log ?? createLogger(config);
  const clock = overrides.clock ?? systemClock;
  const sealer = createSealer(config, loadSecretKeys(config));
  const db = overrides.db ?? (await openDatabase(config, log));
  const simulator = await openSimulator(config, { world: overrides.world, db, clock });
  const market = chooseMarket(config, simulator);
  const reference = simulator ?? overrides.world ?? loadReference(config.worldDir);
  const { places } = reference;
  const rates = await openRates(reference.rates, { config, db, clock, log });
  const metrics = createMetrics();
  const shared = await createSharedState(config, log);
  const outbound = createOutbound({ allowLocal: config.webhookAllowLocal, log, clock });
  const users = overrides.users ?? openUsers({ config, db, clock, log, sealer, outbound });
  const faults = overrides.faults ?? noFaultPoints;
  const accountParts = supplierAccountParts({ config, db, clock, log, sealer, outbound });
  const reads = createReads({ config, db, log, metrics, shared });
  const platform = { config, clock, log, db, reads, sealer, metrics, faults, shared, outbound };
  const keyed = await openKeyedSuppliers({ ...platform, ...accountParts, places, rates });
  let built: App | undefined;
  const getApp = (): App => {
    if (!built) throw new Error('a job ran before the app was built');
    return built;
  };
  const app: App = {
    ...platform,
    gate: createGate({ config, db, clock, log, shared, users }),
    jobs: createJobs({ declarations: overrides.jobDeclarations ?? jobDeclarations, getApp, db, log, clock, metrics }),
    requestLog: createRequestRecorder(platform),
    places,
    rates,
    pricing: createPricing(platform, rates),
    priceObservations: createPriceObservations({ db, clock, log, metrics, sealer }),
    observedFares: createObservedFares(platform),
    stayObservations: createStayObservations({ db, clock, log, metrics, sealer }),
    demand: createDemandRecorder({ db, clock, log, metrics, sealer, places, rates }),
    answers: createAnswerCache(),
    flightCaches: createFlightCaches(),
    publishedNights: createPublishedNightsCache(),
    contentIndex: createContentIndex(platform),
    photos: createPhotoProxy(platform),
    scheduler: createFairScheduler(),
    demandBaseline: simulator?.demand,
    flightSuppliers: overrides.flightSuppliers ?? [...listOf(market?.flights), ...keyed.flights],
    hotelSuppliers: overrides.hotelSuppliers ?? [...listOf(market?.hotels), ...keyed.hotels],
    carSuppliers: overrides.carSuppliers ?? listOf(market?.cars),
    ...accountParts,
    supplierAccountCalls: keyed.calls,
    saleSwitches: createSaleSwitches(platform),
    suppliersOff: NONE_OFF,
    forSale: createForSale(getApp),
    paymentProcessor:
      overrides.paymentProcessor ?? (await stripeProcessor(config, { db, clock, faults })) ?? simulator?.payments,
    ...HANDED_DOWN,
    mailer: chooseMailer(config),
    signer: createDocumentSigner(platform),
    printer: createPrinter(),
    sellers: createSellerProfiles(platform),
    organizationNow: (organizationId) => organizationNow({ config, clock, db, log }, organizationId),
  };
  built = app;
  return app;
}

/** With whose keys suppliers are called, and how those accounts do. */
function supplierAccountParts(parts: Pick<App, 'config' | 'db' | 'clock' | 'log' | 'sealer' | 'outbound'>) {
  return {
    supplierAccounts: createSupplierAccounts(parts),
    supplierAccountHealth: createAccountHealth(parts),
    supplierAccountChecks: createAccountChecks(parts.outbound),
    supplierAccountBookings,
  };
}

/**
 * The sandbox's suppliers, processor and demand. Production has no supplier until one is configured (contract, section
 * 1), so it never loads the simulator's code.
 */
async function openSimulator(
  { environment, worldDir }: Config,
  parts: { readonly world: World | undefined; readonly db: Db; readonly clock: Clock },
): Promise<Simulator | undefined> {
  if (environment !== 'sandbox') return undefined;
  const { createSimulator } = await import('../simulator/create-simulator.ts');
  return createSimulator({ worldDir, ...parts });
}

/** The sandbox's suppliers, where they are sold through. */
function chooseMarket({ suppliers: { enabled } }: Config, simulator: Simulator | undefined): Simulator | undefined {
  return enabled.includes('sandbox') ? simulator : undefined;
}

type KeyedParts = Omit<DuffelParts, 'accounts' | 'calls'> &
  Pick<App, 'config' | 'supplierAccounts' | 'supplierAccountHealth'>;

/** Suppliers that are reached with a key, all of them by one door. Only those that are sold through are loaded. */
async function openKeyedSuppliers(parts: KeyedParts): Promise<KeyedSuppliers> {
  const { config, supplierAccounts: accounts, supplierAccountHealth: health } = parts;
  const { enabled } = config.suppliers;
  const { liteapiSandboxPerSecond: sandboxPerSecondMax, ...limits } = config.supplierCalls;
  const calls = createAccountCalls({ ...parts, health, limits });
  const flights: FlightSupplier[] = [];
  const hotels: HotelSupplier[] = [];
  if (enabled.includes('duffel')) {
    const { createDuffel } = await import('./suppliers/duffel/create-duffel.ts');
    flights.push(createDuffel({ ...parts, accounts, calls }));
  }
  if (enabled.includes('liteapi')) {
    const { createLiteapi } = await import('./suppliers/liteapi/create-liteapi.ts');
    hotels.push(createLiteapi({ ...parts, accounts, calls, sandboxPerSecondMax }));
  }
  return { calls, flights, hotels };
}

interface KeyedSuppliers {
  readonly calls: AccountUsage;
  readonly flights: readonly FlightSupplier[];
  readonly hotels: readonly HotelSupplier[];
}

/** How users prove who they are: tokens and sessions. */
function openUsers(parts: Pick<App, 'config' | 'db' | 'clock' | 'log' | 'sealer' | 'outbound'>): UserCredentials {
  const tokens = createTokenVerifier(parts);
  return {
    verifyToken: (token, surface) => tokens.verify(token, surface),
    readSession: (session) => readSession(parts, session),
  };
}

/** The hand-written table is the sandbox's only: nothing real is sold by it. */
async function openRates(handWritten: ExchangeRates, parts: Pick<App, 'config' | 'db' | 'clock' | 'log'>) {
  return parts.config.environment === 'sandbox' ? fixedRates(handWritten) : await createStoredRates(parts);
}

function listOf<S>(supplier: S | undefined): readonly S[] {
  return supplier === undefined ? [] : [supplier];
}

async function stripeProcessor(
  { stripe }: Config,
  parts: { readonly db: Db; readonly clock: Clock; readonly faults: FaultPoints },
): Promise<PaymentProcessor | undefined> {
  if (stripe === undefined) return undefined;
  const { createStripeProcessor } = await import('./suppliers/stripe/payments.ts');
  return await createStripeProcessor({ config: stripe, ...parts });
}

/** Production never writes mails to a folder: nobody would read them (contract, section 7). */
function chooseMailer({ environment, smtp, mailFrom, dataDir }: Config): Mailer | undefined {
  if (smtp !== undefined) return createSmtpMailer(smtp, mailFrom);
  return environment === 'sandbox' ? createOutboxMailer(join(dataDir, 'outbox'), mailFrom) : undefined;
}
