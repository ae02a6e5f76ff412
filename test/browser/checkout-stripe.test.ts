import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  type Visitor,
  visit,
} from '../support/service/browser.ts';
import { type StripeService, startStripeService } from '../support/faults/stripe-journeys.ts';
import { makeCheckout } from '../support/faults/trip-journeys.ts';

/** From our page to Stripe's and back in a real browser: the page's own policy must let the form lead there. */
let stripe: StripeService;
let browser: Browser;
beforeAll(async () => {
  [stripe, browser] = await Promise.all([startStripeService(), openBrowser()]);
});
afterAll(async () => {
  await stripe.close();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
async function press(page: Page, name: RegExp | string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);
}
async function openPay(visitor: Visitor): Promise<{ readonly page: Page; readonly tripId: string }> {
  const { tripId, checkout } = await makeCheckout(stripe.service, { origin: 'QAA', destination: 'QAC' });
  const page = await (await visit(browser, visitor)).newPage();
  await page.goto(`${stripe.service.url}/checkout/${checkout.session_id}`);
  return { page, tripId };
}

describe("a person pays on Stripe's page", () => {
  for (const visitor of [
    { screen: 'phone' },
    { screen: 'laptop', hasScript: false },
  ] as const satisfies readonly Visitor[]) {
    test(`on a ${visitor.screen}${'hasScript' in visitor ? ' without JavaScript' : ''}: there, a declined card, back, there again, and booked`, async () => {
      const { page, tripId } = await openPay(visitor);
      expect(await page.locator('input:not([type=hidden])').count()).toBe(0);
      await keepScreenshot(page, `pay-elsewhere-${visitor.screen}`);
      expect(await isTooWide(page)).toBe(false);
      if (!('hasScript' in visitor)) expect(await findAccessibilityProblems(page)).toEqual([]);
      await press(page, /^Pay /);
      expect(new URL(page.url()).origin).toBe(stripe.stub.url);
      await press(page, 'insufficient_funds');
      await stripe.service.advance(60);
      await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: 'Back' }).click()]);
      const told = await page.getByRole('alert').innerText();
      expect(told).toContain('The card has insufficient funds.');
      expect(told).not.toContain('card details');
      await keepScreenshot(page, `pay-elsewhere-declined-${visitor.screen}`);
      await press(page, /^Pay /);
      await press(page, 'authorise');
      expect(await heading(page)).toBe('Payment accepted');
      await stripe.service.drain();
      await page.reload();
      expect(await heading(page)).toBe('You are booked');
      expect((await stripe.service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
    });
  }

  test('without JavaScript, with Apple Pay: there, back without paying, there again, and booked', async () => {
    const { page, tripId } = await openPay({ screen: 'phone', hasScript: false });
    expect(await page.locator('#payment').locator('..').innerText()).toContain('Apple Pay, Google Pay or Link');
    await press(page, /^Pay /);
    await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: 'Back' }).click()]);
    await press(page, /^Pay /);
    await press(page, 'apple_pay');
    expect(await heading(page)).toBe('Payment accepted');
    await stripe.service.drain();
    await page.reload();
    expect(await heading(page)).toBe('You are booked');
    await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: 'Receipt' }).click()]);
    expect(await page.locator('main').innerText()).toContain('with Visa ending in 4242 (Apple Pay)');
    await keepScreenshot(page, 'receipt-apple-pay-phone');
    expect((await stripe.service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
  });
});
