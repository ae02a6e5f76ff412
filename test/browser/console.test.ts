import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Visitor } from '../support/accounts.ts';
import { findFaults, keepScreenshot, openBrowser, SCREENS, visit } from '../support/service/browser.ts';
import { pngOf } from '../support/pictures.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { aStaffMember, organizationOf } from '../support/staff.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let staff: Visitor;
let ref: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ config: { webhookAllowLocal: true } }), openBrowser()]);
  const organizationId = await organizationOf(service);
  staff = await aStaffMember(service, 'owner', organizationId);
  await aStaffMember(service, 'support', organizationId);
  const sold = await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' });
  ref = sold.body.booking_ref;
  await service.call('POST', '/v1/sandbox/bookings', { kind: 'car' });
  await service.call('POST', '/v1/sandbox/bookings', { kind: 'hotel' });
  await service.call('POST', `/v1/bookings/${ref}/notes`, { text: 'Called: travels with a guide dog.' });
  const { body } = await service.call('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['booking.completed'],
  });
  await service.call('POST', `/v1/webhooks/${body.id}/test`, {});
  await service.call('GET', '/v1/trip/trip_ofNobody12');
  await service.drain();
  // Pages have no script; the browser has, because axe is one.
  page = await openAs(staff, await visit(browser, { screen: 'laptop' }));
});
afterAll(() => service.close());

async function openAs(visitor: Visitor, context: BrowserContext): Promise<Page> {
  await context.addCookies([...visitor.jar].map(([name, value]) => ({ name, value, url: service.url })));
  return await context.newPage();
}

const open = (path: string) => page.goto(`${service.url}${path}`);

/** The page as it stands: both screens, light and dark, without a fault; pictures of the dark telephone, too. */
async function expectSound(name: string): Promise<void> {
  expect(await findFaults(page, `console-${name}`), name).toEqual([]);
  await page.setViewportSize(SCREENS.phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepScreenshot(page, `console-${name}-phone-dark`);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(SCREENS.laptop);
}

test('every page fits a telephone and a laptop, in the light and in the dark, and axe finds nothing', async () => {
  await open('/console');
  await expectSound('home');
  await open('/console/bookings');
  await expectSound('bookings');
  await open('/console/bookings?query=nobody');
  await expectSound('nothing');
  await open(`/console/bookings/${ref}`);
  await expectSound('booking');
  await page.getByRole('link', { name: /^Refund/ }).click();
  await expectSound('cancel');
  await open('/console/cases');
  await expectSound('cases');
  await open('/console/webhooks');
  await expectSound('webhooks');
  await page.getByRole('link', { name: '127.0.0.1' }).first().click();
  await expectSound('webhook');
  await page
    .getByRole('link', { name: /^Payload/ })
    .first()
    .click();
  await expectSound('payload');
  await open('/console/requests');
  await expectSound('requests');
  await open('/console/requests?status=refused');
  await page.getByRole('link', { name: 'GET /v1/trip' }).first().click();
  await expectSound('request');
  await open('/console/requests?request_id=nobody');
  await expectSound('no-request');
  await open('/console/usage');
  await expectSound('usage');
  await open('/console/bookings/BLY-ZZZZZZ');
  await expectSound('not-found');
});

test('pages of the organization are as sound', async () => {
  for (const name of ['trips', 'suppliers', 'prices', 'keys', 'members', 'organization']) {
    await open(`/console/${name}`);
    await expectSound(name);
  }
  await open('/console/keys');
  await page
    .getByRole('link', { name: /^Revoke/ })
    .first()
    .click();
  await expectSound('revoke-key');
  await open('/console/members');
  await page
    .getByRole('link', { name: /^Remove/ })
    .first()
    .click();
  await expectSound('remove-member');
});

test('a supplier is switched off with a reason and on again, fees are tried out, and a logo is shown', async () => {
  await open('/console/suppliers');
  await page
    .getByRole('link', { name: /^Switch off/ })
    .first()
    .click();
  await expectSound('supplier-off');
  await page.getByLabel('Why').fill('Wrong bags since noon');
  await page.getByRole('button', { name: /^Switch off/ }).click();
  await page.getByText('Wrong bags since noon').waitFor();
  await expectSound('supplier-is-off');
  await page
    .getByRole('button', { name: /^Switch on/ })
    .first()
    .click();
  await page.getByText('Wrong bags since noon').waitFor({ state: 'detached' });
  await open('/console/prices');
  await page.getByLabel('Percent').fill('2.5');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: /^Switch off/ }).waitFor();
  await expectSound('price-rule');
  await page.getByRole('link', { name: 'Try fees out' }).click();
  await page.getByLabel('The supplier asks').fill('1200.00');
  await page.getByLabel('Currency', { exact: true }).fill('EUR');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('1,230.00').waitFor();
  await expectSound('price-tried');
  await open('/console/organization');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(160, 40) });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: /^Remove/ }).waitFor();
  await expectSound('logo');
});

test('a booking is found and noted with the keyboard alone', async () => {
  await open('/console');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toBe('Skip to the page');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(ref);
  await page.keyboard.press('Enter');
  await page.waitForURL(/query=/);
  await page.getByRole('link', { name: ref }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/bookings/${ref}`);
  await page.getByLabel('New note').focus();
  await page.keyboard.type('Seat by the window.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/done=note/);
  expect(await page.getByRole('status').innerText()).toBe('The note was added.');
  expect(await page.getByText('Seat by the window.').first().isVisible()).toBe(true);
});

test('on a telephone without scripts the menu opens', async () => {
  const phone = await openAs(staff, await visit(browser, { screen: 'phone', hasScript: false }));
  await phone.goto(`${service.url}/console`);
  await phone.getByText('Menu', { exact: true }).click();
  await Promise.all([
    phone.waitForURL('**/console/bookings'),
    phone.getByRole('navigation', { name: 'Console, small screen' }).getByRole('link', { name: 'Bookings' }).click(),
  ]);
});
