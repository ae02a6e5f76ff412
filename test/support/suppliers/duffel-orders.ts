import pino from 'pino';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import type { FaultPoints } from '../../../src/platform/fault-points.ts';
import { noFaultPoints } from '../../../src/platform/fault-points.ts';
import { asId, newId } from '../../../src/platform/ids.ts';
import type { SupplierAccount } from '../../../src/suppliers/common/account.ts';
import type { AccountCalls } from '../../../src/suppliers/common/account-calls.ts';
import { createSupplierBookings } from '../../../src/suppliers/common/create-supplier-bookings.ts';
import type { SupplierBooking } from '../../../src/suppliers/common/supplier-bookings.ts';
import { createDuffelClient } from '../../../src/suppliers/duffel/client.ts';
import { createDuffelExchanges } from '../../../src/suppliers/duffel/exchanges/exchanges.ts';
import { createDuffelOrders } from '../../../src/suppliers/duffel/orders/orders.ts';
import { createSearchMapper } from '../../../src/suppliers/duffel/search/search-mapper.ts';
import { createDuffelServices } from '../../../src/suppliers/duffel/services/services.ts';
import type { FlightBookRequest } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext, SupplierTraveler } from '../../../src/suppliers/ports/supplier.ts';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { money } from '../../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../service/database.ts';
import { reference } from './duffel-reading.ts';
import { callsOf, type DuffelCalls, type Json, STUB_NOW } from './duffel-calls.ts';

const log = pino({ level: 'silent' });
const ORGANIZATION = asId('organization', 'org_orders');

/** The orders of the adapter against a stub of its own, on a database of its own, by a clock that both share. */
export interface DuffelOrdersUnderTest extends DuffelCalls {
  readonly db: TestDatabase;
  readonly orders: DuffelProcess;
  readonly account: SupplierAccount;
  /** The context of one call; its deadline in real milliseconds. */
  context(deadlineMs?: number): SupplierContext;
  /** Moves the clock of the adapter and of the stub. */
  advance(milliseconds: number): Promise<void>;
  now(): Date;
  /** The first offer of a route, and a request for it as it was quoted. */
  anOffer(
    route?: string,
    more?: Readonly<Record<string, unknown>>,
  ): Promise<{ offer: Json; request: FlightBookRequest }>;
  /** What is recorded of a reference. */
  row(reference: string): Promise<SupplierBooking | undefined>;
  /** How often an alarm of a kind was raised. */
  alarms(kind: string): Promise<number>;
  /** Orders that exist at the stub with a reference, whether they are visible or not. */
  ordersOf(reference: string): readonly { readonly id: string; readonly cancelled_at: string | null }[];
  /** The orders of another process on the same database and stub. */
  another(changes?: Partial<OrderChanges>): DuffelProcess;
  close(): Promise<void>;
}

/** What one process does at Duffel. */
export type DuffelProcess = ReturnType<typeof createDuffelOrders> & {
  readonly exchanges: ReturnType<typeof createDuffelExchanges>;
  readonly services: ReturnType<typeof createDuffelServices>;
};

/** What another process has of its own. */
export interface OrderChanges {
  readonly faults: FaultPoints;
  readonly calls: AccountCalls;
  /** Whether the n-th request finds a server, counted from 1. */
  isReachable(request: number): boolean;
  /** Whether the seller still has an account; asked once for each booking. */
  isSold(): boolean | Promise<boolean>;
}

/** Lets every call through at once. */
const openDoor: AccountCalls = { call: (_account, _context, { send }) => send() };

/** Starts a stub and a database. */
export async function openDuffelOrders(): Promise<DuffelOrdersUnderTest> {
  let offset = 0;
  const now = () => new Date(Date.parse(STUB_NOW) + offset);
  const stub: DuffelStub = await startDuffelStub({ clock: { now: () => new Date(STUB_NOW) } });
  const db = await openTestDatabase();
  const outbound = createOutbound({ allowLocal: true, log, clock: { now } });
  const account: SupplierAccount = {
    accountId: 'installation',
    supplier: 'duffel',
    organizationId: undefined,
    token: stub.token,
    webhookSecret: 'stub-webhook-secret-of-orders',
    baseUrl: stub.url,
    isLive: false,
    searchesPerDayMax: undefined,
  };
  const metrics = createMetrics();
  const mapping = createSearchMapper(reference.places).tools;
  const another: DuffelOrdersUnderTest['another'] = (changes = {}) => {
    let requests = 0;
    const used: SupplierAccount = {
      ...account,
      get baseUrl() {
        requests += 1;
        return changes.isReachable?.(requests) === false ? NOBODY : stub.url;
      },
    };
    const parts = {
      client: createDuffelClient({ outbound, calls: changes.calls ?? openDoor }),
      accounts: {
        findForSale: async () => ((await changes.isSold?.()) === false ? undefined : used),
        get: async (_supplier: unknown, id: string) => (id === used.accountId ? used : undefined),
      },
      db,
      clock: { now },
      faults: changes.faults ?? noFaultPoints,
      metrics: changes === NO_CHANGES ? metrics : createMetrics(),
      log,
    };
    return {
      ...createDuffelOrders(parts),
      exchanges: createDuffelExchanges({ ...parts, mapping }),
      services: createDuffelServices(parts),
    };
  };
  const calls = callsOf(stub);
  const bookings = createSupplierBookings(db);
  return {
    ...calls,
    db,
    orders: another(NO_CHANGES),
    account,
    context: (deadlineMs = 10_000) => ({
      organizationId: ORGANIZATION,
      now: now(),
      signal: AbortSignal.timeout(deadlineMs),
      deadlineMs,
      purpose: 'booking',
      log,
    }),
    async advance(milliseconds) {
      offset += milliseconds;
      await stub.clock.advance(milliseconds);
    },
    now,
    async anOffer(route = 'LHR-JFK', more = {}) {
      const { offers } = await calls.search(route, more);
      return { offer: offers[0], request: requestFor(offers[0]) };
    },
    row: (reference) => bookings.find({ supplier: 'duffel', organizationId: ORGANIZATION, reference }),
    async alarms(kind) {
      const metric = await metrics.registry.getSingleMetric('bly_supplier_order_alarms_total')?.get();
      return metric?.values.find(({ labels }) => labels['kind'] === kind)?.value ?? 0;
    },
    ordersOf: (reference) => stub.control.orders().filter(({ metadata }) => metadata?.['bly_reference'] === reference),
    another,
    async close() {
      await stub.close();
      await outbound.close();
      await db.close();
    },
  };
}

const NO_CHANGES = {};
/** A port of this computer that nobody listens at. */
const NOBODY = 'http://127.0.0.1:1';

/** A request for an offer as it was found: its travelers, at its price, under a new reference. */
export function requestFor(offer: Json, changes: Partial<FlightBookRequest> = {}): FlightBookRequest {
  return {
    reference: newId('bookingItem'),
    offerKey: offer.id,
    fareKey: offer.id,
    total: money(Math.round(Number(offer.total_amount) * 100), offer.total_currency),
    travelers: travelersOf(offer),
    contact: { email: 'nellie@example.com', phone: '+442080160509' },
    ancillaries: [],
    ...changes,
  };
}

const NAMES = ['Nellie', 'Ada', 'Grace', 'Rosa', 'Mary', 'Jane'];

/** Travelers of the ages that an offer is for, in its order. */
function travelersOf(offer: Json): readonly SupplierTraveler[] {
  const year = Number(offer.slices.at(-1).segments[0].departing_at.slice(0, 4));
  return offer.passengers.map(({ age }: Json, index: number): SupplierTraveler => {
    const type = age === null || age >= 18 ? 'ADULT' : age < 2 ? 'INFANT' : 'CHILD';
    return {
      travelerId: `pax_${index}`,
      type,
      firstName: NAMES[index] ?? 'Ann',
      lastName: 'Bly',
      dateOfBirth: age === null ? '1990-05-05' : `${year - age}-01-15`,
      gender: 'FEMALE',
      title: 'MS',
    };
  });
}
