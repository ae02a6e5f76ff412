import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, mailsTo, PASSWORD } from '../support/accounts.ts';
import { findFaults, isTooWide, keepScreenshot, openBrowser, visit } from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';

const LONG = 'Second Travel of a Name That Goes On and On Donaudampfschifffahrtsgesellschaft';
let service: TestService;
let browser: Browser;
let page: Page;
let key: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  // As the first start of a sandbox makes it.
  ({ key } = await service.makeKey({ quotaCalls: 'unlimited' }));
  page = await (await visit(browser, { screen: 'phone' })).newPage();
});
afterAll(() => service.close());

const press = (name: string) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name, exact: true }).click()]);

/** The page as it stands has no fault, and fits a telephone in other languages. */
async function expectSound(name: string, locales: readonly string[] = []): Promise<void> {
  expect(await findFaults(page, `claim-${name}`), name).toEqual([]);
  const { href } = new URL(page.url());
  for (const locale of locales) {
    await page.goto(`${href.split('?')[0]}?locale=${locale}`);
    await keepScreenshot(page, `claim-${name}-${locale}`);
    expect(await isTooWide(page), `${name} in ${locale}`).toBe(false);
  }
  if (locales.length > 0) await page.goto(href);
}

test("the first key's organization is claimed with the keyboard, after a wrong key that is not shown again", async () => {
  await page.goto(`${service.url}/sign-up?locale=en`);
  await expectSound('sign-up', ['de', 'fr', 'es', 'ja']);
  await page.getByLabel('Email address').fill('owner@example.com');
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Organization', { exact: true }).fill('Owner Travel');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByText('Own the organization of this sandbox').focus();
  await page.keyboard.press('Enter');
  await expectSound('open');
  await page.getByLabel('First API key').fill(`${key.slice(0, -1)}?`);
  await press('Create account');
  const field = page.getByLabel('First API key');
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['', 'true']);
  const problem = await field.getAttribute('aria-describedby');
  expect(await page.locator(`#${problem?.split(' ').at(-1)}`).innerText()).toContain('not the first key');
  await expectSound('wrong-key');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('First API key').fill(key);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Check your mail');
  await service.drain();
  await page.goto(`${service.url}${linkIn(mailsTo(service, 'owner@example.com').at(-1), '/verify')}`);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Confirm and sign in');
  expect(await page.locator('.organization-name').innerText()).toBe('Owner Travel');
  await expectSound('claimed', ['de', 'ja']);
});

test("the console's switcher: by keyboard, with long names, on both screens and without scripts", async () => {
  await page.goto(`${service.url}/account?locale=en`);
  await page.getByLabel('Organization', { exact: true }).fill(LONG);
  await press('Create organization');
  await page.goto(`${service.url}/console`);
  await expectSound('switcher-closed');
  await page.keyboard.press('Tab');
  for (let stop = 0; stop < 5 && (await focused()) !== 'Switch organization'; stop += 1)
    await page.keyboard.press('Tab');
  expect(await focused()).toBe('Switch organization');
  await page.keyboard.press('Enter');
  await expectSound('switcher');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Owner Travel');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(new URL(page.url()).pathname).toBe('/console');
  expect(await page.locator('.side-organization').innerText()).toBe('Owner Travel');
  const bare = await visit(browser, { screen: 'phone', hasScript: false });
  await bare.addCookies(await page.context().cookies());
  const other = await bare.newPage();
  await other.goto(`${service.url}/console`);
  await other.locator('.switcher > summary').click();
  await keepScreenshot(other, 'claim-switcher-long');
  expect(await isTooWide(other)).toBe(false);
  await Promise.all([other.waitForNavigation(), other.getByRole('button', { name: LONG }).click()]);
  expect(await other.locator('.side-organization').innerText()).toBe(LONG);
});

const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
