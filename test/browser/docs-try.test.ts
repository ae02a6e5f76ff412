import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults, openBrowser, type SCREENS, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** A folder that receives pictures, to be looked at; none without it. */
const SHOTS = process.env['BLY_TEST_SHOTS'];

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

/** A page for the reference, with everything the browser complains about: a breach of the policy above all. */
async function openReference(options: { readonly hasScript?: boolean; readonly screen?: keyof typeof SCREENS } = {}) {
  const context = await visit(browser, { screen: 'laptop', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // That an operation answered 401 or 422 is what some of these tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** Opens the form on the page of an operation; answers where it is. */
async function openForm(page: Page, operationId: string) {
  await page.goto(`${service.url}/docs/reference/${operationId}`);
  const entry = page.locator(`section.entry[data-operation="${operationId}"]`);
  await entry.locator('.try-open').click();
  const form = entry.locator('form');
  await form.waitFor();
  return { form, outcome: form.locator('.try-outcome'), answer: form.locator('.try-text') };
}

async function keepShot(page: Page, name: string): Promise<void> {
  await page.evaluate('document.querySelector(".try-form").scrollIntoView()');
  if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `docs-${name}.png`) });
}

test('a search with a key: the answer, its headers, and the same call as curl without the key', async () => {
  const { context, page, complaints } = await openReference();
  const { form, outcome, answer } = await openForm(page, 'flight_search');
  await form.getByLabel('API key').fill(service.key);
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => outcome.innerText()).toMatch(/^200 OK in \d+ ms\.$/);
  expect(await answer.innerText()).toMatch(/"live_offers": \[\s+\{/);
  expect(await form.locator('.try-headers').innerText()).toMatch(/X-Request-ID\s+req_[\s\S]*RateLimit-Remaining\s+\d/);
  await form.getByText('The same call as curl').click();
  const curl = form.locator('.try-curl');
  expect(await curl.innerText()).toContain('-H "Authorization: Bearer $BLY_API_KEY"');
  expect(await curl.innerText()).not.toContain(service.key);
  await form.getByLabel('with my key').check();
  expect(await curl.innerText()).toContain(`-H 'Authorization: Bearer ${service.key}'`);
  await form.getByLabel('with my key').uncheck();

  // The key is asked for once: other forms and a reload of the tab know it, other tabs do not.
  const { form: places } = await openForm(page, 'places');
  expect(await places.getByLabel('API key').inputValue()).toBe(service.key);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await keepShot(page, 'try-1280');
  await page.reload();
  const again = await openForm(page, 'account');
  expect(await again.form.getByLabel('API key').inputValue()).toBe(service.key);
  await again.form.getByRole('button', { name: 'Forget' }).click();
  expect([await again.form.getByLabel('API key').inputValue(), await page.evaluate('sessionStorage.length')]).toEqual([
    '',
    0,
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what goes wrong is told: a wrong key, wrong fields, broken JSON before it is sent, a missing path parameter, no server', async () => {
  const { context, page, complaints } = await openReference({ screen: 'phone' });
  const { form, outcome } = await openForm(page, 'flight_search');
  await form.getByLabel('API key').fill('bly_sWrong');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => outcome.innerText()).toMatch(/^401 .*Check the API key above\.$/);
  expect(await form.getByRole('link', { name: 'AUTH_REQUIRED' }).getAttribute('href')).toBe(
    '/docs/errors#AUTH_REQUIRED',
  );

  await form.getByLabel('API key').fill(service.key);
  await form.getByLabel('Body').fill('{"origin": "PARIS"}');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => outcome.innerText()).toMatch(/^422/);
  expect(await form.getByRole('listitem').first().innerText()).toMatch(/^origin /);
  await keepShot(page, 'try-360');

  let sent = 0;
  page.on('request', () => {
    sent += 1;
  });
  await form.getByLabel('Body').fill('{"origin": ');
  await form.getByRole('button', { name: 'Send' }).click();
  expect(await outcome.innerText()).toMatch(/^The body is not JSON: .*Nothing was sent\.$/);
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid") + document.activeElement.name')).toBe(
    'truebody',
  );
  await form.getByRole('button', { name: 'Put the example back' }).click();
  expect(JSON.parse(await form.getByLabel('Body').inputValue())).toHaveProperty('origin');

  expect(sent).toBe(0);
  const { form: trip, outcome: tripOutcome } = await openForm(page, 'get_trip');
  sent = 0;
  await trip.getByRole('button', { name: 'Send' }).click();
  expect(await tripOutcome.innerText()).toBe('trip_id is needed: it stands in the path.');
  expect(sent).toBe(0);
  await trip.getByLabel('trip_id').fill('trip/../x?y');
  const [request] = await Promise.all([
    page.waitForRequest(/v1\/trip/),
    trip.getByRole('button', { name: 'Send' }).click(),
  ]);
  expect(new URL(request.url()).pathname).toBe('/v1/trip/trip%2F..%2Fx%3Fy');
  await expect.poll(() => tripOutcome.innerText()).toMatch(/^404 /);

  await page.route('**/v1/trip/**', (route) => route.abort());
  await trip.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => tripOutcome.innerText()).toMatch(/^No answer came/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a write twice with one Idempotency-Key is done once, by the keyboard alone', async () => {
  const { context, page } = await openReference();
  await page.goto(`${service.url}/docs/reference/create_webhook`);
  const open = page.locator('section.entry[data-operation="create_webhook"] .try-open');
  await open.focus();
  await page.keyboard.press('Enter');
  const form = page.locator('section.entry[data-operation="create_webhook"] form');
  await form.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(service.key);
  await form.getByRole('button', { name: 'New key' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  const ids: unknown[] = [];
  for (const replayed of [0, 1]) {
    await page.keyboard.press('Enter');
    await expect.poll(() => form.locator('.try-outcome').innerText()).toMatch(/^20\d/);
    expect(await form.locator('.try-headers').getByText('Idempotent-Replayed').count()).toBe(replayed);
    ids.push(JSON.parse(await form.locator('.try-text').innerText()).id);
  }
  expect(ids[0]).toBeTruthy();
  expect(ids[1]).toBe(ids[0]);
  await context.close();
});

test('an open form fits both screens, light and dark, and is accessible; a stream answers whole', async () => {
  const { context, page, complaints } = await openReference();
  const { form, outcome } = await openForm(page, 'flight_search');
  await form.getByLabel('API key').fill(service.key);
  await form.getByText('The same call as curl').click();
  // One offer is as good as fifty, and is looked through sooner.
  const body: object = JSON.parse(await form.getByLabel('Body').inputValue());
  await form.getByLabel('Body').fill(JSON.stringify({ ...body, limit: 1 }, null, 2));
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => outcome.innerText()).toMatch(/^200/);
  expect(await findFaults(page, 'docs-form')).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('without scripts nothing changes, and in production there is nothing to try', async () => {
  const { context, page } = await openReference({ hasScript: false });
  await page.goto(`${service.url}/docs/reference/flight_search`);
  expect(await page.locator('.try').count()).toBe(0);
  for (const sample of await page.locator('.sample pre').all()) expect(await sample.isVisible()).toBe(true);
  await context.close();
  const production = await startService({
    config: { environment: 'production', bootstrapApiKey: undefined },
    flightSuppliers: [],
  });
  const anybody = { 'x-api-key': '' };
  const served = await production.call('GET', '/docs/reference/checkout', undefined, anybody);
  expect([
    served.status,
    /src="\/docs\/try/.test(served.text),
    (await production.call('GET', '/docs/try.js', undefined, anybody)).status,
  ]).toEqual([200, false, 404]);
  await production.close();
});
