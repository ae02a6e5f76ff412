import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { CONTACT, departureDate, NELLIE } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

/** Flights of a real supplier from a search to a quote, and what each step costs there. */
let stub: DuffelStub;
let service: TestService;
beforeAll(async () => {
  stub = await startDuffelStub();
  const duffel = { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined };
  service = await startService({ config: { suppliers: { enabled: ['duffel'], duffel } } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => stub.control.forgetCalls());

const TRAVELER = { ...NELLIE, title: 'ms' };
const calls = () => stub.control.calls();
async function post(path: string, body: object) {
  const answer = await service.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 600)}`);
  return answer.body;
}
/** Documents are asked for by some airlines: those that ask for none sell to a traveler without. */
const withoutDocuments = { documents_required: false };

test('a carrier the directory does not know goes by the name that Duffel gives it', async () => {
  const search = { origin: 'LHR', destination: 'LAX', departure_date: departureDate(), currency: 'GBP', limit: 100 };
  const { live_offers } = await post('/v1/flight_search', search);
  const named = live_offers.map(({ validating_carrier_info: { code, name } }: Answer['body']) => `${code} ${name}`);
  expect(named).toContain('ZZ Duffel Airways');
  expect(named).toContain('AF Air France');
});

describe('a journey', () => {
  test('costs one search and one reading up to its quote, on both surfaces', async () => {
    stub.control.set(withoutDocuments);
    const search = { origin: 'LHR', destination: 'JFK', departure_date: departureDate(), currency: 'GBP', limit: 5 };
    const first = await post('/v1/flight_search', search);
    expect(first.live_offers).toHaveLength(5);
    expect(calls()).toEqual({ search: 1 });

    const second = await post('/v1/flight_search', { ...search, page_token: first.next_page_token });
    expect(second.live_offers.length).toBeGreaterThan(0);
    const idsOf = (page: { live_offers: readonly { fares: readonly { trip_item_token: string }[] }[] }) =>
      page.live_offers.map(({ fares }) => fares[0]?.trip_item_token);
    expect(idsOf(second).some((id) => idsOf(first).includes(id))).toBe(false);
    await post('/v1/flight_search', { ...search, sort: 'recommendation', include_carriers: ['ZZ'] });
    const bff = await post('/api/v1/flights/search', {
      currency: 'GBP',
      filters: { locations: { origins: ['LHR'], destinations: ['JFK'] }, dates: { departure_date: departureDate() } },
      allow_live_shop: true,
    });
    expect(bff.live_offers.length).toBeGreaterThan(5);
    expect(calls()).toEqual({ search: 1 });

    const [offer] = first.live_offers;
    expect(offer.traveler_requirements).toMatchObject({ titles: ['mr', 'ms', 'mrs', 'miss', 'dr'] });
    const trip = await post('/v1/trip', {
      add_item: { trip_item_token: offer.fares[0].trip_item_token },
      upsert_travelers: { travelers: [TRAVELER], contact: CONTACT },
    });
    expect(calls()).toEqual({ search: 1 });
    const checkout = await post('/v1/checkout', { trip_id: trip.trip_id });
    expect(checkout.price_changed).toBe(false);
    expect(calls()).toEqual({ search: 1, offer: 1 });
    expect(checkout.total_amount.currency).toBe('GBP');
  });

  test('what ran out is found again: the same flights at the same price under new keys, in silence', async () => {
    stub.control.set({ ...withoutDocuments, offer_minutes: 20 });
    const offers = await post('/v1/flight_search', {
      origin: 'LHR',
      destination: 'MUC',
      departure_date: departureDate(),
      currency: 'GBP',
    });
    const fare = offers.live_offers[0].fares[0];
    const trip = await post('/v1/trip', {
      add_item: { trip_item_token: fare.trip_item_token },
      upsert_travelers: { travelers: [TRAVELER], contact: CONTACT },
    });
    await stub.clock.advance(21 * 60_000);
    stub.control.forgetCalls();
    expect((await post('/v1/checkout', { trip_id: trip.trip_id })).price_changed).toBe(false);
    expect(calls()).toEqual({ search: 1, offer: 2 });
    const after = (await service.call('GET', `/v1/trip/${trip.trip_id}`)).body;
    expect(after.status).toBe('quoted');
    expect(after.items[0].price.amount).toBe(trip.items[0].price.amount);
    // The next quote needs no search any more.
    stub.control.forgetCalls();
    await post('/v1/checkout', { trip_id: trip.trip_id });
    expect(calls().search).toBeUndefined();
  });

  test('a dearer fare is said to be dearer, with both prices', async () => {
    stub.control.set(withoutDocuments);
    const offers = await post('/v1/flight_search', {
      origin: 'LHR',
      destination: 'STN',
      departure_date: departureDate(),
      currency: 'GBP',
    });
    const trip = await post('/v1/trip', {
      add_item: { trip_item_token: offers.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [TRAVELER], contact: CONTACT },
    });
    const checkout = await post('/v1/checkout', { trip_id: trip.trip_id });
    expect(checkout.price_changed).toBe(true);
    expect(checkout.total_amount.amount).toBe(trip.items[0].price.amount + 1_000);
  });

  test('flights that are not sold any more are unavailable', async () => {
    stub.control.set(withoutDocuments);
    const offers = await post('/v1/flight_search', {
      origin: 'LGW',
      destination: 'LHR',
      departure_date: departureDate(),
      currency: 'GBP',
    });
    const trip = await post('/v1/trip', {
      add_item: { trip_item_token: offers.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [TRAVELER], contact: CONTACT },
    });
    const refused = await service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
    expect(refused.body.error.code).toBe('OFFER_UNAVAILABLE');
  });
});

test('a supplier that fails is named, and answers nothing', async () => {
  stub.control.addFault({ operation: 'search', fault: { kind: 'error', status: 500 }, times: 1 });
  const search = { origin: 'LHR', destination: 'CDG', departure_date: departureDate() };
  const refused = await service.call('POST', '/v1/flight_search', search);
  expect(refused).toMatchObject({ status: 502, body: { error: { code: 'UPSTREAM_ERROR' } } });
  expect((await service.call('POST', '/v1/flight_search', search)).status).toBe(200);
});
