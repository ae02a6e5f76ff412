import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLookUp } from '../../src/bookings/guests/guest-attempts.ts';
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
import { CARD_OK, CONTACT } from '../support/faults/trip-journeys.ts';

let service: TestService;
let browser: Browser;
let guest: BrowserContext;
let page: Page;
/** The same guest with scripts. */
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

/** The page as it stands fits both screens; its markup is looked at by axe where it is new. */
async function expectFits(name: string): Promise<void> {
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    expect(await tooWide()).toBe(false);
    await keepScreenshot(page, `manage-${name}-${screen}`);
  }
  await page.setViewportSize(SCREENS.phone);
}

async function expectSound(name: string, screens: readonly (keyof typeof SCREENS)[] = ['phone']): Promise<void> {
  await expectFits(name);
  // Axe is a script: it looks at the same page in a visitor's browser that runs scripts.
  await scripted.context().addCookies(await guest.cookies());
  await scripted.goto(page.url());
  for (const screen of screens) {
    await scripted.setViewportSize(SCREENS[screen]);
    expect(await findAccessibilityProblems(scripted)).toEqual([]);
  }
}

async function tooWide(): Promise<boolean> {
  return await isTooWide(page);
}

const heading = () => page.getByRole('heading', { level: 1 }).innerText();
const press = (name: RegExp) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).first().click()]);
const follow = (name: string | RegExp) =>
  Promise.all([page.waitForNavigation(), page.getByRole('link', { name }).click()]);
const inLanguage = (locale: string) => page.goto(`${page.url().split('?')[0]}?locale=${locale}`);

test('without scripts: where many have failed with a reference, the form asks for one detail more and opens with it, in every language', async () => {
  // As many as strangers may fail with it, from wherever they are.
  for (let failure = 0; failure < 50; failure += 1) await countLookUp(service.app, bookingRef);
  for (const [locale, label] of Object.entries({
    de: 'Abreisedatum',
    fr: 'Date de départ',
    es: 'Fecha de salida',
    ja: '出発日',
    en: 'Departure date',
  })) {
    await page.goto(`${service.url}/manage?locale=${locale}`);
    await page.locator('#booking_ref').fill(bookingRef);
    await page.locator('#last_name').fill('bly');
    await press(/./);
    expect(await page.getByLabel(label).getAttribute('type')).toBe('date');
    await expectFits(`find-proof-${locale}`);
  }
  await page.getByLabel('Email address').fill('nobody@example.com');
  await press(/Find booking/);
  expect(await page.getByRole('alert').innerText()).toContain('No booking matches');
  await page.getByLabel('Email address').fill(CONTACT.email);
  await press(/Find booking/);
  expect(await page.getByText(bookingRef).first().isVisible()).toBe(true);
  await press(/Close this booking|Sign out/);
  await service.app.shared.drop(`guest-proof:${createHash('sha256').update(bookingRef).digest('base64url')}`);
});

test('without scripts: find the booking, look at it, ask about another day, give the stay up, print', async () => {
  await page.goto(`${service.url}/manage`);
  await expectSound('find');
  await page.getByLabel('Booking reference').fill(bookingRef);
  await page.getByLabel('Last name').fill('Nobody');
  await press(/Find booking/);
  expect(await page.getByRole('alert').innerText()).toContain('No booking matches');
  await page.getByLabel('Last name').fill('bly');
  await press(/Find booking/);
  expect(await heading()).toBe('Your booking');
  await expectSound('booking');
  await inLanguage('ja');
  await keepScreenshot(page, 'manage-booking-ja-phone');
  expect(await tooWide()).toBe(false);
  await inLanguage('en');
  await press(/Cancel this stay/);
  expect(await heading()).toBe('Cancel this stay?');
  await expectSound('give-up');
  await inLanguage('ja');
  await keepScreenshot(page, 'manage-give-up-ja-phone');
  await inLanguage('en');
  await press(/Yes, cancel the stay/);
  expect(await heading()).toBe('The stay is cancelled');
  await expectFits('given-up');
  await follow('Back to the booking');
  expect(await page.locator('.badge').allInnerTexts()).toContain('Cancelled and refunded');
  expect(await page.locator('main').innerText()).toMatch(/\d goes back to the card it was paid with/);
});

test("without scripts: a car's other times, the offers and what one would cost", async () => {
  await page.goto(`${service.url}/manage/booking?locale=en`);
  await follow(/Change this car/);
  expect(await heading()).toBe('Change your car');
  await expectFits('change-form');
  await press(/Show cars/);
  await expectSound('change-offers');
  await press(/^Choose/);
  expect(await heading()).toBe('Change to this car?');
  await expectFits('change-review');
});

test('itinerary and receipt, on the screen and on A4', async () => {
  await page.goto(`${service.url}/manage/booking?locale=en`);
  const links = await page.locator('.documents a').all();
  const urls = await Promise.all(links.map((link) => link.getAttribute('href')));
  for (const [index, name] of ['itinerary', 'receipt'].entries()) {
    await page.goto(urls[index] ?? '');
    await (name === 'receipt' ? expectSound(name) : expectFits(name));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    expect(await tooWide()).toBe(false);
    expect(await page.locator('.foot').isVisible()).toBe(false);
    await keepScreenshot(page, `manage-${name}-paper`);
    await page.emulateMedia({ media: 'screen' });
  }
  await inLanguage('ja');
  await keepScreenshot(page, 'manage-receipt-ja-phone');
});

test('without scripts: a flight the airline has moved says what, how bad it is and what no longer fits; it is left free of charge, or taken', async () => {
  await page.goto(`${service.url}/manage/booking?locale=en`);
  await callFor(service, `/v1/sandbox/bookings/${bookingRef}/schedule_change`, { minutes: 1_440 });
  await page.reload();
  const told = page.getByRole('region', { name: 'The airline has moved this flight' });
  expect(await told.innerText()).toMatch(
    /You (?:arrive on another day|would miss your connection)\.[\s\S]*Original times[\s\S]*New times[\s\S]*24 h 0 min later[\s\S]*This no longer fits[\s\S]*You may accept the new times, or cancel free of charge\./,
  );
  expect(await page.getByRole('button', { name: /Cancel this flight/ }).count()).toBe(0);
  await expectSound('moved', ['laptop', 'phone']);
  for (const locale of ['fr', 'de', 'es', 'ja']) {
    await inLanguage(locale);
    await expectFits(`moved-${locale}`);
  }
  await inLanguage('en');
  await press(/Cancel free of charge/);
  expect(await page.locator('main').innerText()).toContain('You get everything back');
  await follow(/No, keep it/);
  await press(/Accept the new times/);
  expect(await heading()).toBe('Your booking');
  expect(await told.count()).toBe(0);
  expect(await page.getByRole('button', { name: /Cancel this flight/ }).count()).toBe(1);
});
