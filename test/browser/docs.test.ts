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
} as const;
/** An entry is like the next: a few of each kind are as good as all, and are looked at in a second. */
const keepFewEntries =
  'for (const entry of [...document.querySelectorAll("section.entry")].slice(4)) entry.remove(); for (const list of [...document.querySelectorAll(".operation-list")].slice(1)) list.remove()';

test('every kind of page fits a telephone and a laptop, light and dark, and is accessible', async () => {
  for (const isDark of [false, true]) {
    const context = await visit(browser, { screen: 'phone', isDark });
    const page = await context.newPage();
    // In the dark only colours differ: two pages have all of them.
    for (const [name, path] of Object.entries(isDark ? { guide: PAGES.guide, errors: PAGES.errors } : PAGES)) {
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
