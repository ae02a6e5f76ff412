import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { CARD_OK, CONTACT, departureDate, NELLIE } from '../../support/faults/trip-journeys.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { sparseFlights } from '../../support/suppliers/sparse-flights.ts';

/** A supplier that says nothing it may leave out sells like any other, and nothing it did not say is stated. */
let db: TestDatabase;
let service: TestService;
beforeAll(async () => {
  db = await openTestDatabase();
  const flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  service = await startService({ db, flightSuppliers: [sparseFlights(flights)] });
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
  await db.close();
});

const SEARCH = { origin: 'QAA', destination: 'QAL', departure_date: departureDate() };
const search = async (more: object = {}, path = '/v1/flight_search'): Promise<Answer['body']> => {
  const answer = await service.call('POST', path, { ...SEARCH, ...more });
  expect(answer.status).toBe(200);
  return answer.body;
};

test('search says unknown where the supplier says nothing: null, never free, zero or no', async () => {
  const { live_offers, facets } = await search();
  const [offer] = live_offers;
  const [fare] = offer.fares;
  expect(offer.emissions_kg).toBeNull();
  expect(facets.emissions).toEqual({ avg: null, max: null, min: null });
  expect(offer.outbound_flight.segments[0]).toMatchObject({ aircraft: null, aircraft_code: null });
  expect(fare).toMatchObject({
    brand_name: null,
    fare_brand_code: null,
    fare_basis_code: null,
    rbd: null,
    price_per_passenger: [],
    price_per_person: fare.total_price,
    change_fee: null,
    change_fee_known: false,
    cancellation_fee: null,
    cancellation_fee_known: false,
    is_changeable: null,
    is_refundable: true,
    is_name_changeable: null,
    seat_selection_included: null,
    priority_boarding: null,
    change_policy: 'Changes: set by the airline; ask before you change.',
    refund_policy: 'Refund for a fee set by the airline before departure.',
    included_baggage: { pieces: null, description: 'Checked bag: not stated by the airline' },
    provider_metadata: { seats_left: null, fare_basis_codes: [], booking_classes: [] },
  });
  expect(fare.fare_rules).toEqual([
    expect.objectContaining({ penalty: 'unknown', penalty_fee: null, penalty_fee_known: false }),
  ]);
  expect(JSON.stringify(fare)).not.toMatch(/free of charge|"free"|No checked bag|not included/);
});

test('a filter for what must be allowed never passes what may not be', async () => {
  expect((await search({ changeable_only: true })).live_offers).toEqual([]);
  expect((await search({ checked_bag_included: true })).live_offers).toEqual([]);
});

test('what it sells is put into a trip, paid, booked, shown and given up', async () => {
  const { live_offers } = await search();
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  expect(trip.status).toBe(200);
  expect(trip.body.items[0].details).toMatchObject({ brand_name: null, is_changeable: null, passenger_count: 1 });
  const { trip_id } = trip.body;
  const checkout = await service.call('POST', '/v1/checkout', { trip_id });
  expect(checkout.status).toBe(200);
  const page = await service.call('GET', new URL(checkout.body.checkout_url).pathname);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Whether this fare can be changed is set by the airline; ask before you change.');
  expect(page.text).toContain('You can cancel before departure; the fee is set by the airline');
  expect(page.text).toContain('Checked bag: not stated by the airline');
  expect(page.text).not.toMatch(/get everything back|undefined|NaN/);
  expect((await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK })).status).toBe(200);
  await service.drain();
  const { booking_ref } = (await service.call('GET', `/v1/trip/${trip_id}`)).body;
  const pair = { booking_ref, last_name: 'Bly' };
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  expect(booking.items[0]).toMatchObject({
    status: 'confirmed',
    cancellation_timeline: [{ refund: null, penalty: null, known: false }],
  });
  const check = await service.call('POST', '/v1/refund_check', { ...pair, item_id: booking.items[0].item_id });
  expect(check.status).toBe(200);
  const commit = await service.call('POST', '/v1/refund_commit', { ...pair, quote_id: check.body.quote_id });
  expect(commit.status).toBe(200);
  await service.drain();
  expect((await service.call('POST', '/v1/get_booking', pair)).body.booking.status).toBe('cancelled');
});
