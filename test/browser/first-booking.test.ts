import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, mailsTo, PASSWORD } from '../support/accounts.ts';
import { CARD_OK, CONTACT, departureDate, NELLIE } from '../support/faults/trip-journeys.ts';
import { keepScreenshot, openBrowser, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  page = await (await visit(browser, { screen: 'laptop' })).newPage();
});
afterAll(() => service.close());

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** The way of docs/assets/first-booking-*.png, which are the pictures of this test. */
test('somebody signs up, makes a key, calls the API, pays, and sees the booking in the console', async () => {
  await page.goto(`${service.url}/`);
  await keepScreenshot(page, 'first-booking-1-start');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email address').fill('maria@example.com');
  await page.getByLabel('Your name').fill('Maria Oliveira');
  await page.getByLabel('Organization').fill('Oliveira Travel');
  await page.getByLabel('Password').fill(PASSWORD);
  await keepScreenshot(page, 'first-booking-2-sign-up');
  await press('Create account');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await service.drain();
  await page.goto(`${service.url}${linkIn(mailsTo(service, 'maria@example.com').at(-1), '/verify')}`);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Confirm and sign in');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await page.goto(`${service.url}/console/keys`);
  await page.getByLabel('Name').fill('Website');
  await press('Make key');
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await keepScreenshot(page, 'first-booking-3-key');

  const call = async (path: string, body: object) => {
    const answer = await service.call('POST', path, body, { 'x-api-key': key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const found = await call('/v1/flight_search', {
    origin: 'PAR',
    destination: 'LIS',
    departure_date: departureDate(),
    adults: 1,
  });
  const { trip_id } = await call('/v1/trip', {
    add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { contact: CONTACT, travelers: [NELLIE] },
  });
  const { checkout_url } = await call('/v1/checkout', { trip_id });

  await page.goto(String(checkout_url));
  await page.getByLabel('Card number').fill(CARD_OK);
  await page.getByLabel(/Expiry/).fill('12/40');
  await page.getByLabel(/Security code/).fill('123');
  await page.getByLabel('Name on card').fill('Nellie Bly');
  await keepScreenshot(page, 'first-booking-4-pay');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
  await service.drain();
  await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  await keepScreenshot(page, 'first-booking-5-booked');

  await page.goto(`${service.url}/console`);
  await keepScreenshot(page, 'first-booking-6-console');
  await page.goto(`${service.url}/console/bookings`);
  const { body } = await service.call('GET', `/v1/trip/${trip_id}`, undefined, { 'x-api-key': key });
  await page.getByRole('link', { name: body.booking_ref }).click();
  await page.getByRole('heading', { level: 1, name: body.booking_ref }).waitFor();
  await keepScreenshot(page, 'first-booking-7-booking');
});
