import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  SCREENS,
  visit,
} from '../support/service/browser.ts';
import { callFor, makeFamilyTrip } from '../support/faults/mixed-journeys.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';

let service: TestService;
let browser: Browser;
let guest: BrowserContext;
let page: Page;
/** The same guest with scripts: axe is one. */
let scripted: Page;
let bookingRef = '';

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  const { tripId } = await makeFamilyTrip(service);
  await callFor(service, '/v1/checkout', { trip_id: tripId });
  await callFor(service, '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  bookingRef = (await service.call('GET', `/v1/trip/${tripId}`)).body.booking_ref;
  guest = await visit(browser, { screen: 'phone', hasScript: false });
  page = await guest.newPage();
  scripted = await (await visit(browser, { screen: 'phone' })).newPage();
});
afterAll(async () => {
  await service.close();
});

/** The page as it stands fits both screens and every language, and axe finds nothing. */
async function expectSound(name: string): Promise<void> {
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    expect(await isTooWide(page)).toBe(false);
    await keepScreenshot(page, `manage-services-${name}-${screen}`);
  }
  await page.setViewportSize(SCREENS.phone);
  await scripted.context().addCookies(await guest.cookies());
  const [address] = page.url().split('?');
  for (const locale of ['de', 'fr', 'es', 'ja', 'en']) {
    await scripted.goto(`${address}?locale=${locale}`);
    expect(await isTooWide(scripted), locale).toBe(false);
  }
  expect(await findAccessibilityProblems(scripted)).toEqual([]);
}

const heading = () => page.getByRole('heading', { level: 1 }).innerText();
const press = (name: RegExp) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).first().click()]);

test('without scripts: a family adds a bag and a seat to its flight, from the booking to the payment', async () => {
  await page.goto(`${service.url}/manage?locale=en`);
  await page.getByLabel('Booking reference').fill(bookingRef);
  await page.getByLabel('Last name').fill('Bly');
  await press(/Find/);
  await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: /^Add bags or seats/ }).click()]);
  expect(await heading()).toBe('Add bags or seats');
  await expectSound('form');

  await press(/^See the price$/);
  expect(await page.getByRole('alert').innerText()).toBe('Choose a bag or a seat first.');
  expect(await isTooWide(page)).toBe(false);
  await page
    .getByLabel(/Nellie Bly: .*checked bag/i)
    .first()
    .fill('1');
  const seat = page.getByLabel(/Nellie Bly: seat on/).first();
  await seat.selectOption({ index: 1 });
  await press(/^See the price$/);
  expect(await heading()).toBe('Add this to your flight?');
  await expectSound('review');

  await press(/^Continue and pay/);
  expect(page.url()).toContain('/checkout/cs_');
  expect(await heading()).toBe('Change your booking');
  expect(await isTooWide(page)).toBe(false);
  await keepScreenshot(page, 'manage-services-payment-phone');
  const sessionId = /cs_\w+/.exec(page.url())?.[0];
  await callFor(service, '/v1/sandbox/pay', { session_id: sessionId, card: CARD_OK });
  await service.drain();
  await page.reload();
  expect(await heading()).toBe('Your booking has been changed');
});
