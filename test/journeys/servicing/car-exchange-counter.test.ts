import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RentalExchangeService } from '../../../src/suppliers/ports/servicing.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { callFor } from '../../support/faults/mixed-journeys.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';
import { csrfOf, openBookingPage } from '../../support/guest-pages.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { writtenMail } from '../../support/written-mail.ts';

type Body = Answer['body'];
let db: TestDatabase;
let service: TestService;
let priced: RentalExchangeService['price'] | undefined;

beforeAll(async () => {
  db = await openTestDatabase();
  const cars = createSandboxCars({ world: testWorld(), db, clock: { now: () => new Date() } });
  const { exchanges } = cars;
  if (!exchanges) throw new Error('no exchanges');
  const price: RentalExchangeService['price'] = (names, context) => (priced ?? exchanges.price)(names, context);
  service = await startService({ db, carSuppliers: [{ ...cars, exchanges: { ...exchanges, price } }] });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

const FROM = `${daysAhead(60)}T10:00:00`;
const TO = `${daysAhead(63)}T10:00:00`;
const daysLater = (local: string, days: number) => `${addDays(local.slice(0, 10), days)}${local.slice(10)}`;

/** A car from Lisbon to Porto of which nothing is paid now. */
async function bookAtTheCounter(): Promise<{ readonly pair: Body; readonly booked: Body }> {
  const found = await callFor(service, '/v1/car_search', {
    pick_up: { location: 'LIS', date_time: FROM },
    drop_off: { location: 'OPO', date_time: TO },
    driver_age: 35,
    limit: 100,
  });
  const booked = found.offers.find(
    ({ price, due_at_desk_total: later, on_request: onRequest }: Body) =>
      price.value === 0 && later.value > 0 && !onRequest,
  );
  const trip = await callFor(service, '/v1/trip', {
    add_item: { trip_item_token: booked.offer_id },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
  });
  await callFor(service, '/v1/checkout', { trip_id: trip.trip_id });
  const paid = await callFor(service, '/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
  await service.drain();
  return { pair: { booking_ref: paid.booking_ref, last_name: 'Bly' }, booked };
}

const preview = (pair: Body, dropOff: string): Promise<Body> =>
  callFor(service, '/v1/car_exchange_preview', { ...pair, drop_off_date_time: dropOff });
const choiceOf = (found: Body, offer: Body) => ({
  exchange_id: found.exchange_id,
  exchange_offer_token: offer.exchange_offer_token,
});
const dueLater = async (pair: Body): Promise<number> =>
  (await callFor(service, '/v1/get_booking', pair)).booking.due_later[0].amount;

async function changedMail(bookingRef: string): Promise<string> {
  const { body } = await service.call('GET', `/v1/events?booking_ref=${bookingRef}`);
  const { event_id: eventId } = body.events.find(({ event }: Body) => event === 'booking.exchanged');
  return (await writtenMail(service.app, eventId))?.text.replace(/[\s\u00a0]+/g, ' ') ?? '';
}

test('a car paid at the desk for ten days more: nothing is due now, and what the desk collects is shown, warned of and mailed', async () => {
  const { pair, booked } = await bookAtTheCounter();
  const found = await preview(pair, daysLater(TO, 10));
  expect(found.due_at_desk_total).toEqual(booked.origin_due_at_desk_total);
  expect(found.due_at_desk.length).toBeGreaterThan(0);
  const [offer] = found.offers;
  expect([offer.price.value, offer.delta.direction]).toEqual([0, 'even']);
  const sum = offer.due_at_desk.reduce((total: number, { price }: Body) => total + price.value, 0);
  expect(sum).toBe(offer.due_at_desk_total.value);
  expect(sum).toBeGreaterThan(found.due_at_desk_total.value);
  expect(found.warnings).toEqual([
    expect.stringMatching(
      /^The desk collects more for \d+ of \d+ offers than for the car as booked, by up to EUR \d+\.\d\d \(due_at_desk_total\)\. Neither price nor delta contains it\.$/,
    ),
  ]);

  expect(await dueLater(pair)).toBe(found.due_at_desk_total.value);
  const done = await callFor(service, '/v1/car_exchange_commit', { ...pair, ...choiceOf(found, offer) });
  expect(done).toMatchObject({
    status: 'confirmed',
    delta: { direction: 'even' },
    due_at_desk: offer.due_at_desk,
    due_at_desk_total: offer.due_at_desk_total,
  });
  expect(await dueLater(pair)).toBe(sum);
  await service.drain();
  const more = ((sum - found.due_at_desk_total.value) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  const mail = await changedMail(pair.booking_ref);
  expect(mail).toContain(`Nothing is paid now for the change. At the rental desk you pay €${more} more than before.`);
  expect(mail).not.toContain('The change costs nothing.');

  // Back to fewer days: the desk collects less, of which nobody needs to be warned.
  const shorter = await preview(pair, daysLater(TO, 1));
  expect(shorter.due_at_desk_total.value).toBe(sum);
  const cheaper = shorter.offers.find(({ due_at_desk_total: later }: Body) => later.value < sum);
  const back = await callFor(service, '/v1/car_exchange_commit', { ...pair, ...choiceOf(shorter, cheaper) });
  expect(back.due_at_desk_total).toEqual(cheaper.due_at_desk_total);
});

test('what the desk collects is sealed: where it has moved by the commit, nothing is exchanged', async () => {
  const { pair } = await bookAtTheCounter();
  const found = await preview(pair, daysLater(TO, 2));
  const [offer] = found.offers;
  const before = await dueLater(pair);
  onTestFinished(() => {
    priced = undefined;
  });
  const real = createSandboxCars({ world: testWorld(), db, clock: { now: () => new Date() } }).exchanges;
  priced = async (names, context) => {
    const answer = await real?.price(names, context);
    if (answer?.kind !== 'priced') throw new Error('not priced');
    const { dueLater: due } = answer.offer;
    return { kind: 'priced', offer: { ...answer.offer, dueLater: { ...due, value: due.value + 100 } } };
  };
  const refused = await service.call('POST', '/v1/car_exchange_commit', { ...pair, ...choiceOf(found, offer) });
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    409,
    'OFFER_UNAVAILABLE',
    'What the desk collects for this car has moved. Preview again.',
  ]);
  expect(await dueLater(pair)).toBe(before);
});

const SAID = {
  en: ['Nothing to pay now · €', ' more at the rental desk', 'No extra cost'],
  fr: ['Rien à payer maintenant · ', ' de plus à l’agence de location', 'Sans supplément'],
  de: ['Jetzt nichts zu zahlen · ', ' mehr am Mietwagenschalter', 'Kein Aufpreis'],
  es: ['Nada que pagar ahora · ', ' más en el mostrador de alquiler', 'Sin coste adicional'],
  ja: ['今回のお支払いはありません · レンタカー店舗でのお支払いが ', ' 増えます', '追加料金なし'],
} as const;

test('the booking page says it in every language, and "no extra cost" only where that is true', async () => {
  const { pair } = await bookAtTheCounter();
  const guest = await openBookingPage(service, pair);
  const german = await guest.get('/manage/booking?locale=de');
  expect(german.text).toContain('inklusive Steuern');
  expect(german.text).not.toContain('taxes included');
  const { items } = (await callFor(service, '/v1/get_booking', pair)).booking;
  const form = `/manage/items/${items[0].item_id}/change`;
  const query = `search=1&pick_up=${FROM.slice(0, 16)}&drop_off=${daysLater(TO, 10).slice(0, 16)}`;
  for (const [locale, [now, more, none]] of Object.entries(SAID)) {
    const { text } = await guest.get(`${form}?${query}&locale=${locale}`);
    const [, price = ''] = /offer-price"><strong>([^<]*)/.exec(text) ?? [];
    expect([locale, price.includes(now), price.includes(more), text.includes(none)]).toEqual([
      locale,
      true,
      true,
      false,
    ]);
  }
  const found = await guest.get(`${form}?${query}`);
  const [, offerId = ''] = /name="offer_id" value="([^"]+)"/.exec(found.text) ?? [];
  const asked = await guest.follow(form, { csrf: csrfOf(found), offer_id: offerId });
  expect(asked.page.text).toContain('more at the rental desk');
  const done = await guest.follow(asked.path, { csrf: csrfOf(asked.page), action: 'confirm' });
  expect(done.page.text).toContain('Your car is changed');
  expect(done.page.text).toContain('Nothing to pay now');
  expect(done.page.text).toContain('more at the rental desk');
  expect(done.page.text).not.toContain('No extra cost');
});
