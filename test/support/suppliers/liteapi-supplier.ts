import pino from 'pino';
import { type FaultPoints, noFaultPoints } from '../../../src/platform/fault-points.ts';
import { newId, type OrganizationId } from '../../../src/platform/ids.ts';
import { createMetrics, type Metrics } from '../../../src/platform/observability/metrics.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';
import { createSupplierBookings } from '../../../src/suppliers/common/create-supplier-bookings.ts';
import type { SupplierBooking } from '../../../src/suppliers/common/supplier-bookings.ts';
import { createLiteapi } from '../../../src/suppliers/liteapi/create-liteapi.ts';
import type { HotelSupplier, StayBookRequest } from '../../../src/suppliers/ports/hotels.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { type LiteapiStub, startLiteapiStub } from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { payNowOfStay, type HotelOffer, type Stay, type StayQuery, type StayRate } from '../../../src/travel/stay.ts';
import { openTestDatabase } from '../service/database.ts';
import { aSealer } from '../service/sealer.ts';
import { reference } from './duffel-reading.ts';
import { CHECKIN, CHECKOUT, STUB_NOW } from './liteapi-calls.ts';
import { liteapiAccount } from './liteapi-client.ts';

const log = pino({ level: 'silent' });
export const CALLBACK_TOKEN = 'callback-token-of-tests';

/** A stay as it was priced, and the request to book it. */
export interface PricedStay {
  readonly stay: Stay;
  readonly request: StayBookRequest;
}

/** The whole adapter in front of a stub, with a database and a clock that both share. */
export interface LiteapiUnderTest {
  readonly stub: LiteapiStub;
  readonly hotels: HotelSupplier;
  readonly metrics: Metrics;
  readonly organizationId: OrganizationId;
  context(changes?: Partial<SupplierContext>): SupplierContext;
  /** A couple in Lisbon for three nights, or another query. */
  search(changes?: Partial<StayQuery>): Promise<readonly HotelOffer[]>;
  /** All offers of some hotels of a search, each asked for by itself; one list for each room, cheapest first. */
  offers(hotels?: number, changes?: Partial<StayQuery>): Promise<readonly HotelOffer['ratesOfRooms'][]>;
  /** The cheapest rates that pass of a hotel, priced. Each call has a new reference. */
  aStay(passes?: (rate: StayRate) => boolean, changes?: Partial<StayQuery>): Promise<PricedStay>;
  advance(milliseconds: number): Promise<void>;
  row(reference: string): Promise<SupplierBooking | undefined>;
  alarms(kind: string): Promise<number>;
  bookingsOf(reference: string): ReturnType<LiteapiStub['control']['bookings']>;
  /** Another process on the same database and stub, that passes these fault points. */
  another(faults: FaultPoints): HotelSupplier;
  close(): Promise<void>;
}

/** Starts them. The stub states everything, unless a test says otherwise. */
export async function openLiteapi(): Promise<LiteapiUnderTest> {
  let offset = 0;
  const now = () => new Date(Date.parse(STUB_NOW) + offset);
  const stub = await startLiteapiStub({ clock: { now: () => new Date(STUB_NOW) } });
  stub.control.set({ rate_limit: { limit: 100_000, seconds: 60 }, sparse: false });
  const db = await openTestDatabase();
  const outbound = createOutbound({ allowLocal: true, log, clock: { now } });
  const account = { ...liteapiAccount(stub.url, stub.key), webhookSecret: CALLBACK_TOKEN };
  const metrics = createMetrics();
  const another = (faults: FaultPoints, counters = createMetrics()) =>
    createLiteapi({
      ...{ db, log, metrics: counters, outbound },
      ...{ shared: createMemoryState(), sealer: aSealer(), places: reference.places },
      calls: { call: (_account, _context, { send }) => send() },
      accounts: { findForSale: async () => account, get: async () => account },
      clock: { now },
      faults,
    });
  const hotels = another(noFaultPoints, metrics);
  const organizationId = newId('organization');
  const context: LiteapiUnderTest['context'] = (changes = {}) => {
    const deadlineMs = changes.deadlineMs ?? 10_000;
    const signal = AbortSignal.timeout(deadlineMs);
    return { organizationId, now: now(), signal, deadlineMs, purpose: 'search', currency: 'EUR', log, ...changes };
  };
  const search: LiteapiUnderTest['search'] = async (changes = {}) =>
    (await hotels.search({ ...LISBON, ...changes }, context())).hotels;
  const offers: LiteapiUnderTest['offers'] = async (count = 1, changes = {}) => {
    const found = (await search(changes)).slice(0, count);
    return await Promise.all(
      found.map(async ({ hotel }) => {
        const place = { kind: 'hotels', hotelIds: [hotel.hotelId] } as const;
        return (await search({ ...changes, place }))[0]?.ratesOfRooms ?? [];
      }),
    );
  };
  return {
    ...{ stub, hotels, metrics, organizationId, context, search },
    offers,
    another: (faults) => another(faults),
    async aStay(passes = isRefundable, changes = {}) {
      const [lists] = await offers(1, changes);
      const keys = lists?.map((rates) => rates.find(passes)?.rateKey ?? '') ?? [];
      const priced = await hotels.price(keys, context({ purpose: 'booking' }));
      if (priced.kind !== 'priced') throw new Error(priced.reason);
      return { stay: priced.stay, request: requestFor(priced.stay) };
    },
    async advance(milliseconds) {
      offset += milliseconds;
      await stub.clock.advance(milliseconds);
    },
    row: (name) => createSupplierBookings(db).find({ supplier: 'liteapi', organizationId, reference: name }),
    async alarms(kind) {
      const metric = await metrics.registry.getSingleMetric('bly_supplier_order_alarms_total')?.get();
      return metric?.values.find(({ labels }) => labels['kind'] === kind)?.value ?? 0;
    },
    bookingsOf: (name) => stub.control.bookings().filter(({ client_reference }) => client_reference === name),
    async close() {
      await stub.close();
      await outbound.close();
      await db.close();
    },
  };
}

const COUPLE = { adults: 2, childrenAges: [] };
/** A couple in Lisbon for three nights. */
export const LISBON: StayQuery = {
  place: { kind: 'city', cityCode: 'LIS' },
  checkIn: CHECKIN,
  checkOut: CHECKOUT,
  rooms: [COUPLE],
  guestNationality: 'PT',
  only: {
    chainIds: [],
    facilityIds: [],
    hotelTypeIds: [],
    starRatings: [],
    ratingMin: undefined,
    reviewsMin: undefined,
  },
  hotelsMax: 2_000,
};

/** Whether a rate can be given back. */
export function isRefundable(rate: StayRate): boolean {
  return rate.isRefundable === true;
}

/** A request for a stay as it was priced, under a new reference. */
export function requestFor(stay: Stay): StayBookRequest {
  const person = { dateOfBirth: '1990-05-05', gender: 'FEMALE', title: 'ms' } as const;
  return {
    reference: newId('bookingItem'),
    rateKeys: stay.rates.map(({ rateKey }) => rateKey),
    total: payNowOfStay(stay),
    dueLater: { value: 0, currency: payNowOfStay(stay).currency },
    travelers: [{ ...person, travelerId: 't1', type: 'ADULT', firstName: 'Nellie', lastName: 'Bly' }],
    contact: { email: 'nellie@example.com', phone: '+33123456789' },
  };
}
