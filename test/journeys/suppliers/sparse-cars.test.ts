import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { ageOn } from '../../../src/travel/dates.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';
import { connectAgent } from '../../support/mcp.ts';
import { openCliFixture } from '../../support/process/cli.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import {
  type Answer,
  BOOTSTRAP_KEY,
  startService,
  type TestService,
  testWorld,
} from '../../support/service/service.ts';
import { sparseCars } from '../../support/suppliers/sparse-cars.ts';

/** A supplier that states nothing it may leave out rents out like any other, and nothing it did not state is said. */
let db: TestDatabase;
let service: TestService;
let mails: MailServer;
beforeAll(async () => {
  db = await openTestDatabase();
  mails = await startMailServer();
  const cars = createSandboxCars({ world: testWorld(), db, clock: systemClock });
  service = await startService({
    db,
    carSuppliers: [sparseCars(cars)],
    config: { smtp: mails.smtp, mailFrom: 'Bly <trips@bly.example>' },
  });
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
  await mails.close();
  await db.close();
});

/** What must not stand anywhere: a thing nobody stated, or the trace of one. */
const INVENTED =
  /undefined|NaN|\[object|[Ff]ree cancellation|free of charge|[Gg]ratuit|[Kk]ostenlos|0 seats|Unlimited|\bnull\b/;
const RENTAL = {
  pick_up: { location: 'LIS', location_type: 'airport', date_time: `${daysAhead(40)}T10:00:00` },
  drop_off: { location: 'LIS', location_type: 'airport', date_time: `${daysAhead(43)}T10:00:00` },
  driver_age: ageOn(NELLIE.date_of_birth, daysAhead(40)),
  currency: 'EUR',
};

async function search(more: object = {}): Promise<Answer['body']> {
  const answer = await service.call('POST', '/v1/car_search', { ...RENTAL, ...more });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
}

test('search says unknown where the supplier says nothing', async () => {
  const { offers, facets } = await search();
  expect(facets).toMatchObject({ categories: {}, body_types: {}, transmissions: {} });
  expect(offers[0]).toMatchObject({
    vehicle: {
      category: null,
      body_type: null,
      acriss_code: null,
      transmission: null,
      fuel: null,
      air_conditioning: null,
      seats: null,
      doors: null,
      bags_large: null,
      bags_small: null,
    },
    pick_up: { city: 'Lisbon', city_code: null, opens: null, closes: null },
    deposit: null,
    deposit_known: false,
    mileage: null,
    fuel_policy: null,
    is_refundable: null,
    free_cancellation_until: null,
    cancellation_schedule: null,
    cancellation_schedule_known: false,
    cars_left: null,
  });
  expect(offers[0].available_ancillaries[0].max_quantity).toBeNull();
});

test.each([
  { transmission: 'automatic' },
  { unlimited_mileage_only: true },
  { free_cancellation_only: true },
  { categories: ['compact'] },
])('the filter %o passes no car that may not be so', async (filter) => {
  expect(await search(filter)).toMatchObject({ offers: [], empty_reason: 'filtered_out' });
});

test('agents and the command line are told nothing that is not stated', async () => {
  const agent = await connectAgent(service.url);
  const { data, notes } = await agent.call('car_search', RENTAL);
  expect(data.offers[0]).toMatchObject({ deposit: 'unknown', km: 'unknown' });
  expect(notes).not.toMatch(INVENTED);
  await agent.close();
  const cli = openCliFixture({ BLY_URL: service.url, BLY_API_KEY: BOOTSTRAP_KEY });
  const shown = await cli.run(['car-search', '--json-body', '-', '--table'], { input: JSON.stringify(RENTAL) });
  expect([shown.code, shown.errors]).toEqual([0, '']);
  expect(shown.output).not.toMatch(/undefined|NaN|null/);
  await cli.remove();
});

test.each([
  ['en', 'What cancelling costs is set by the rental company; ask before you cancel.', 'Mileage: not stated'],
  ['de', 'Was eine Stornierung kostet, legt der Vermieter fest; bitte vor der Stornierung anfragen.', 'Kilometer: vom'],
  ['fr', 'Le loueur fixe le coût de l’annulation ; renseignez-vous avant d’annuler.', 'Kilométrage : non précisé'],
  ['es', 'La empresa de alquiler fija lo que cuesta cancelar; consulte antes de cancelar.', 'Kilometraje: no indicado'],
  ['ja', 'キャンセル料はレンタカー会社の規定によります。キャンセル前にお問い合わせください。', '走行距離：'],
])('what it sells is paid (%s), booked, mailed, shown and given up', async (locale, cancelling, mileage) => {
  const { offers } = await search();
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: offers[0].offer_id },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'MS' }], contact: CONTACT },
  });
  expect(trip.body.items[0].details).toMatchObject({
    vehicle: { category: null, acriss_code: null, seats: null },
    pick_up: { opens: null, closes: null },
    deposit: null,
    deposit_known: false,
    mileage: null,
    fuel_policy: null,
    is_refundable: null,
    cancellation_schedule: null,
    cancellation_schedule_known: false,
  });
  const { trip_id } = trip.body;
  const checkout = await service.call('POST', '/v1/checkout', { trip_id });
  expect([checkout.status, checkout.body.error]).toEqual([200, undefined]);
  const page = await service.call('GET', `${new URL(checkout.body.checkout_url).pathname}?locale=${locale}`);
  expect(page.text).toContain(cancelling);
  expect(page.text).toContain(mileage);
  expect(page.text).not.toMatch(INVENTED);
  expect((await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK })).status).toBe(200);
  await service.drain();
  await service.advance(2);
  await service.drain();
  const { booking_ref } = (await service.call('GET', `/v1/trip/${trip_id}`)).body;
  // The mail of the booking that was given up before is due at this moment, too: which is sent first is not promised.
  const mail = mails.received.find(({ text }) => text.includes(booking_ref));
  expect(mail?.text).toContain('ask before you cancel.');
  expect(`${mail?.text}`).not.toMatch(INVENTED);
  const pair = { booking_ref, last_name: 'Bly' };
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  expect(booking.items[0]).toMatchObject({
    status: 'confirmed',
    cancellation_timeline: [{ refund: null, penalty: null, known: false }],
  });
  const item = { ...pair, item_id: booking.items[0].item_id };
  const preview = await service.call('POST', '/v1/car_cancel', { ...item, action: 'preview' });
  const { refund_amount, penalty_amount, total_paid } = preview.body;
  expect(refund_amount.value + penalty_amount.value).toBe(total_paid.value);
  const { quote_id } = preview.body;
  expect((await service.call('POST', '/v1/car_cancel', { ...item, action: 'commit', quote_id })).status).toBe(200);
  await service.drain();
  expect((await service.call('POST', '/v1/get_booking', pair)).body.booking.status).toBe('cancelled');
});
