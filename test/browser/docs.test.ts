import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  SCREENS,
  visit,
} from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

const PAGES = {
  home: '/docs',
  guide: '/docs/guides/checkout',
  errors: '/docs/errors#AUTH_REQUIRED',
  reference: '/docs/reference',
  operation: '/docs/reference/flight_search',
  search: '/docs/search?q=refund',
  changelog: '/docs/changelog',
} as const;
/** An entry is like the next: a few of each kind are as good as all, and are looked at in a second. */
const keepFewEntries =
  'for (const name of ["section.entry", ".resource", ".hits > li", ".changelog > *", ".operation-fields .fields > li"]) for (const entry of [...document.querySelectorAll(name)].slice(12)) entry.remove()';

test('every kind of page fits a telephone and a laptop, light and dark, and is accessible', async () => {
  for (const isDark of [false, true]) {
    const context = await visit(browser, { screen: 'phone', isDark });
    const page = await context.newPage();
    // In the dark only colours differ: two pages have all of them.
    for (const [name, path] of Object.entries(isDark ? { errors: PAGES.errors, operation: PAGES.operation } : PAGES)) {
      await page.setViewportSize(SCREENS.phone);
      await page.goto(service.url + path);
      expect([name, 'whole', await isTooWide(page)]).toEqual([name, 'whole', false]);
      await page.evaluate(keepFewEntries);
      for (const [screen, size] of Object.entries(SCREENS)) {
        await page.setViewportSize(size);
        expect([name, screen, await isTooWide(page)]).toEqual([name, screen, false]);
        await keepScreenshot(page, `docs-${name}-${screen}${isDark ? '-dark' : ''}`);
      }
      expect(await findAccessibilityProblems(page)).toEqual([]);
    }
    await context.close();
  }
});

test('without scripts: a telephone opens the list of pages and reads on; a laptop has it beside the text', async () => {
  const context = await visit(browser, { screen: 'phone', hasScript: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs`);
  const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Errors' });
  expect(await link.isVisible()).toBe(false);
  await page.getByText('All pages').click();
  await link.click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Errors');
  await page.setViewportSize(SCREENS.laptop);
  expect(await link.isVisible()).toBe(true);
  expect(await link.getAttribute('aria-current')).toBe('page');
  await context.close();
});

test('the language of samples is chosen once for all pages, with the mouse or the keyboard; code is copied as it is', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${service.url}/docs/reference/trip_status`);
  const shown = page.locator('.sample:visible');
  expect(await shown.innerText()).toContain('curl -X POST');
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await shown.innerText()).toContain('await bly.tripStatus(');
  await page.goto(`${service.url}/docs/reference/get_trip`);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('TypeScript');
  await shown.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^import \{ createBly \} from '@bly\/client';\n[\s\S]*await bly\.getTrip\(\{ trip_id: 'trip_\w+' \}\);$/,
  );
  // The other has no command: what is there is shown.
  await page.getByRole('tab', { name: 'CLI' }).click();
  await page.goto(`${service.url}/docs/reference/flights_search`);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('curl');
  await page.goto(`${service.url}/docs/guides/money`);
  expect(await page.getByRole('button', { name: 'Copy this code' }).count()).toBeGreaterThan(1);
  await context.close();
});

test('the search answers while one types, by the keyboard alone, and without scripts as a page', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs/guides/money`);
  await page.keyboard.press('/');
  await page.keyboard.type('PRICE_CHANGED');
  const found = page.getByRole('option');
  await expect.poll(() => found.first().innerText()).toMatch(/^PRICE_CHANGED/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/errors#PRICE_CHANGED');
  await context.close();

  const plain = await visit(browser, { screen: 'phone', hasScript: false });
  const bare = await plain.newPage();
  await bare.goto(`${service.url}/docs`);
  await bare.getByRole('searchbox').fill('trip_item_token');
  await bare.keyboard.press('Enter');
  await bare.waitForURL('**/docs/search?q=trip_item_token');
  expect(await bare.locator('.hits a').count()).toBeGreaterThan(3);
  expect(await bare.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  await plain.close();
});

test('a link into the one page that the reference was goes on to the page of its operation', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs/reference#checkout`);
  await page.waitForURL('**/docs/reference/checkout');
  await page.goto(`${service.url}/docs/reference#booking.completed`);
  await page.waitForURL('**/docs/reference/events#booking.completed');
  await context.close();
});
