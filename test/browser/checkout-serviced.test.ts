import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults, isTooWide, keepScreenshot, openBrowser, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { openCounter, type Sold } from '../support/products/sold-bookings.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

const { sell, post, read } = openCounter(() => service);

/** The page a sold booking was paid on. */
async function pageOf(sold: Sold): Promise<string> {
  const { trip_id: tripId } = await read(sold);
  const {
    rows: [row],
  } = await sql<{
    session_id: string;
  }>`select session_id from payment where purpose_kind = 'trip' and trip_id = ${tripId}`.execute(service.app.db.q);
  return `${service.url}/checkout/${row?.session_id}`;
}

/** It fits both screens, and axe finds nothing; it fits in the longest and in the densest of the languages, too. */
async function expectSound(name: string, address: string): Promise<void> {
  const page = await (await visit(browser, { screen: 'phone' })).newPage();
  for (const locale of ['de', 'ja']) {
    await page.goto(`${address}?locale=${locale}`);
    await keepScreenshot(page, `${name}-${locale}-phone`);
    expect([name, locale, await isTooWide(page)]).toEqual([name, locale, false]);
  }
  await page.goto(`${address}?locale=en`);
  expect(await findFaults(page, name)).toEqual([]);
  await page.context().close();
}

test("a booking that was cancelled and refunded leads to the guest's own page without a script", async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAL' });
  const { quote_id } = (await post(sold, '/v1/refund_check')).body;
  await post(sold, '/v1/refund_commit', { quote_id });
  const address = await pageOf(sold);
  await expectSound('serviced-cancelled', address);
  const page = await (await visit(browser, { screen: 'phone', hasScript: false })).newPage();
  await page.goto(address);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your booking is cancelled');
  await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: 'View your booking' }).click()]);
  expect(new URL(page.url()).pathname).toBe('/manage/booking');
  expect(await page.getByText(sold.pair.booking_ref).isVisible()).toBe(true);
  await page.context().close();
});

test('a trip of three of which the stay was given up and the flight moved shows what stands', async () => {
  const sold = await sell({ kind: 'trip' });
  await service.call(
    'POST',
    `/v1/sandbox/bookings/${sold.pair.booking_ref}/schedule_change`,
    { minutes: 180 },
    sold.as,
  );
  await post(sold, '/v1/hotel_cancel', { action: 'preview' });
  await post(sold, '/v1/hotel_cancel', { action: 'commit' });
  const address = await pageOf(sold);
  await expectSound('serviced-changed', address);
  const page = await (await visit(browser, { screen: 'phone' })).newPage();
  await page.goto(address);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your booking has changed');
  expect(await page.locator('.outcomes .badge').allInnerTexts()).toEqual([
    'Moved by the airline',
    'Cancelled and refunded',
    'Booked',
  ]);
  await page.context().close();
});
