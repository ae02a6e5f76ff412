import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealFlightItem } from '../../../src/offers/token/offer-token.ts';
import type { FlightPriceOutcome } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aFare, anOffer, aSupplier } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';

const offer = anOffer();
const priced: FlightPriceOutcome = { kind: 'priced', flight: { offer, fare: aFare() } };
const leaseSeconds = 60;
let service: TestService;
let headers: Readonly<Record<string, string>>;
let token: string;
let clockAheadMs = 0;
/** What the supplier does next; a test puts its own in. */
let price: () => Promise<FlightPriceOutcome>;
let getOffer: () => Promise<typeof offer | undefined>;

beforeAll(async () => {
  const supplier = aSupplier({ id: 'fake', getOffer: () => getOffer(), price: () => price() });
  service = await startService({
    flightSuppliers: [supplier],
    clock: { now: () => new Date(Date.now() + clockAheadMs) },
  });
  const { key, organizationId } = await service.makeKey();
  headers = { 'x-api-key': key };
  token = sealFlightItem(service.app, organizationId, {
    supplierId: 'fake',
    offerKey: offer.offerKey,
    fareKey: 'light',
    displayCurrency: 'USD',
    originPrice: aFare().total,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
});
afterAll(() => service.close());
beforeEach(() => {
  price = async () => priced;
  getOffer = async () => offer;
});

const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, headers);
const readTrip = async (tripId: string) => (await call('GET', `/v1/trip/${tripId}`)).body;

async function makeTripId(): Promise<string> {
  const { body } = await call('POST', '/v1/trip', {
    add_item: { trip_item_token: token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  return body.trip_id;
}

test('a supplier that fails at re-pricing is told as such, and the trip can be checked out again at once', async () => {
  const tripId = await makeTripId();
  const failures = [
    [new SupplierFailure('unavailable', 'down', { retryAfterSeconds: 7 }), 503, 'UPSTREAM_UNAVAILABLE'],
    [new SupplierFailure('timeout', 'silent'), 504, 'UPSTREAM_TIMEOUT'],
    [new SupplierFailure('error', 'broken'), 502, 'UPSTREAM_ERROR'],
    [new Error('a defect of ours'), 500, 'INTERNAL'],
  ] as const;
  for (const [failure, status, code] of failures) {
    price = () => Promise.reject(failure);
    expect(await call('POST', '/v1/checkout', { trip_id: tripId })).toMatchObject({
      status,
      body: { error: { code } },
    });
    expect(await readTrip(tripId)).toMatchObject({ status: 'draft', quote: { status: 'none' } });
  }
  price = async () => priced;
  expect((await call('POST', '/v1/checkout', { trip_id: tripId })).status).toBe(200);
});

test('a checkout that is overtaken after its lease ran out discards its result', async () => {
  const tripId = await makeTripId();
  const supplierIsSlow = Promise.withResolvers<FlightPriceOutcome>();
  const supplierWasAsked = Promise.withResolvers<void>();
  price = () => {
    supplierWasAsked.resolve();
    return supplierIsSlow.promise;
  };
  const slow = call('POST', '/v1/checkout', { trip_id: tripId });
  await supplierWasAsked.promise;
  for (const path of ['/v1/checkout', '/v1/trip', '/v1/cancel_trip']) {
    expect(await call('POST', path, { trip_id: tripId, metadata: { note: 'too early' } })).toMatchObject({
      status: 409,
      body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'quoting' },
    });
  }
  clockAheadMs += leaseSeconds * 1_000;
  expect((await readTrip(tripId)).status).toBe('draft');
  const overtaking = await call('POST', '/v1/trip', { trip_id: tripId, metadata: { note: 'now' } });
  expect(overtaking).toMatchObject({ status: 200, body: { status: 'draft' } });
  supplierIsSlow.resolve(priced);
  expect(await slow).toMatchObject({ status: 409, body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'draft' } });
  expect(await readTrip(tripId)).toMatchObject({
    status: 'draft',
    metadata: { note: 'now' },
    quote: { status: 'none' },
  });
});

test('a newer checkout is not undone by an older one that comes back late', async () => {
  const tripId = await makeTripId();
  const supplierIsSlow = Promise.withResolvers<FlightPriceOutcome>();
  const supplierWasAsked = Promise.withResolvers<void>();
  price = () => {
    supplierWasAsked.resolve();
    return supplierIsSlow.promise;
  };
  const slow = call('POST', '/v1/checkout', { trip_id: tripId });
  await supplierWasAsked.promise;
  clockAheadMs += leaseSeconds * 1_000;
  price = async () => priced;
  const newer = await call('POST', '/v1/checkout', { trip_id: tripId });
  expect(newer.status).toBe(200);
  supplierIsSlow.resolve({ kind: 'gone', reason: 'sold out' });
  expect((await slow).status).toBe(409);
  expect((await readTrip(tripId)).status).toBe('quoted');
  expect((await call('POST', '/v1/checkout', { trip_id: tripId })).body).toEqual(newer.body);
});

test('adding what the trip already holds needs no supplier; anything else does', async () => {
  const tripId = await makeTripId();
  getOffer = () => Promise.reject(new SupplierFailure('timeout', 'silent'));
  expect(await call('POST', '/v1/trip', { trip_id: tripId, add_item: { trip_item_token: token } })).toMatchObject({
    status: 200,
    body: { actions_performed: [] },
  });
  expect(await call('POST', '/v1/trip', { add_item: { trip_item_token: token } })).toMatchObject({
    status: 504,
    body: { error: { code: 'UPSTREAM_TIMEOUT' } },
  });
  getOffer = async () => undefined;
  expect(await call('POST', '/v1/trip', { add_item: { trip_item_token: token } })).toMatchObject({
    status: 409,
    body: { error: { code: 'OFFER_UNAVAILABLE' } },
  });
});
