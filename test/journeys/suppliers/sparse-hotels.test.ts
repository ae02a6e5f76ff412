import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxHotels } from '../../../simulator/stays/hotels.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
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
import { sparseHotels } from '../../support/suppliers/sparse-hotels.ts';

/** A supplier that states nothing it may leave out sells like any other, and nothing it did not state is said. */
let db: TestDatabase;
let service: TestService;
let mails: MailServer;
beforeAll(async () => {
  db = await openTestDatabase();
  mails = await startMailServer();
  const hotels = createSandboxHotels({ world: testWorld(), db, clock: systemClock });
  service = await startService({
    db,
    hotelSuppliers: [sparseHotels(hotels)],
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
const INVENTED = /undefined|NaN|\[object|[Ff]ree cancellation|free of charge|[Gg]ratuit|[Kk]ostenlos|0 stars|\bnull\b/;
const STAY = { checkin: daysAhead(40), checkout: daysAhead(43), adults: 1, currency: 'EUR' };
const LISBON = { ...STAY, city_name: 'Lisbon', country_code: 'PT', max_results: 3 };
const NEMO = { ...STAY, hotel_ids: ['bhnemo-pay_at_property'] };

async function search(body: object, path = '/v1/hotel_search'): Promise<Answer['body']> {
  const answer = await service.call('POST', path, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe.each(['/v1/hotel_search', '/api/v1/hotels/shop'])('POST %s', (path) => {
  test('says unknown where the supplier says nothing', async () => {
    const { hotels } = await search({ ...LISBON, max_results: 10 }, path);
    const [hotel] = hotels;
    expect(hotel).toMatchObject({
      star_rating: null,
      rating: null,
      review_count: null,
      hotel_type_id: null,
      facility_ids: null,
      city_code: null,
      checkin_time: null,
      checkout_time: null,
      lowest_stay: { due_at_property: null, due_at_property_known: false, total: { currency: 'EUR' } },
    });
    const [room] = hotel.rooms;
    expect(room).toMatchObject({ description: null, max_occupancy: null, beds: null, amenities: null });
    expect(room.rates[0]).toMatchObject({
      board_type: null,
      plan_name: null,
      is_refundable: null,
      rooms_left: null,
      free_cancellation_until: null,
      cancellation_schedule: null,
      cancellation_schedule_known: false,
      due_at_property: null,
      due_at_property_known: false,
      taxes_breakdown: [{ amount: null, amount_money: null, amount_known: false, currency: null, included: false }],
    });
    const boards = hotels.flatMap(({ rooms }: Answer['body']) =>
      rooms.flatMap(({ rates }: Answer['body']) => rates.map((rate: Answer['body']) => rate.board_name)),
    );
    expect(new Set(boards)).toEqual(new Set([null, 'Continental morning']));
  });

  test.each([
    { star_rating: [1, 2, 3, 4, 5] },
    { facility_ids: [1] },
    { hotel_type_ids: [1] },
    { min_rating: 0 },
    { min_reviews: 0 },
    { max_budget_per_night: 10_000 },
  ])('the filter %o passes no hotel that may not be so', async (filter) => {
    expect(await search({ ...LISBON, ...filter }, path)).toMatchObject({ hotels: [], empty_reason: 'filtered_out' });
  });
});

test('no rate is what a text asks for unless it says so', async () => {
  const { hotels } = await search({ ...STAY, query: 'refundable hotel in Lisbon with breakfast under 900 euros' });
  expect(hotels[0]).toMatchObject({ matches_query: false });
  expect(hotels[0].rooms[0].rates[0].semantic_matches).toEqual({
    board_type: false,
    max_price: false,
    refundable: false,
  });
});

test('hotel details say what is not stated, and the zone the directory knows', async () => {
  const [{ hotel_id }] = (await search(LISBON)).hotels;
  const { checkin, checkout } = STAY;
  const { body, status } = await service.call(
    'GET',
    `/v1/hotel_details/${hotel_id}?checkin=${checkin}&checkout=${checkout}`,
  );
  expect(status).toBe(200);
  expect(body.hotel).toMatchObject({
    description: null,
    star_rating: null,
    hotel_type: { hotel_type_id: null, name: null },
    facilities: null,
    time_zone: 'Europe/Lisbon',
    reviews: { rating: null, count: null, breakdown: [] },
  });
  expect(body.rooms[0].availability).toMatchObject({ is_available: true, from_price_known: false, rooms_left: null });
});

test('agents and the command line are told nothing that is not stated', async () => {
  const agent = await connectAgent(service.url);
  const { data, notes } = await agent.call('hotel_search', LISBON);
  expect(JSON.stringify(data.hotels)).not.toMatch(
    /undefined|NaN|"star_rating":0|"rooms_left":0|"is_refundable":(true|false)/,
  );
  expect(data.hotels[0].rooms[0].rates[0]).toMatchObject({ refund: 'unknown', at_property: 'unknown' });
  expect(notes).not.toMatch(INVENTED);
  await agent.close();
  const cli = openCliFixture({ BLY_URL: service.url, BLY_API_KEY: BOOTSTRAP_KEY });
  const flags = ['--city-name', 'Lisbon', '--country-code', 'PT', '--adults', '1', '--currency', 'EUR', '--table'];
  const shown = await cli.run(['hotel-search', ...flags, '--checkin', STAY.checkin, '--checkout', STAY.checkout]);
  expect(shown.code).toBe(0);
  expect(shown.output).not.toMatch(/undefined|NaN|null|★/);
  expect(shown.output).toContain('Lisbon');
  await cli.remove();
});

/** A rate as it stands in the trip, sold, paid on the page, and booked. */
async function sell(rate: Answer['body'], locale: string) {
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  expect(trip.status).toBe(200);
  const { trip_id } = trip.body;
  const checkout = await service.call('POST', '/v1/checkout', { trip_id });
  expect(checkout.status).toBe(200);
  const page = await service.call('GET', `${new URL(checkout.body.checkout_url).pathname}?locale=${locale}`);
  expect(page.status).toBe(200);
  expect((await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK })).status).toBe(200);
  await service.drain();
  await service.advance(2);
  await service.drain();
  const { booking_ref } = (await service.call('GET', `/v1/trip/${trip_id}`)).body;
  return { trip: trip.body, page: page.text, pair: { booking_ref, last_name: 'Bly' } };
}

test('what it sells is put into a trip, paid, booked, mailed, shown and given up', async () => {
  const [hotel] = (await search(LISBON)).hotels;
  const { trip, page, pair } = await sell(hotel.rooms[0].rates[0], 'en');
  expect(trip.due_later).toEqual([expect.objectContaining({ amount: null, amount_known: false, where: 'property' })]);
  expect(trip.items[0].details).toMatchObject({
    hotel: { star_rating: null, rating: null, review_count: null },
    checkin_time: null,
    due_at_property: null,
    due_at_property_known: false,
    rooms: [{ beds: null, is_refundable: null, cancellation_schedule: null, cancellation_schedule_known: false }],
  });
  expect(page).toContain('What cancelling costs is set by the property; ask before you cancel.');
  expect(page).toContain('set by the property');
  expect(page).toContain('time set by the property');
  expect(page).not.toMatch(INVENTED);
  const [mail] = mails.received;
  expect(mail?.text).toContain('What cancelling costs is set by the property; ask before you cancel.');
  expect(`${mail?.text}`).not.toMatch(INVENTED);
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  expect(booking.items[0]).toMatchObject({
    status: 'confirmed',
    cancellation_timeline: [{ refund: null, penalty: null, known: false }],
  });
  const item = { ...pair, item_id: booking.items[0].item_id };
  const preview = await service.call('POST', '/v1/hotel_cancel', { ...item, action: 'preview' });
  expect(preview.status).toBe(200);
  expect(preview.body.refund_amount.value + preview.body.penalty_amount.value).toBe(preview.body.total_paid.value);
  const { quote_id } = preview.body;
  const commit = await service.call('POST', '/v1/hotel_cancel', { ...item, action: 'commit', quote_id });
  expect(commit.status).toBe(200);
  await service.drain();
  expect((await service.call('POST', '/v1/get_booking', pair)).body.booking.status).toBe('cancelled');
});

test.each([
  ['de', 'Was eine Stornierung kostet, legt die Unterkunft fest; bitte vor der Stornierung anfragen.'],
  ['fr', 'L’établissement fixe le coût de l’annulation ; renseignez-vous avant d’annuler.'],
  ['es', 'El alojamiento fija lo que cuesta cancelar; consulte antes de cancelar.'],
  ['ja', 'キャンセル料は宿泊施設の規定によります。キャンセル前にお問い合わせください。'],
])('paid at the property and asked for in %s: no cost is named, none is called free', async (locale, sentence) => {
  const [hotel] = (await search(NEMO)).hotels;
  const { page, pair } = await sell(hotel.rooms[0].rates[0], locale);
  expect(page).toContain(sentence);
  expect(page).not.toMatch(INVENTED);
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  const item = { ...pair, item_id: booking.items[0].item_id };
  const preview = await service.call('POST', '/v1/hotel_cancel', { ...item, action: 'preview' });
  expect(preview.body).toMatchObject({
    penalty_amount: null,
    penalty_amount_known: false,
    warnings: [expect.stringContaining('The property sets what it collects')],
  });
});
