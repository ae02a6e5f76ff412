import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import type { HotelSupplier } from '../../src/suppliers/ports/hotels.ts';
import { createSandboxHotels } from '../../simulator/stays/hotels.ts';
import { money } from '../../src/travel/money.ts';
import { findFaults, isTooWide, keepScreenshot, openBrowser, type Visitor, visit } from '../support/service/browser.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { callFor, makeFamilyTrip, makeScenarioStay } from '../support/faults/mixed-journeys.ts';
import { startService, testWorld, type TestService } from '../support/service/service.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';

const PHONE: Visitor = { screen: 'phone' };
let db: TestDatabase;
let service: TestService;
let browser: Browser;
/** What the hotels collect on the spot beside everything else, from the next price on. */
let levyCents = 0;

beforeAll(async () => {
  [db, browser] = await Promise.all([openTestDatabase(), openBrowser()]);
  service = await startService({
    db,
    hotelSuppliers: [withLevy(createSandboxHotels({ world: testWorld(), db, clock: systemClock }))],
  });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

/** The supplier, asking for `levyCents` more at the hotel whenever a price is checked. */
function withLevy(hotels: HotelSupplier): HotelSupplier {
  return {
    ...hotels,
    async price(...question) {
      const priced = await hotels.price(...question);
      if (priced.kind === 'gone' || levyCents === 0) return priced;
      const [first, ...others] = priced.stay.rates;
      const levy = { description: 'New levy', amount: money(levyCents, first.total.currency), isIncluded: false };
      return { ...priced, stay: { ...priced.stay, rates: [{ ...first, taxes: [...first.taxes, levy] }, ...others] } };
    },
  };
}

async function openPage(visitor: Visitor, sessionId: string, query = ''): Promise<Page> {
  const page = await (await visit(browser, visitor)).newPage();
  await page.goto(`${service.url}/checkout/${sessionId}${query}`);
  return page;
}

/** It fits both screens, and axe finds nothing, light or dark; in German, whose words are longest, it fits as well. */
async function expectSound(name: string, sessionId: string): Promise<void> {
  const page = await openPage(PHONE, sessionId, '?locale=de');
  await keepScreenshot(page, `${name}-de-phone`);
  expect(await isTooWide(page)).toBe(false);
  await page.goto(`${service.url}/checkout/${sessionId}?locale=en`);
  expect(await findFaults(page, name)).toEqual([]);
  await page.context().close();
}

const checkOut = async (tripId: string) =>
  (await callFor(service, '/v1/checkout', { trip_id: tripId })).session_id as string;
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const main = async (page: Page): Promise<string> =>
  (await page.getByRole('main').innerText()).replace(/[\s\u00a0\u202f]+/g, ' ');
const press = (page: Page, name: RegExp) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);

describe("a family's flights, rooms and car on one page", () => {
  test('what is bought, what is paid now and what later, in two languages and on two screens; then booked with one card', async () => {
    const { tripId, trip } = await makeFamilyTrip(service);
    const sessionId = await checkOut(tripId);
    const page = await openPage(PHONE, sessionId);
    expect(await page.locator('.card-heading h3').allInnerTexts()).toEqual(['Flight', 'Hotel', 'Rental car']);
    const text = await main(page);
    expect(text).toMatch(/5 nights 2 rooms .* 1 adult, 1 child \(3 years\) .* 1 adult, 1 child \(9 years\)/);
    expect(text).toMatch(/Compact · .* or similar .* Child seat/);
    expect(text).toMatch(/Pay later At the hotel .* Paid on the spot/);
    const total = (trip.totals.total / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
    expect(await page.locator('.price .total').innerText()).toContain(`€${total}`);
    await expectSound('mixed', sessionId);
    expect(await main(await openPage(PHONE, sessionId, '?locale=de'))).toMatch(
      /5 Nächte 2 Zimmer .* 1 Erwachsener, 1 Kind \(3 Jahre\) .* Vor Ort zu zahlen/,
    );

    await callFor(service, '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const { booking_ref: bookingRef } = (await service.call('GET', `/v1/trip/${tripId}`)).body;
    const { booking } = (await service.call('GET', `/v1/bookings/${bookingRef}`)).body;
    const booked = await openPage(PHONE, sessionId);
    expect(await heading(booked)).toBe('You are booked');
    expect(await booked.locator('article .badge').allInnerTexts()).toEqual(['Booked', 'Booked', 'Booked']);
    const numbers: readonly string[] = booking.items.map(
      (item: { confirmation: { confirmation_number: string } }) => item.confirmation.confirmation_number,
    );
    expect((await booked.locator('.confirmation dd').allInnerTexts()).sort()).toEqual([...numbers].sort());
    expect(await booked.locator('.still').innerText()).toMatch(/^Pay later\s+At the hotel/);
    await expectSound('mixed-booked', sessionId);
  });
});

describe('a stay that is paid at the hotel', () => {
  test('asks for no card, says where it is paid, and is booked by a plain yes without JavaScript', async () => {
    const tripId = await makeScenarioStay(service, 'pay_at_property');
    const sessionId = await checkOut(tripId);
    const page = await openPage({ ...PHONE, hasScript: false }, sessionId);
    expect(await page.locator('[autocomplete^=cc-]').count()).toBe(0);
    expect(await main(page)).toMatch(/Nothing to pay now You pay on the spot/);
    await expectSound('nothing-now', sessionId);
    await press(page, /^Confirm booking/);
    expect(await heading(page)).toBe('We are booking your trip');
    await service.drain();
    await page.reload();
    expect(await heading(page)).toBe('You are booked');
    expect(await main(page)).toMatch(/Nothing has been charged\. Pay later At the hotel .* US\$\d/);
    expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
  });
});

describe('hotels that answer otherwise at checkout', () => {
  test("a dearer room is told by the hotel's name and must be accepted", async () => {
    const sessionId = await checkOut(await makeScenarioStay(service, 'price_up'));
    const page = await openPage({ screen: 'laptop' }, sessionId);
    const notice = await page.getByRole('group', { name: 'The price has changed' }).innerText();
    const name = await page.locator('.slice-route').first().innerText();
    expect(notice).toContain(name.replace(/\s*★+$/, ''));
    expect(notice).toMatch(/It was US\$[\d.,]+ and is now US\$[\d.,]+\./);
    await expectSound('stay-moved', sessionId);
  });

  test('what the hotel collects has risen and nothing else: it is told, and without a yes nothing is booked', async () => {
    const tripId = await makeScenarioStay(service, 'pay_at_property');
    levyCents = 700;
    const sessionId = await checkOut(tripId);
    levyCents = 0;
    const page = await openPage(PHONE, sessionId);
    expect(await main(page)).toMatch(
      /The price has changed pay_at_property · At the hotel It was US\$[\d.,]+ and is now US\$[\d.,]+\. Accept/,
    );
    expect(await main(page)).toContain('New levy US$7.00');
    await page.locator('#accept').evaluate((box) => box.removeAttribute('required'));
    await press(page, /^Confirm booking/);
    expect(await page.getByRole('alert').innerText()).toContain('Confirm that you accept the new price.');
    expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('quoted');
    await page.getByRole('checkbox', { name: 'I accept the new prices' }).check();
    await press(page, /^Confirm booking/);
    expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilling');
  });

  test('a room the hotel refuses: nothing is booked, and the page does not speak of an airline', async () => {
    const tripId = await makeScenarioStay(service, 'refused');
    const sessionId = await checkOut(tripId);
    await callFor(service, '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const text = await main(await openPage(PHONE, sessionId));
    expect(text).toMatch(/could not book your trip .* Nothing was charged/);
    expect(text).not.toContain('airline');
  });
});
