import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaults, keepScreenshot, openBrowser, type Visitor, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_OK, makeTrip } from '../support/faults/trip-journeys.ts';
import { pngOf } from '../support/pictures.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  await service.call('PUT', '/v1/organization', {
    name: 'Nordwind Reisen',
    colour: '#0b5c4a',
    support: { email: 'help@nordwind.example', phone: '+4930123456', url: 'https://nordwind.example/help' },
    terms_url: 'https://nordwind.example/terms',
    privacy_url: 'https://nordwind.example/privacy',
    legal: {
      name: 'Nordwind Reisen GmbH',
      address: { lines: ['Hafenstraße 1'], postal_code: '20457', city: 'Hamburg' },
      country: 'DE',
      vat_id: 'DE136695976',
    },
  });
  await service.call('PUT', '/v1/organization/logo', { data: pngOf(160, 40).toString('base64') });
});
afterAll(() => service.close());

const PHONE: Visitor = { screen: 'phone' };
const ADDRESSES = { success_url: 'http://localhost:9/done', cancel_url: 'http://localhost:9/basket' };

async function openCheckout(visitor: Visitor, query = ''): Promise<Page> {
  const { body } = await makeTrip(service, { origin: 'PAR', destination: 'LON' });
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: body.trip_id, ...ADDRESSES });
  const page = await (await visit(browser, visitor)).newPage();
  await page.goto(`${service.url}/checkout/${checkout.body.session_id}${query}`);
  return page;
}

const field = (page: Page, id: string) => page.locator(`#${id}`);
async function typeCard(page: Page, number: string, code = '123'): Promise<void> {
  await field(page, 'number').pressSequentially(number);
  await field(page, 'expiry').fill('12/34');
  await field(page, 'security_code').fill(code);
  await field(page, 'holder').fill('Nellie Bly');
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / }).click();

describe("a seller's checkout", () => {
  test('has their logo, colour, contact and way back, from the first page to the receipt', async () => {
    const page = await openCheckout(PHONE);
    expect(await page.getByRole('banner').getByRole('img').getAttribute('alt')).toBe('Nordwind Reisen');
    expect(await page.title()).toBe('Checkout – Nordwind Reisen');
    const links = page.getByRole('contentinfo').getByRole('region').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['help@nordwind.example', '+4930123456', 'Help', 'Terms', 'Privacy']);
    expect(
      await page
        .getByRole('button', { name: /^Pay / })
        .evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor),
    ).toBe('rgb(11, 92, 74)');
    expect(await findFaults(page, 'seller-pay')).toEqual([]);
    await typeCard(page, CARD_OK);
    await pay(page);
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
    await service.drain();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    expect(await page.getByRole('link', { name: 'Continue to Nordwind Reisen' }).getAttribute('href')).toMatch(
      /^\/checkout\/cs_\w+\/return$/,
    );
    expect(await findFaults(page, 'seller-booked')).toEqual([]);
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(true);
    expect(await findFaults(page, 'seller-receipt')).toEqual([]);
    await page.getByRole('link', { name: /^Invoice number \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor();
    expect(await findFaults(page, 'seller-invoice')).toEqual([]);
  });

  test('on a telephone shows the total while the trip is read, and all of it on the first screen', async () => {
    const page = await openCheckout(PHONE);
    const glance = await page.getByRole('region', { name: 'At a glance' }).boundingBox();
    expect(glance && glance.y + glance.height).toBeLessThan(780);
    const total = page.locator('.sticky-total');
    expect(await total.evaluate((one) => Math.round(one.getBoundingClientRect().bottom))).toBeLessThanOrEqual(780);
    await keepScreenshot(page, 'seller-first-screen');
    await page.locator('#payment').scrollIntoViewIfNeeded();
    await page.locator('#holder').scrollIntoViewIfNeeded();
    expect(await total.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(400);
  });
});

describe('a card that is typed', () => {
  test('is grouped and named; a wrong digit is said at once and sends nothing', async () => {
    const page = await openCheckout(PHONE);
    await typeCard(page, '4242424242424241');
    const number = field(page, 'number');
    expect(await number.inputValue()).toBe('4242 4242 4242 4241');
    expect(await page.locator('[data-card-brand]').innerText()).toBe('Visa');
    expect(await page.locator('#number-problem').innerText()).toContain('typing error');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await pay(page);
    expect([sent, await number.evaluate((one) => one === one.ownerDocument.activeElement)]).toEqual([0, true]);
    await keepScreenshot(page, 'seller-wrong-digit');
    await number.press('Backspace');
    await number.pressSequentially('2');
    expect(await page.locator('#number-problem').count()).toBe(0);
    // A digit in the middle leaves the caret where it was typed.
    await number.evaluate((one) => Reflect.get(one, 'setSelectionRange').call(one, 4, 4));
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    expect(await number.inputValue()).toBe('4242 4242 4242 4242');
    await number.fill('');
    await number.pressSequentially('378282246310005');
    expect([await number.inputValue(), await page.locator('[data-card-brand]').innerText()]).toEqual([
      '3782 822463 10005',
      'American Express',
    ]);
  });

  test('keeps everything but what is wrong when the form comes back, and then pays', async () => {
    const page = await openCheckout({ screen: 'laptop', isDark: true });
    await typeCard(page, CARD_OK, '12');
    await pay(page);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.getByRole('link').allInnerTexts()).toEqual(['The security code has 3 or 4 digits.']);
    expect(await alert.innerText()).not.toContain('enter them again');
    const values = await Promise.all(['number', 'expiry', 'holder'].map((id) => field(page, id).inputValue()));
    expect(values).toEqual(['4242 4242 4242 4242', '12/34', 'Nellie Bly']);
    expect(await findFaults(page, 'seller-mistake')).toEqual([]);
    await field(page, 'security_code').fill('123');
    await pay(page);
    await page.getByRole('heading', { name: 'Payment accepted' }).waitFor();
  });
});
