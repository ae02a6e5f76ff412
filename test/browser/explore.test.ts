import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  SCREENS,
  visit,
} from '../support/service/browser.ts';
import { addDays } from '../../src/travel/dates.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

/** What the browser complains of: errors, warnings, refusals of the security policy. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

const isAsking = '#explorer[aria-busy="true"]';

/**
 * Waits for something to be true in the page. Not with waitForFunction: it needs `eval`, which the page's security
 * policy refuses.
 */
async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate<unknown>(expression), { timeout: 30_000, interval: 50 }).toBe(true);
}

async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Everything that was asked is answered and drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForSelector('#ranking .row-name');
  await page.waitForSelector('#trend svg .counted');
  await until(page, `document.querySelector(${JSON.stringify(isAsking)}) === null`);
}

async function open(page: Page, path: string, key = service.key): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('bly_explore_key', ${JSON.stringify(key)})`);
  await page.goto(service.url + path);
  await settle(page);
}

async function download(
  page: Page,
  name: string,
): Promise<{ readonly file: string; readonly lines: readonly string[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  const text = await readFile(await file.path(), 'utf8');
  return { file: file.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') };
}

test('with a key: ranks, draws, chooses, compares, downloads; the address holds it all and the key is in none', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${service.url}/explore`);
  await typeKey(page, service.key);
  await settle(page);

  // The list and the map show the same.
  expect(await page.locator('#ranking .rank').count()).toBe(10);
  await page.waitForSelector('#map circle.dot');
  expect(await page.locator('#map circle.dot').count()).toBeGreaterThan(50);
  expect(await page.locator('#map path.land').count()).toBeGreaterThan(150);
  expect(await page.locator('#basis').innerText()).toContain('Synthetic baseline');
  await page.waitForSelector('#ranking .spark path');
  expect(await page.locator('#audiences .rank').count()).toBe(5);
  expect(await page.locator('#season svg').count()).toBe(2);

  // A destination, by the type-ahead.
  await page.getByRole('combobox', { name: 'To' }).fill('lisb');
  await page
    .locator('#destination-list')
    .getByRole('option', { name: /Lisbon.*Portugal/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await until(page, "location.search === '?destination=LIS'");
  await settle(page);
  await page.getByText('Searches, Lisbon').waitFor();
  expect(await page.locator('#trend .band').count()).toBe(1);

  // Another beside it, from the list; the chart then has two lines and two bands.
  const first = await page.locator('#ranking .row-name').first().getAttribute('data-code');
  await page.locator('#ranking .add').first().click();
  await until(page, `location.search === '?destination=LIS&with=${first}..'`);
  await settle(page);
  await until(page, 'document.querySelectorAll("#trend svg .band").length === 2');
  expect(await page.locator('#legend li').count()).toBe(2);
  await keepScreenshot(page, 'explore-compared-laptop');

  const ranking = await download(page, 'CSV of the ranking');
  expect(ranking.file).toMatch(/^bly-destinations-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(ranking.lines[0]).toBe(
    'rank,code,name,country,volume,share,growth,index,median_lead_time_days,median_stay_days,lowest_fare,currency,metric,period_start,period_end,compared_with,basis,sample_size',
  );
  expect(ranking.lines).toHaveLength(101);
  expect(ranking.lines[1]).toMatch(new RegExp(`^1,${first},`));
  expect(ranking.lines[1]).toMatch(/,searches,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,previous year,synthetic,0$/);
  const series = await download(page, 'CSV of the series');
  expect(series.lines.filter((line) => line.startsWith('Lisbon,') && line.includes(',counted,'))).toHaveLength(90);
  expect(series.lines.filter((line) => line.startsWith('Lisbon,') && line.includes(',forecast,'))).toHaveLength(14);

  // The address alone brings it back; so do back and forward.
  await page.reload();
  await settle(page);
  expect(await page.locator('#legend li').count()).toBe(2);
  expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('Lisbon');
  await page.goBack();
  await until(page, 'document.querySelectorAll("#legend li").length === 1');
  await page.goForward();
  await until(page, 'document.querySelectorAll("#legend li").length === 2');

  expect(asked.filter((url) => url.includes(service.key))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('sorted by growth, figures and map are what they are by volume; only the list is another', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await open(page, '/explore?market=FRA&audience=family&period=365d');
  const figures = await page.locator('#figures').innerText();
  const dots = await page.locator('#map circle.dot').count();
  const rows = await page.locator('#ranking').innerText();
  await open(page, '/explore?market=FRA&audience=family&period=365d&sort=growth');
  expect(await page.locator('#figures').innerText()).toBe(figures);
  expect(await page.locator('#map circle.dot').count()).toBe(dots);
  expect(await page.locator('#ranking').innerText()).not.toBe(rows);
  await keepScreenshot(page, 'explore-growth-laptop');

  // A place that nobody knows is said, in the list and after leaving the field.
  await page.getByRole('combobox', { name: 'To' }).fill('Qwxyz');
  await page.getByText('No place has that name').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('Qwxyz');
  await page.keyboard.press('Tab');
  expect(await page.getByRole('combobox', { name: 'To' }).getAttribute('placeholder')).toBe(
    'No place is called “Qwxyz”',
  );
  await context.close();
});

test('by keyboard: the map is one stop, arrows go through it, Enter chooses; markets are countries', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await open(page, '/explore');
  await page.waitForSelector('#map circle.dot');
  await page.locator('#map [role="listbox"]').focus();
  await page.keyboard.press('ArrowDown');
  const second = await page.locator('#ranking .row-name').nth(1).getAttribute('data-code');
  expect(await page.locator('#map .tip strong').innerText()).toBe(
    await page.locator('#ranking .row-name b').nth(1).innerText(),
  );
  expect(await page.locator('#map [role="listbox"]').getAttribute('aria-activedescendant')).toBe(`mark-${second}`);
  await page.keyboard.press('Enter');
  await until(page, `location.search === '?destination=${second}'`);
  await page.getByRole('radio', { name: 'Markets' }).check({ force: true });
  await page.waitForSelector('#map path.can');
  expect(await page.locator('#map path.can').count()).toBeGreaterThan(50);
  await page.locator('#map path.can').first().dispatchEvent('click');
  await until(page, '/^\\?rank=markets&destination=[A-Z]{3}&market=[A-Z]{2}$/.test(location.search)');
  await context.close();
});

test('a chosen place beyond the rows at hand has its own figures, not those of everybody', async () => {
  const ask = async (path: string, body: object) => (await service.call('POST', path, body)).body;
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await open(page, `/explore?destination=AKL&market=FR&period=7d`);
  await page.getByText('Searches, Auckland').waitFor();
  const figures = await page.locator('#figures').innerText();
  const today = (await service.call('GET', '/v1/sandbox/clock')).body.now.slice(0, 10);
  const [start, end] = [addDays(today, -7), addDays(today, -1)];
  const question = { market: 'FR', period: { start, end }, metric: 'searches', compare: 'previous_year' };
  const [own, all] = [
    await ask('/v1/demand_audiences', { ...question, destination: 'AKL' }),
    await ask('/v1/demand_destinations', { ...question, limit: 100 }),
  ];
  expect(all.destinations.some((row: { city_code: string }) => row.city_code === 'AKL')).toBe(false);
  expect(figures).toContain(own.total.toLocaleString('en-US'));
  expect(figures).not.toContain(all.total.toLocaleString('en-US'));
  expect(figures).toContain('Not among the 100 listed');
  await context.close();
});

test('at most four questions are asked of a change, and of many changes at once only the last is answered', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await open(page, '/explore');
  await page.waitForSelector('#ranking .spark path');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) asked.push(new URL(request.url()).pathname);
  });
  await page.evaluate(`for (const period of ['7d', '365d', '28d']) {
    document.querySelector('#period').value = period;
    document.querySelector('#period').dispatchEvent(new Event('change'));
  }`);
  await page.waitForResponse(
    (response) =>
      response.url().includes('demand_trends') &&
      (response.request().postData() ?? '').includes('"forecast_periods":0'),
  );
  expect([...asked].sort()).toEqual([
    '/v1/demand_audiences',
    '/v1/demand_destinations',
    '/v1/demand_trends',
    '/v1/demand_trends',
  ]);
  expect(new URL(page.url()).search).toBe('?period=28d');
  await context.close();
});

test('every state of the page fits a telephone and a laptop, light and dark, and is accessible', async () => {
  const context = await visit(browser, { screen: 'phone' });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${service.url}/explore`);
  await page.getByLabel('API key').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, '/explore?destination=PAR&with=LON..&with=.DE.family&period=365d');
  await page.waitForSelector('#map circle.dot');
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    await page.waitForSelector('#trend svg .counted');
    expect([screen, await isTooWide(page)]).toEqual([screen, false]);
    await keepScreenshot(page, `explore-${screen}`);
  }
  expect(await findAccessibilityProblems(page)).toEqual([]);
  for (const summary of await page.getByText('Show as a table').all()) await summary.click();
  expect(await page.locator('#trend-table tbody tr').count()).toBeGreaterThan(50);
  await page.getByRole('radio', { name: 'Markets' }).check({ force: true });
  await page.waitForSelector('#map path.can');
  await settle(page);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();

  // In the dark only colours differ, those of the drawings among them: they are drawn for it.
  const dark = await (await visit(browser, { screen: 'phone', isDark: true })).newPage();
  await open(dark, '/explore?destination=PAR&with=LON..&period=365d');
  await dark.waitForSelector('#map circle.dot');
  await keepScreenshot(dark, 'explore-phone-dark');
  expect(await findAccessibilityProblems(dark)).toEqual([]);
  await dark.context().close();
});
