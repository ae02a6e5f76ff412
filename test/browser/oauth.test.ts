import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, mailsTo, PASSWORD, signUp } from '../support/accounts.ts';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  SCREENS,
  visit,
} from '../support/service/browser.ts';
import { newPkce } from '../support/oauth.ts';
import { startService, type TestService } from '../support/service/service.ts';

const LANGUAGES = ['en', 'fr', 'de', 'es', 'ja'] as const;
let service: TestService;
let browser: Browser;
let plain: BrowserContext;
let page: Page;
/** The same user with scripts: axe is one. */
let scripted: Page;
let clientId = '';
/** A page of ours that stands for the application's own, on another origin. */
let redirectUri = '';

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  redirectUri = `${service.url.replace('127.0.0.1', 'localhost')}/healthz`;
  await signUp(service, 'ada@example.com');
  plain = await visit(browser, { screen: 'phone', hasScript: false });
  page = await plain.newPage();
  scripted = await (await visit(browser, { screen: 'phone' })).newPage();
  const registered = await service.call('POST', '/oauth/reg', {
    client_name: 'Travel <Assistant>',
    client_uri: 'https://assistant.example.com',
    redirect_uris: [redirectUri],
  });
  clientId = registered.body.client_id;
});
afterAll(async () => {
  await service.close();
});

async function expectFits(name: string): Promise<void> {
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    expect(await isTooWide(page)).toBe(false);
    await keepScreenshot(page, `oauth-${name}-${screen}`);
  }
  await page.setViewportSize(SCREENS.phone);
}

async function expectSound(name: string): Promise<void> {
  await expectFits(name);
  await scripted.setContent(await page.content());
  expect(await findAccessibilityProblems(scripted)).toEqual([]);
}
const press = (name: string) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name, exact: true }).click()]);

test('without scripts: a user signs in, looks at an application in five languages, allows it, and takes its access away', async () => {
  const { challenge } = newPkce();
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
  });
  await page.goto(`${service.url}/oauth/auth?${query.toString()}`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/oauth\/interaction\//);
  const consent = page.url().split('?')[0] ?? '';
  for (const language of LANGUAGES) {
    await page.goto(`${consent}?locale=${language}`);
    await expectFits(`consent-${language}`);
  }
  await page.goto(consent);
  await expectSound('consent');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'Allow Travel <Assistant> to use your account?',
  );
  await press('Allow');
  const back = new URL(page.url());
  expect([back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.has('code')]).toEqual([
    redirectUri,
    's',
    true,
  ]);
  await page.goto(`${service.url}/account/applications`);
  await expectSound('applications');
  await page.getByRole('button', { name: 'Take access back from Travel <Assistant>' }).click();
  await page.getByText('No application has access to your account.').waitFor();
  await page.getByText('An API key that an application made belongs to the organization').waitFor();
  await expectFits('no-applications');
});

test('without scripts: a device is connected', async () => {
  const device = await service.call('POST', '/oauth/cli/device/auth', 'client_id=bly-cli', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  await page.goto(`${service.url}/oauth/cli/device`);
  await expectSound('device');
  await page.getByLabel('Code').fill('bcdf ghjk');
  await press('Continue');
  await expectSound('device-unknown');
  await page.getByLabel('Code').fill(device.body.user_code);
  await press('Continue');
  await expectSound('device-confirm');
  await press('Allow');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your device is connected');
  await expectSound('device-done');
  await page.goto(`${service.url}/oauth/auth?client_id=nobody&response_type=code`);
  await expectSound('failed');
});

test('without scripts: the first user of an application makes an account on the way; on another device the pages say where to go', async () => {
  const { challenge } = newPkce();
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'first',
  });
  page = await (await visit(browser, { screen: 'phone', hasScript: false })).newPage();
  await page.goto(`${service.url}/oauth/auth?${query.toString()}`);
  await expectSound('first-sign-in');
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Email').fill('first@example.com');
  await page.getByLabel('Your name').fill('Ida First');
  await page.getByLabel('Organization').fill('First Travel');
  await page.getByLabel('Password').fill(PASSWORD);
  await expectFits('first-sign-up');
  await press('Create account');
  await expectSound('first-check-mail');
  await service.drain();
  const link = `${service.url}${linkIn(mailsTo(service, 'first@example.com').at(-1), '/verify')}`;
  const own = page;
  page = await (await visit(browser, { screen: 'phone', hasScript: false })).newPage();
  for (const language of LANGUAGES) {
    await page.goto(`${link}?locale=${language}`);
    await expectFits(`first-elsewhere-${language}`);
  }
  await page.goto(link);
  await expectSound('first-elsewhere');
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Confirm and sign in');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are signed in');
  await expectSound('first-elsewhere-done');
  page = own;
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email').fill('first@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/oauth\/interaction\//);
  await press('Allow');
  const back = new URL(page.url());
  expect([back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.has('code')]).toEqual([
    redirectUri,
    'first',
    true,
  ]);
});
