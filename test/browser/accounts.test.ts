import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../src/accounts/model/totp.ts';
import { daysAhead } from '../support/faults/trip-journeys.ts';
import { linkIn, mailsTo, PASSWORD } from '../support/accounts.ts';
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
let user: BrowserContext;
let page: Page;
/** The same user with scripts: axe is one. */
let scripted: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  user = await visit(browser, { screen: 'phone', hasScript: false });
  page = await user.newPage();
  scripted = await (await visit(browser, { screen: 'phone' })).newPage();
});
afterAll(async () => {
  await service.close();
});

const heading = () => page.getByRole('heading', { level: 1 }).innerText();
const press = (name: string) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).first().click()]);
const follow = (name: string) => Promise.all([page.waitForNavigation(), page.getByRole('link', { name }).click()]);
const open = (path: string, locale = 'en') => page.goto(`${service.url}${path}?locale=${locale}`);

/** The page as it stands fits both screens. */
async function expectFits(name: string): Promise<void> {
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    expect(await isTooWide(page), `${name} on ${screen}`).toBe(false);
    await keepScreenshot(page, `accounts-${name}-${screen}`);
  }
  await page.setViewportSize(SCREENS.phone);
}

/** Pages in the languages with the longest words, and with none between words, fit a phone. */
async function expectNarrow(pages: readonly (readonly [path: string, locale: string])[]): Promise<void> {
  for (const [path, locale] of pages) {
    await open(path, locale);
    expect(await isTooWide(page), `${path} in ${locale}`).toBe(false);
    await keepScreenshot(page, `accounts${path.replaceAll('/', '-')}-${locale}-phone`);
  }
}

/** Its markup, as it stands here, has nothing that axe knows of. */
async function expectSound(name: string): Promise<void> {
  await expectFits(name);
  await scripted.setContent(await page.content());
  expect(await findAccessibilityProblems(scripted), name).toEqual([]);
}

test('without scripts: an account, its mail, the address confirmed', async () => {
  await open('/sign-up');
  await expectSound('sign-up');
  await page.getByLabel('Email address').fill('maria@example.com');
  await page.getByLabel('Your name').fill('Maria Oliveira');
  await page.getByLabel('Organization').fill('Oliveira Travel');
  await page.getByLabel('Password').fill('password1234');
  await press('Create account');
  expect(await page.getByRole('alert').innerText()).toContain('check what is marked');
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(await page.getByLabel('Email address').inputValue()).toBe('maria@example.com');
  await expectSound('sign-up-problem');
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Create account');
  expect(await heading()).toBe('Check your mail');
  await expectSound('check-mail');
  await service.drain();
  const path = linkIn(mailsTo(service, 'maria@example.com').at(-1), '/verify');
  await open(path);
  await expectSound('verify');
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Confirm and sign in');
  expect(await heading()).toBe('Account');
});

/** An agent asks for a budget, and its owner looks at what is asked for and grants it. */
async function decideBudget(key: string): Promise<void> {
  await service.call(
    'POST',
    '/v1/mandate_request',
    {
      name: 'Visits to customers in Hamburg',
      reason: 'Flights and hotels for the autumn round of visits, booked by the assistant.',
      currency: 'EUR',
      budget: 5_000,
      per_trip: 900,
      per_period: { amount: 1_800, period: 'month' },
      max_trips: 6,
      ask_above: 450,
      valid_until: `${daysAhead(60)}T00:00:00Z`,
      rules: [
        { type: 'cabin_max', cabin: 'economy' },
        { type: 'carrier', deny: ['FR', 'U2'] },
      ],
    },
    { 'x-api-key': key },
  );
  await follow('Approvals');
  expect(await page.locator('.case').innerText()).toContain('A budget is asked for');
  await expectSound('approvals');
  await expectNarrow([
    ['/account/approvals', 'de'],
    ['/account/approvals', 'ja'],
  ]);
  await open('/account/approvals');
  await page.getByLabel('password').fill('wrong words entirely');
  await press('Approve');
  expect(await page.getByRole('alert').innerText()).toContain('This is not your password.');
  await expectSound('approvals-problem');
  await page.getByLabel('password').fill(PASSWORD);
  await press('Approve');
  expect(await page.getByRole('status').innerText()).toContain('Approved.');
  await expectFits('approvals-none');
}

test('without scripts: a key is made, copied and revoked in the console', async () => {
  await expectSound('overview');
  await follow('API keys');
  await expectFits('keys-empty');
  await page.getByLabel('Name').fill('Website');
  await page.getByLabel(/Read and change bookings/).uncheck();
  await press('Make key');
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^bly_s\w{32,}$/);
  await expectFits('key-created');
  await follow('Done');
  expect(await page.locator('.sheet').innerText()).toContain('Search, Book');
  expect(await page.locator('.sheet').innerText()).toContain('1,000 of 1,000 left');
  await expectFits('keys');
  await open('/account');
  await decideBudget(key);
  await open('/console/keys');
  await follow('Revoke… Website');
  expect(await heading()).toBe('Revoke this key?');
  await expectFits('revoke');
  await press('Revoke now');
  expect(await page.content()).toContain('No keys yet');
});

test('without scripts: somebody is invited, joins in another browser, and is removed', async () => {
  await open('/console/members');
  await page.getByLabel('Mail address').fill('chris@example.com');
  await press('Invite');
  expect(await page.getByRole('status').innerText()).toContain('on its way');
  await service.drain();
  const guestContext = await visit(browser, { screen: 'phone', hasScript: false, locale: 'de-DE' });
  const guest = await guestContext.newPage();
  await guest.goto(`${service.url}${linkIn(mailsTo(service, 'chris@example.com').at(-1), '/join')}`);
  expect(await guest.getByRole('heading', { level: 1 }).innerText()).toBe('Oliveira Travel beitreten');
  await keepScreenshot(guest, 'accounts-join-de-phone');
  await guest.getByLabel('Ihr Name').fill('Chris Colleague');
  await guest.getByLabel('Passwort').fill('seven quiet boats drift');
  await Promise.all([guest.waitForNavigation(), guest.getByRole('button', { name: 'Beitreten' }).click()]);
  expect(await guest.getByRole('heading', { level: 1 }).innerText()).toBe('Konto');
  await open('/console/members');
  await expectFits('members');
  await follow('Remove… Chris Colleague');
  await expectFits('remove');
  await press('Remove now');
  await guest.reload();
  expect(guest.url()).toContain('/sign-in');
  await guestContext.close();
});

test('without scripts: a second factor is set up, scanned, and turned off with a recovery code', async () => {
  await open('/account/security');
  await expectSound('security');
  await page.locator('#factor-password').fill(PASSWORD);
  await press('Set up a second factor');
  await expectSound('factor-setup');
  expect(await page.getByRole('img', { name: 'QR code' }).boundingBox()).toMatchObject({ width: 240, height: 240 });
  const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, new Date()));
  await press('Turn on');
  await expectSound('recovery-codes');
  const [code = ''] = await page.locator('.recovery-codes code').allTextContents();
  await follow('I have stored them');
  await expectSound('security-factor');
  await expectNarrow([
    ['/account/security', 'de'],
    ['/account/security', 'ja'],
  ]);
  await open('/account/security');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await press('Turn off');
  expect(await page.content()).toContain('Set up a second factor');
});

test('without scripts: another organization is made and switched to, there and back', async () => {
  await open('/account');
  await page.getByLabel('Organization').fill('Second Travel of a Name That Goes On and On');
  await press('Create organization');
  await page.locator('.switcher > summary').click();
  await expectSound('switcher');
  await press('Oliveira Travel');
  expect(await page.locator('.switcher > summary').innerText()).toBe('Organization: Oliveira Travel');
  await follow('Leave');
  await expectSound('leave');
});

test('security, and out: in the languages people read', async () => {
  await expectNarrow([
    ['/account', 'de'],
    ['/account/security', 'de'],
    ['/account', 'ja'],
  ]);
  await open('/account');
  await press('Sign out');
  expect(await heading()).toBe('Sign in');
  await expectSound('sign-in');
  await expectNarrow([
    ['/sign-in', 'de'],
    ['/sign-up', 'de'],
    ['/forgot-password', 'de'],
    ['/sign-up', 'ja'],
  ]);
  await open('/forgot-password');
  await expectSound('forgot');
  await page.getByLabel('Email address').fill('maria@example.com');
  await press('Send the link');
  await service.drain();
  await open(
    linkIn(
      mailsTo(service, 'maria@example.com').findLast((mail) => linkIn(mail, '/reset-password') !== ''),
      '/reset-password',
    ),
  );
  await expectSound('reset');
  await page.getByLabel('New password').fill('a harbour full of silence');
  await press('Save password');
  await expectFits('done');
});

test('with scripts: from a page that needs a session to the way in and back', async () => {
  await scripted.goto(`${service.url}/account/security?locale=en`);
  expect(scripted.url()).toContain('/sign-in');
  await scripted.getByLabel('Email address').fill('maria@example.com');
  await scripted.getByLabel('Password').fill('wrong words entirely');
  await Promise.all([scripted.waitForNavigation(), scripted.getByRole('button', { name: 'Sign in' }).click()]);
  expect(await scripted.getByRole('alert').innerText()).toContain('do not fit together');
  expect(await findAccessibilityProblems(scripted)).toEqual([]);
  await scripted.getByLabel('Password').fill('a harbour full of silence');
  await scripted.getByRole('button', { name: 'Sign in' }).click();
  await scripted.waitForURL(`${service.url}/account/security`);
  expect(await scripted.getByRole('heading', { level: 1 }).innerText()).toBe('Security');
});

test('the account in the dark', async () => {
  const dark = await visit(browser, { screen: 'laptop', isDark: true });
  await dark.addCookies(await scripted.context().cookies());
  const night = await dark.newPage();
  await night.goto(`${service.url}/account?locale=en`);
  expect(await findAccessibilityProblems(night)).toEqual([]);
  await keepScreenshot(night, 'accounts-overview-dark-laptop');
});
