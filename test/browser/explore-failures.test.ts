import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser } from '../support/accounts.ts';
import { openBrowser, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

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

test('a wrong key is told at once and not kept; a right one is kept in the tab and forgotten on request', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await page.goto(`${service.url}/explore?destination=PAR`);
  await typeKey(page, '');
  await page.getByText('Paste a key first.').waitFor();
  await typeKey(page, `bly_s${'X'.repeat(32)}`);
  await page.getByText('The server does not know this key.').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await typeKey(page, service.key);
  await page.getByText('Searches, Paris').waitFor();
  expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  expect(page.url()).toBe(`${service.url}/explore?destination=PAR`);
  await page.getByRole('button', { name: 'Forget key' }).click();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.getByLabel('API key').waitFor();
  await context.close();
});

/** Everything of the page that answers are written into. */
const ANSWERED = [
  'lead',
  'basis',
  'figures',
  'map',
  'map-key',
  'ranking',
  'pages',
  'rank-notes',
  'legend',
  'trend',
  'trend-table',
  'season',
  'season-table',
  'audiences',
  'notice',
];

async function figuresOn(page: Page): Promise<string> {
  const text = await page.evaluate<string>(
    `${JSON.stringify(ANSWERED)}.map((id) => document.getElementById(id).textContent).join(' ')`,
  );
  return text.replaceAll('Show as a table', '').trim();
}

test('a forgotten key is gone with all it showed: nothing is asked without one, and the next key sees only its own', async () => {
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await page.goto(`${service.url}/explore?destination=PAR`);
  await typeKey(page, service.key);
  await page.waitForSelector('#ranking .spark path');
  await page.waitForSelector('#trend svg .counted');
  await page.waitForSelector('#map .dot');
  expect(await figuresOn(page)).toContain('Paris');

  // Questions are on their way while the key is forgotten; their answers find nobody.
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  const dropped: string[] = [];
  page.on('requestfailed', (request) => dropped.push(new URL(request.url()).pathname));
  await page.route('**/v1/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.selectOption('#period', '7d');
  await expect.poll(() => asked.length).toBe(3);
  await page.getByRole('button', { name: 'Forget key' }).click();
  await expect.poll(() => dropped.length).toBe(3);
  held.resolve();
  expect(await figuresOn(page)).toBe('');
  expect(await page.evaluate('document.activeElement.id')).toBe('key');

  // Neither a connection that comes back nor a step back asks as nobody.
  await page.getByRole('link', { name: 'Docs' }).focus();
  await page.evaluate("window.dispatchEvent(new Event('online')); history.back()");
  await until(page, "location.search === '?destination=PAR'");
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  expect(asked).toHaveLength(3);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Docs');
  expect(await page.locator('#key-problem').innerText()).toBe('');

  await typeKey(page, (await service.makeKey({ scopes: ['book'] })).key);
  await page.getByText('This key may not search.').waitFor();
  expect(await figuresOn(page)).not.toMatch(/New York|London|%/);
  expect(await page.locator('#map svg, #trend svg, #season svg, .row-name').count()).toBe(0);
  await page.getByRole('button', { name: 'Forget key' }).click();
  await typeKey(page, service.key);
  await page.getByText('Searches, Paris').waitFor();
  await page.waitForSelector('#map .dot');
  await context.close();
});

test('a signed-in browser needs no key: its calls bring the token of its session', async () => {
  const { jar } = await aUser(service, 'analyst@example.com');
  const context = await visit(browser, { screen: 'laptop' });
  await context.addCookies([...jar].map(([name, value]) => ({ name, value, url: service.url })));
  const page = await context.newPage();
  const credentials: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/demand_'))
      credentials.push(`${request.headers()['authorization'] ?? 'none'} ${typeof request.headers()['x-csrf-token']}`);
  });
  await page.goto(`${service.url}/explore`);
  await page.waitForSelector('#ranking .row-name');
  await page.waitForSelector('#trend svg .counted');
  expect(new Set(credentials)).toEqual(new Set(['none string']));
  expect(await page.getByRole('link', { name: 'Maria Oliveira' }).getAttribute('href')).toBe('/account');

  // Signed out elsewhere: the page says so and asks for a key.
  await context.clearCookies();
  await page.selectOption('#audience', 'solo');
  await page.getByText('You are not signed in any more.').waitFor();
  await context.close();
});

test('a page of nobody holds no token', async () => {
  const answer = await service.call('GET', '/explore', undefined, {
    'x-api-key': '',
    cookie: 'bly_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('csrf-token');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('what the API refuses is told beside what it is about', async () => {
  const context = await visit(browser, { screen: 'phone' });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem('bly_explore_key', ${JSON.stringify(service.key)})`);
  await page.goto(`${service.url}/explore?destination=QQQ&period=7d`);
  await page.getByText('Some of this cannot be asked.').waitFor();
  expect(await page.locator('#notice').innerText()).toContain('To: No city or airport has the code QQQ');
  expect(await page.locator('#destination').getAttribute('aria-invalid')).toBe('true');
  // Dates are judged before they are asked.
  await page.selectOption('#period', 'custom');
  await page.fill('#start', '2026-11-02');
  await page.fill('#end', '2026-11-01');
  await page.locator('#end').blur();
  await page.getByText('The first day must not be after the last.').waitFor();
  await context.close();
});

test('used-up quota says when to come back; without a connection what is seen stays, and the page goes on by itself', async () => {
  const { key } = await service.makeKey({ quotaCalls: 2 });
  const context = await visit(browser, { screen: 'laptop' });
  const page = await context.newPage();
  await page.addInitScript(
    `if (!sessionStorage.getItem('bly_explore_key')) sessionStorage.setItem('bly_explore_key', ${JSON.stringify(key)})`,
  );
  await page.goto(`${service.url}/explore`);
  await page.getByText(/Too many requests for this key\. Try again after /).waitFor();
  await page.evaluate(`sessionStorage.setItem('bly_explore_key', ${JSON.stringify(service.key)})`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('#ranking .row-name');
  await until(page, 'document.querySelector("#notice").textContent === ""');

  await context.setOffline(true);
  await page.selectOption('#audience', 'group');
  await page.getByText('You are offline.').waitFor();
  expect(await page.locator('#ranking .row-name').count()).toBe(10);
  await context.setOffline(false);
  await until(page, 'document.querySelector("#notice").textContent === ""');
  await context.close();
});

test('without scripts the page says that it needs them, and where the figures are', async () => {
  const context = await visit(browser, { screen: 'phone', hasScript: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/explore`);
  expect(await page.locator('noscript').innerText()).toContain('needs JavaScript');
  expect(await page.locator('noscript a').getAttribute('href')).toBe('/docs/reference');
  await context.close();
});

test('files of the page are kept for ever under their version, told apart by it, and nothing else is served', async () => {
  const [, base = ''] = /data-assets="([^"]+)"/.exec((await service.call('GET', '/explore')).text) ?? [];
  for (const [name, type] of [
    ['main.js', 'text/javascript'],
    ['explore.css', 'text/css'],
    ['d3.js', 'text/javascript'],
    ['plot.js', 'text/javascript'],
    ['world.json', 'application/json'],
  ] as const) {
    const answer = await service.call('GET', `${base}/${name}`);
    expect([
      name,
      answer.status,
      answer.headers.get('content-type')?.split(';')[0],
      answer.headers.get('cache-control'),
    ]).toEqual([name, 200, type, 'public, max-age=31536000, immutable']);
    expect(
      (await service.call('GET', `${base}/${name}`, undefined, { 'if-none-match': answer.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304);
  }
  expect((await service.call('GET', '/explore/assets/older/main.js')).headers.get('cache-control')).toBe('no-cache');
  const code = (await service.call('GET', `${base}/main.js`)).text;
  expect(code).not.toMatch(/\.ts'|: string|interface /);
  for (const name of ['..%2Fpages.ts', 'tsconfig.json', 'state.test.js', 'constructor'])
    expect([name, (await service.call('GET', `${base}/${name}`)).status]).toEqual([name, 404]);
});
