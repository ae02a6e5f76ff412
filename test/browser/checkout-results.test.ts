import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaults, isTooWide, openBrowser, type Visitor, visit } from '../support/service/browser.ts';
import { type ScriptedService, startScripted } from '../support/suppliers/scripted-supplier.ts';
import type { Answer, TestService } from '../support/service/service.ts';
import {
  CARD_OK,
  CONTACT,
  departureDate,
  makeCheckout,
  makeTrip,
  NELLIE,
  searchFares,
} from '../support/faults/trip-journeys.ts';

const PHONE: Visitor = { screen: 'phone' };
const LAPTOP: Visitor = { screen: 'laptop' };
const hourSeconds = 3_600;
const quoteSeconds = 300;
let scripted: ScriptedService;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [scripted, browser] = await Promise.all([startScripted({ isBookIdempotent: true }), openBrowser()]);
  ({ service } = scripted);
});
afterAll(async () => {
  await scripted.close();
});

async function openPage(visitor: Visitor, sessionId: string, query = ''): Promise<Page> {
  const page = await (await visit(browser, visitor)).newPage();
  await page.goto(`${service.url}/checkout/${sessionId}${query}`);
  return page;
}

/** It fits both screens, and axe finds nothing, light or dark. */
async function expectSound(name: string, sessionId: string, query = ''): Promise<void> {
  const page = await openPage(PHONE, sessionId, query);
  expect(await findFaults(page, name)).toEqual([]);
  await page.context().close();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const call = async (path: string, body: object): Promise<Answer['body']> => {
  const answer = await service.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const pay = async (tripId: string, more: object = {}): Promise<void> => {
  await call('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, ...more });
  await service.drain();
};
const readTrip = async (tripId: string): Promise<Answer['body']> =>
  (await service.call('GET', `/v1/trip/${tripId}`)).body;
const dollars = (amount: number): string =>
  `US$${(amount / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;

/** One flight that will be booked and one that will be refused, in one checkout. */
async function checkOutTwo(
  onPartial: 'all_or_nothing' | 'keep_confirmed',
): Promise<{ readonly tripId: string; readonly checkout: Answer['body'] }> {
  const tripId = (await makeTrip(service, { origin: 'QAA', destination: 'QAG' })).body.trip_id;
  const { fares } = await searchFares(service, { origin: 'QAA', destination: 'QAI' });
  await call('/v1/trip', { trip_id: tripId, add_item: { trip_item_token: fares[0]?.trip_item_token } });
  const checkout = await call('/v1/checkout', { trip_id: tripId, on_partial: onPartial });
  return { tripId, checkout };
}

describe('what became of a paid trip', () => {
  test("booked: the airline's number of each flight and what was charged", async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
    await pay(tripId);
    const { booking } = (await service.call('GET', `/v1/bookings/${(await readTrip(tripId)).booking_ref}`)).body;
    const page = await openPage(PHONE, checkout.session_id);
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('with your last name it identifies your booking');
    expect(await page.locator('.confirmation').innerText()).toContain(
      booking.items[0].confirmation.confirmation_number,
    );
    expect(await page.locator('.price .total').innerText()).toContain(dollars(booking.total_paid.amount));
    expect(text).toContain('Total paid');
    await expectSound('booked', checkout.session_id);
  });

  test('booked in part: which flight is, which is not, and the amount really charged', async () => {
    const { tripId, checkout } = await checkOutTwo('keep_confirmed');
    await pay(tripId);
    const { booking } = (await service.call('GET', `/v1/bookings/${(await readTrip(tripId)).booking_ref}`)).body;
    expect(booking.total_paid.amount).toBeLessThan(checkout.total_amount.amount);
    const page = await openPage(LAPTOP, checkout.session_id);
    expect(await heading(page)).toBe('Part of your trip is booked');
    const cards = page.locator('article');
    expect(await cards.count()).toBe(2);
    expect(await cards.nth(0).locator('.badge').innerText()).toBe('Booked');
    expect(await cards.nth(1).locator('.badge').innerText()).toBe('Not booked, not charged');
    expect(await page.locator('.price .total').innerText()).toMatch(/^Total paid/);
    expect(await page.locator('.price .total').innerText()).toContain(dollars(booking.total_paid.amount));
    expect(await page.getByRole('main').innerText()).not.toContain(dollars(checkout.total_amount.amount));
    await expectSound('partial', checkout.session_id);
    expect(await isTooWide(await openPage(PHONE, checkout.session_id, '?locale=de'))).toBe(false);
  });

  test('not booked: what happened, that nothing was charged and what to do; the reference is only for questions', async () => {
    const { tripId, checkout } = await checkOutTwo('all_or_nothing');
    await pay(tripId);
    const trip = await readTrip(tripId);
    expect(trip.status).toBe('failed');
    const page = await openPage(PHONE, checkout.session_id);
    const text = await page.getByRole('main').innerText();
    expect(text).toMatch(/could not book your trip[\s\S]*Nothing was charged[\s\S]*choose again/);
    expect(text).toContain(`Reference for questions ${trip.booking_ref}`);
    expect(text).not.toContain('Booking reference');
    expect(await page.locator('.reference').count()).toBe(0);
    expect(await page.locator('.badge').allInnerTexts()).toEqual(['Not confirmed by the airline']);
    await expectSound('failed', checkout.session_id);
  });

  test.each(['gone', 'dearer'] as const)(
    'a quote that had run out when the money came, the flight %s: the page claims neither',
    async (outcome) => {
      const { tripId, checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
      await call('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, authorise_delay_seconds: 400 });
      scripted.script.flights.price = async (...question) => {
        const priced = await scripted.flights.price(...question);
        if (outcome === 'gone' || priced.kind === 'gone') return { kind: 'gone', reason: 'sold out' };
        const { total } = priced.flight.fare;
        return {
          ...priced,
          flight: { ...priced.flight, fare: { ...priced.flight.fare, total: { ...total, value: total.value + 100 } } },
        };
      };
      await service.advance(500);
      scripted.script.flights = {};
      expect(await readTrip(tripId)).toMatchObject({ status: 'failed', fulfillment: { status: 'expired_quote' } });
      const { text } = await service.call('GET', `/checkout/${checkout.session_id}`, undefined, {
        'accept-language': 'en',
      });
      expect(text).toContain('the trip cost more or was no longer available');
      expect(text).toContain('Nothing was charged');
    },
  );

  test('a slow airline: the link still tells five hours later, and for good once it is booked', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAJ' });
    await pay(tripId);
    await service.advance(5 * hourSeconds);
    const page = await openPage(PHONE, checkout.session_id);
    expect(await page.locator('body').innerText()).toContain('A confirmation is taking its time');
    await expectSound('slow', checkout.session_id);
    await service.advance(48 * hourSeconds);
    expect((await service.call('GET', `/checkout/${checkout.session_id}`)).status).toBe(200);
    expect(await heading(await openPage(PHONE, checkout.session_id))).toBe('You are booked');
  });
});

describe('before the payment', () => {
  test("an extra is named in the reader's language, with its direction and whose it is", async () => {
    const search = await call('/v1/flight_search', {
      origin: 'PAR',
      destination: 'NYC',
      departure_date: departureDate(),
      adults: 2,
    });
    const second = { ...NELLIE, first_name: 'Elizabeth', last_name: 'Bisland', date_of_birth: '1988-02-11' };
    const trip = await call('/v1/trip', {
      add_item: { trip_item_token: search.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE, second], contact: CONTACT },
    });
    const {
      items: [item],
    } = (await service.call('GET', `/v1/trip/${trip.trip_id}/ancillaries`)).body;
    await call('/v1/select_ancillaries', {
      trip_id: trip.trip_id,
      item_id: item.item_id,
      selections: [
        { offer_id: item.available_ancillaries[0].offer_id, pax_ref_id: trip.travelers[1].pax_ref_id, quantity: 2 },
      ],
    });
    const { session_id: sessionId } = await call('/v1/checkout', { trip_id: trip.trip_id });
    const page = await openPage(PHONE, sessionId);
    expect(await page.locator('.added').innerText()).toMatch(
      /^2 × Checked bag, \d\d kg\s+Paris → New York · Elizabeth Bisland$/,
    );
    const german = await openPage(PHONE, sessionId, '?locale=de');
    expect(await german.locator('.added').innerText()).toMatch(
      /^2 × Aufgabegepäck, \d\d kg\s+Paris → New York · Elizabeth Bisland$/,
    );
    expect(await german.getByRole('main').innerText()).toContain('nicht antreten');
    expect(await isTooWide(german)).toBe(false);
  });

  test('a connection names the city it stops in', async () => {
    const { checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAC' });
    const page = await openPage(PHONE, checkout.session_id);
    expect(await page.locator('.slice-notes').innerText()).toMatch(/^1 stop in \S/);
    await expectSound('stop-de', checkout.session_id, '?locale=de');
  });

  test('while a checkout re-prices the trip the page says so, and speaks of no payment', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    scripted.script.flights.price = async (...question) => {
      asked.resolve();
      await answer.promise;
      return await scripted.flights.price(...question);
    };
    await service.advance(quoteSeconds);
    const renewed = service.call('POST', '/v1/checkout', { trip_id: tripId });
    await asked.promise;
    const { text } = await service.call('GET', `/checkout/${checkout.session_id}`, undefined, {
      'accept-language': 'en',
    });
    scripted.script.flights = {};
    answer.resolve();
    expect((await renewed).status).toBe(200);
    expect(text).toContain('Nothing has been paid.');
    expect(text).not.toContain('bank');
  });
});
