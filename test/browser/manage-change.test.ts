import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults, isTooWide, keepScreenshot, openBrowser, visit } from '../support/service/browser.ts';
import { callFor } from '../support/faults/mixed-journeys.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_OK, CONTACT, daysAhead, departureDate, NELLIE } from '../support/faults/trip-journeys.ts';

let service: TestService;
let browser: Browser;
let guest: BrowserContext;
let page: Page;
/** The guest's page with scripts on, which axe needs. */
let scripted: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  guest = await visit(browser, { screen: 'phone', hasScript: false });
  page = await guest.newPage();
  scripted = await (await visit(browser, { screen: 'phone' })).newPage();
});
afterAll(() => service.close());

/** Signs the guest in to a booking. */
async function open(bookingRef: string): Promise<void> {
  await guest.clearCookies();
  await page.goto(`${service.url}/manage?locale=en`);
  await page.getByLabel('Booking reference').fill(bookingRef);
  await page.getByLabel('Last name').fill('bly');
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: /Find booking/ }).click()]);
}

/** A round trip in a fare that may be changed, paid for. */
async function sellReturn(): Promise<string> {
  const { live_offers: offers } = await callFor(service, '/v1/flight_search', {
    origin: 'MUC',
    destination: 'LIS',
    departure_date: departureDate(),
    return_date: daysAhead(65),
    adults: 1,
    direct_only: true,
  });
  const { trip_id } = await callFor(service, '/v1/trip', {
    currency: 'EUR',
    add_item: { trip_item_token: offers[0].fares.at(-1).trip_item_token },
    upsert_travelers: { contact: CONTACT, travelers: [NELLIE] },
  });
  await callFor(service, '/v1/checkout', { trip_id });
  await callFor(service, '/v1/sandbox/pay', { trip_id, card: CARD_OK });
  await service.drain();
  return (await service.call('GET', `/v1/trip/${trip_id}`)).body.booking_ref;
}

/** Looks at the page as it stands on both screens, in the dark and with axe, and at its width in other languages. */
async function expectSound(name: string): Promise<void> {
  await scripted.context().addCookies(await guest.cookies());
  await scripted.goto(page.url());
  expect(await findFaults(scripted, `manage-${name}`)).toEqual([]);
  for (const locale of ['de', 'ja']) {
    const address = new URL(page.url());
    address.searchParams.set('locale', locale);
    await scripted.goto(address.href);
    await keepScreenshot(scripted, `manage-${name}-${locale}-phone`);
    expect(await isTooWide(scripted), `${name} in ${locale}`).toBe(false);
  }
}

test('without scripts: the days with fares of a flight, by keyboard alone, and what a change costs', async () => {
  await open(await sellReturn());
  await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: /Change this flight/ }).click()]);
  const calendars = page.locator('.fare-calendar');
  expect(await calendars.count()).toBe(2);
  expect(await calendars.first().locator('[aria-current="date"]').count()).toBe(1);
  await expectSound('calendar');
  // From the button of the form on: every stop is a day that can be chosen, and Enter looks for its flights.
  await page.getByRole('button', { name: /Show flights/ }).focus();
  const label = () => page.evaluate<string>("document.activeElement.closest('.fare-days a')?.textContent ?? ''");
  let chosen = '';
  for (let stop = 0; stop < 45; stop += 1) {
    await page.keyboard.press('Tab');
    chosen = await label();
    if (/\d/.test(chosen) && !/chosen|not known/.test(chosen)) break;
  }
  expect(chosen).toMatch(/€/);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await page.locator('[aria-current="date"]').first().textContent()).toContain(
    /\d+ \w+ \d{4}(?=:)/.exec(chosen)?.[0] ?? 'no day',
  );
  await expectSound('calendar-offers');
  await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: /Later/ }).first().click()]);
  expect(await page.locator('.fare-calendar').first().locator('li a').count()).toBe(35);
});

test('without scripts: cars are in the order that was asked for, ten of them open', async () => {
  const { booking_ref: bookingRef } = await callFor(service, '/v1/sandbox/bookings', { kind: 'car' });
  await open(bookingRef);
  await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: /Change this car/ }).click()]);
  await page.getByLabel('Order').selectOption('seats');
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: /Show cars/ }).click()]);
  expect(await page.getByLabel('Order').inputValue()).toBe('seats');
  expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBe(10);
  await expectSound('cars');
  await page.locator('.more-offers > summary').click();
  expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBeGreaterThan(10);
});
