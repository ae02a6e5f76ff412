import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { bookScenarioCar } from '../support/products/booked-cars.ts';
import { callFor } from '../support/faults/mixed-journeys.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';
import { openCounter, type Sold } from '../support/products/sold-bookings.ts';

type Body = Answer['body'];
type Headers = Readonly<Record<string, string>>;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const LANGUAGES = ['en', 'fr', 'de', 'es', 'ja'] as const;
const { sell, post, read } = openCounter(() => service);
const get = async (path: string, as?: Headers): Promise<Body> => (await service.call('GET', path, undefined, as)).body;
const statusOf = async (tripId: string, as?: Headers): Promise<Body> =>
  (await service.call('POST', '/v1/trip_status', { trip_id: tripId }, as)).body;

/** The trip as it is read by itself; the list must say the same of it, and its status no other of its bookings. */
async function readTrip(tripId: string, as?: Headers): Promise<Body> {
  const trip = await get(`/v1/trip/${tripId}`, as);
  const { trips } = await get('/v1/trips?limit=100', as);
  expect(trips.find((listed: Body) => listed.trip_id === tripId)).toEqual(trip);
  expect(await statusOf(tripId, as)).toMatchObject({ status: trip.status, bookings: trip.bookings });
  return trip;
}

/** What trip and booking must say alike. */
function expectAlike(trip: Body, booking: Body): void {
  const { status, total_paid, total_refunded, due_later } = booking;
  expect({ bookings: trip.bookings, due_later: trip.due_later }).toEqual({
    bookings: [{ booking_ref: booking.booking_ref, status, total_paid, total_refunded }],
    due_later,
  });
  const told = ({ item_id, status: how, details }: Body) => ({ item_id, status: how, details });
  const byId = (a: Body, b: Body) => (a.item_id < b.item_id ? -1 : 1);
  expect(trip.items.map(told).toSorted(byId)).toEqual(booking.items.map(told).toSorted(byId));
}

/** The main part of the page the trip was paid on, as text. */
async function readPage(tripId: string, locale = 'en'): Promise<string> {
  const {
    rows: [row],
  } = await sql<{
    session_id: string;
  }>`select session_id from payment where purpose_kind = 'trip' and trip_id = ${tripId}`.execute(service.app.db.q);
  const page = await fetch(`${service.url}/checkout/${row?.session_id}?locale=${locale}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('a stay given up that was to be paid at the hotel: nothing is owed any more, and the page says it is cancelled', async () => {
  const sold = await sell({ kind: 'hotel', scenario: 'pay_at_property' });
  const { trip_id: tripId } = await read(sold);
  expect(await readTrip(tripId, sold.as)).toMatchObject({
    due_later: [{ where: 'property' }],
    items: [{ status: 'confirmed' }],
    bookings: [{ status: 'confirmed' }],
  });
  await post(sold, '/v1/hotel_cancel', { action: 'preview' });
  expect((await post(sold, '/v1/hotel_cancel', { action: 'commit' })).status).toBe(200);
  const trip = await readTrip(tripId, sold.as);
  expect(trip).toMatchObject({
    status: 'fulfilled',
    fulfillment: { status: 'completed' },
    due_later: [],
    items: [{ status: 'cancelled' }],
    bookings: [{ status: 'cancelled' }],
  });
  expectAlike(trip, await read(sold));
  const page = textOf(await readPage(tripId));
  expect(page).toContain('Your booking is cancelled');
  expect(page).toContain('Nothing has been charged.');
  expect(page).not.toMatch(/You are booked|Pay later|Booked/);
});

describe('a flight given back', () => {
  let sold: Sold;
  let tripId: string;
  beforeAll(async () => {
    sold = await sell({ kind: 'flight', scenario: 'QAL' });
    tripId = (await read(sold)).trip_id;
    expect(textOf(await readPage(tripId))).toContain('You are booked');
    const { quote_id } = (await post(sold, '/v1/refund_check')).body;
    expect((await post(sold, '/v1/refund_commit', { quote_id })).status).toBe(200);
  });

  test('is told refunded, with what came back; the total stays what was paid', async () => {
    const trip = await readTrip(tripId, sold.as);
    const booking = await read(sold);
    expect(trip).toMatchObject({
      status: 'fulfilled',
      items: [{ status: 'refunded' }],
      bookings: [{ status: 'cancelled' }],
      totals: { total: booking.total_paid.amount },
    });
    expect(trip.bookings[0].total_refunded.amount).toBeGreaterThan(0);
    expectAlike(trip, booking);
  });

  test.each([
    ['en', 'Your booking is cancelled', 'Refunded', 'View your booking'],
    ['fr', 'Votre réservation est annulée', 'Remboursé', 'Voir votre réservation'],
    ['de', 'Ihre Buchung ist storniert', 'Erstattet', 'Buchung ansehen'],
    ['es', 'Su reserva está cancelada', 'Reembolsado', 'Ver su reserva'],
    ['ja', 'ご予約はキャンセルされました', '払い戻し額', 'ご予約を見る'],
  ])(
    '%s: the page it was paid on says so, with the amount and the way to the booking',
    async (locale, title, refunded, manage) => {
      const html = await readPage(tripId, locale);
      const { total_refunded: back } = await read(sold);
      const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2, useGrouping: false })
        .format(back.amount / 100)
        .replace('.', '[.,]');
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(textOf(html)).toMatch(new RegExp(`${refunded} \\D*${amount}`));
      expect(html).toMatch(
        new RegExp(
          `<a class="button secondary" href="${service.url}/manage/open/[\\w-]+\\?locale=${locale}">${manage}</a>`,
        ),
      );
    },
  );
});

test('a car exchanged for a dearer one: both are told, the new one stands, and the total is what was paid in all', async () => {
  const car = await bookScenarioCar(service, 'add_collect');
  const [before] = (await readTrip(car.tripId)).items;
  const found = await callFor(service, '/v1/car_exchange_preview', { ...car.pair, drop_off_date_time: undefined });
  const offer = found.offers.find(({ delta }: Body) => delta.direction === 'add_collect');
  await callFor(service, '/v1/car_exchange_commit', {
    ...car.pair,
    exchange_id: found.exchange_id,
    exchange_offer_token: offer.exchange_offer_token,
    shared_payment_token: 'spt_test_ok',
  });
  const trip = await readTrip(car.tripId);
  expect(trip.items).toMatchObject([
    { item_id: before.item_id, status: 'exchanged', price: before.price },
    {
      type: 'car',
      status: 'confirmed',
      price: { amount: offer.price.value },
      details: { vehicle: { name: offer.rental.vehicle.name } },
    },
  ]);
  expect(trip.totals.total).toBe(before.price.amount + offer.delta.amount.value);
  const { booking } = await callFor(service, '/v1/get_booking', car.pair);
  expectAlike(trip, booking);
  const page = textOf(await readPage(car.tripId));
  expect(page).toMatch(/Your booking has changed .*Replaced .*Booked/);
  expect(page).toContain(`Total paid US$${(trip.totals.total / 100).toFixed(2)}`);
});

test('a flight its airline moves: told while nobody has taken the new times, and flown at them once somebody has', async () => {
  const sold = await sell({ kind: 'flight' });
  const { trip_id: tripId } = await read(sold);
  const departs = async () =>
    (await get(`/v1/trip/${tripId}`, sold.as)).items[0].details.slices[0].segments[0].depart.time_local;
  const was = await departs();
  expect(
    (
      await service.call(
        'POST',
        `/v1/sandbox/bookings/${sold.pair.booking_ref}/schedule_change`,
        { minutes: 180 },
        sold.as,
      )
    ).status,
  ).toBe(200);
  expect(await readTrip(tripId, sold.as)).toMatchObject({
    items: [{ status: 'confirmed', schedule_change: { status: 'open', severity: 'major' } }],
  });
  expect(await departs()).toBe(was);
  expect(textOf(await readPage(tripId))).toMatch(/The airline has moved a flight\. .*Moved by the airline/);
  expect((await post(sold, '/v1/schedule_change_accept')).status).toBe(200);
  const trip = await readTrip(tripId, sold.as);
  expect(trip.items[0].schedule_change).toEqual({ status: 'accepted', severity: 'major' });
  expect(await departs()).not.toBe(was);
  expectAlike(trip, await read(sold));
  const page = textOf(await readPage(tripId));
  expect(page).toMatch(/Your booking has changed .*Booked, at new times/);
  expect(page).not.toContain('The airline has moved');
});

test.each(LANGUAGES)('%s: a booking that is as it was sold has one way to its page, a button', async (locale) => {
  const sold = await sell({ kind: 'hotel' });
  const { trip_id: tripId } = await read(sold);
  expect((await readPage(tripId, locale)).match(/\/manage/g)).toEqual(['/manage']);
});

test('a list asks for all its bookings at once, and for none where nothing was sold', async () => {
  const as = { 'x-api-key': (await service.makeKey()).key };
  const asked: number[] = [];
  const { tripBookings } = service.app;
  const { read: ask } = tripBookings;
  Object.assign(tripBookings, {
    read: (...given: Parameters<typeof ask>) => {
      asked.push(given[2].length);
      return ask(...given);
    },
  });
  try {
    const {
      body: { trip_id: draft },
    } = await service.call('POST', '/v1/trip', {}, as);
    await get(`/v1/trip/${draft}`, as);
    await statusOf(draft, as);
    await get('/v1/trips', as);
    expect(asked).toEqual([]);
    for (const kind of ['hotel', 'car', 'flight']) await service.call('POST', '/v1/sandbox/bookings', { kind }, as);
    asked.length = 0;
    expect((await get('/v1/trips', as)).trips).toHaveLength(4);
    expect(asked).toEqual([3]);
  } finally {
    Object.assign(tripBookings, { read: ask });
  }
});

test('another organization reads nothing of them', async () => {
  const sold = await sell({ kind: 'hotel' });
  const { trip_id: tripId } = await read(sold);
  const stranger = asId('organization', (await service.makeKey()).organizationId);
  expect(
    await service.app.tripBookings.read(service.app.db, { organizationId: stranger, now: new Date() }, [
      asId('trip', tripId),
    ]),
  ).toEqual(new Map());
});
