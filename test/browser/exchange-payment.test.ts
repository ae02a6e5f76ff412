import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  visit,
} from '../support/service/browser.ts';
import { type ExchangeFixture, startExchanges } from '../support/products/paid-exchanges.ts';
import { CARD_3DS, CARD_DECLINED } from '../support/faults/trip-journeys.ts';

let exchanges: ExchangeFixture;
let browser: Browser;
beforeAll(async () => {
  [exchanges, browser] = await Promise.all([startExchanges(), openBrowser()]);
});
afterAll(async () => {
  await exchanges.close();
});

async function openSession(): Promise<string> {
  return `${exchanges.service.url}${await exchanges.openSession(await exchanges.quote(await exchanges.book()))}`;
}

/** What is on the screen now fits it, and axe finds nothing. */
async function expectSound(page: Page, name: string): Promise<void> {
  await keepScreenshot(page, `exchange-${name}`);
  expect(await isTooWide(page), name).toBe(false);
  expect(await findAccessibilityProblems(page), name).toEqual([]);
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Nellie Bly');
  await page.getByRole('button', { name: 'Pay US$120.00' }).click();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

test("on a telephone without JavaScript: read, declined, paid with the bank's question, new ticket", async () => {
  const page = await (await visit(browser, { screen: 'phone', hasScript: false })).newPage();
  await page.goto(await openSession());
  expect(await heading(page)).toBe('Change your booking');
  await keepScreenshot(page, 'exchange-pay-phone');
  await fillCard(page, CARD_DECLINED);
  expect(await page.getByRole('alert').innerText()).toContain('Your bank declined the card');
  await fillCard(page, CARD_3DS);
  expect(await heading(page)).toBe('Confirm with your bank');
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  expect(await heading(page)).toBe('Your booking has been changed');
  await keepScreenshot(page, 'exchange-done-phone');
  expect(await page.getByRole('main').innerText()).toContain('057-2400000002');
  await page.context().close();
});

test('every state fits 360 px and a laptop, light and dark, and axe finds nothing', async () => {
  const url = await openSession();
  const phone = await (await visit(browser, { screen: 'phone' })).newPage();
  const laptop = await (await visit(browser, { screen: 'laptop', isDark: true })).newPage();
  for (const page of [phone, laptop]) await page.goto(url);
  await expectSound(phone, 'pay-phone-light');
  await expectSound(laptop, 'pay-laptop-dark');
  await phone.goto(`${url}?locale=de`);
  await expectSound(phone, 'pay-phone-de');
  exchanges.airline.exchange = async () => ({ kind: 'refused', reason: 'sold out' });
  await fillCard(laptop, '4242424242424242');
  await laptop.getByText('It stands as it was before.').waitFor();
  await expectSound(laptop, 'failed-laptop');
  exchanges.airline.exchange = async () => ({ kind: 'pending', orderId: 'later' });
  await laptop.goto(await openSession());
  await fillCard(laptop, '4242424242424242');
  await laptop.getByText('nothing is charged').waitFor();
  await expectSound(laptop, 'pending-laptop');
  const left = await openSession();
  await exchanges.service.advance(600);
  await phone.goto(left);
  expect(await heading(phone)).toBe('This offer has expired');
  await expectSound(phone, 'expired-phone');
});
