import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { CARD_OK, CONTACT, departureDate, NELLIE } from '../../support/faults/trip-journeys.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService, testWorld } from '../../support/service/service.ts';
import { demandingFlights } from '../../support/suppliers/demanding-flights.ts';

/** What a supplier must know of travelers is asked for before payment, and reaches the supplier whole. */
let db: TestDatabase;
let service: TestService;
let booked: ReturnType<typeof demandingFlights>['booked'];
beforeAll(async () => {
  db = await openTestDatabase();
  const real = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  const demanding = demandingFlights(real, {
    documents: ['passport'],
    titles: ['mr', 'ms'],
    nameLengthMax: 20,
    needsLatinNames: true,
    needsDistinctNames: true,
  });
  booked = demanding.booked;
  service = await startService({ db, flightSuppliers: [demanding.flights] });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

const SEARCH = { origin: 'QAA', destination: 'QAL', departure_date: departureDate() };

test('an offer says what it needs; checkout names each thing that is missing, with its reason, and charges nothing', async () => {
  const {
    live_offers: [offer],
  } = (await service.call('POST', '/v1/flight_search', SEARCH)).body;
  const required = {
    documents: ['passport'],
    titles: ['mr', 'ms'],
    name_length_max: 20,
    latin_names: true,
    distinct_names: true,
  };
  expect(offer.traveler_requirements).toEqual(required);
  const bare = { ...NELLIE, last_name: 'Владимирова-Александровна' };
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: offer.fares[0].trip_item_token },
    upsert_travelers: { travelers: [bare], contact: CONTACT },
  });
  expect(trip.body.items[0].details.traveler_requirements).toEqual(required);
  const { trip_id } = trip.body;
  const refused = await service.call('POST', '/v1/checkout', { trip_id });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'MISSING_CUSTOMER_DETAILS' } } });
  expect(refused.body.missing.map(({ path }: { path: string }) => path)).toEqual([
    'travelers[0].last_name',
    'travelers[0].last_name',
    'travelers[0].title',
    'travelers[0].passport_number',
    'travelers[0].passport_expiry',
    'travelers[0].passport_country',
  ]);
  expect(booked).toEqual([]);

  const whole = {
    ...NELLIE,
    title: 'Ms.',
    nationality: 'FR',
    passport_number: '12AB34567',
    passport_expiry: '2035-01-31',
    passport_country: 'FR',
  };
  const completed = await service.call('POST', '/v1/trip', {
    trip_id,
    upsert_travelers: { travelers: [whole], contact: CONTACT },
  });
  expect(completed.status).toBe(200);
  const checkout = await service.call('POST', '/v1/checkout', { trip_id });
  expect(checkout.status).toBe(200);
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK });
  expect(paid.status).toBe(200);
  await service.drain();
  expect(booked).toMatchObject([
    {
      travelers: [
        {
          firstName: NELLIE.first_name,
          title: 'Ms.',
          nationality: 'FR',
          passport: { number: '12AB34567', expiry: '2035-01-31', country: 'FR' },
        },
      ],
    },
  ]);
});
