import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findAccessibilityProblems,
  findFaults,
  isTooWide,
  keepScreenshot,
  openBrowser,
  SCREENS,
  type Visitor,
  visit,
} from '../support/service/browser.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK, makeCheckout } from '../support/faults/trip-journeys.ts';

const PARIS_LONDON = { origin: 'PAR', destination: 'LON' } as const;
const quoteSeconds = 300;
const linkSeconds = 4 * 3_600;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await service.close();
});

const PHONE: Visitor = { screen: 'phone' };

async function openPage(visitor: Visitor, sessionId: string, query = ''): Promise<Page> {
  const page = await (await visit(browser, visitor)).newPage();
  await page.goto(`${service.url}/checkout/${sessionId}${query}`);
  return page;
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.locator('[autocomplete=cc-number]').fill(number);
  await page.locator('[autocomplete=cc-exp]').fill('12/34');
  await page.locator('[autocomplete=cc-csc]').fill('123');
  await page.locator('[autocomplete=cc-name]').fill('Nellie Bly');
}

/** Presses the page's main button and waits for the page after it. */
async function press(page: Page, name: RegExp): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const readStatus = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;

async function expectSound(page: Page, name: string): Promise<void> {
  await keepScreenshot(page, name);
  expect(await isTooWide(page)).toBe(false);
  expect(await findAccessibilityProblems(page)).toEqual([]);
}

describe('a person pays on the hosted page', () => {
  test('with a good card, and sees the booking reference; every page fits a phone and a laptop, light and dark', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage(PHONE, checkout.session_id);
    const main = page.getByRole('main');
    expect(await main.innerText()).toMatch(/→ London[\s\S]*Nellie Bly[\s\S]*Price held for/);
    expect(await findFaults(page, 'pay')).toEqual([]);
    await fillCard(page, CARD_OK);
    await press(page, /^Pay /);
    expect(await heading(page)).toBe('Payment accepted');
    await expectSound(page, 'booking');
    await service.drain();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    const trip = await readStatus(tripId);
    expect(trip.status).toBe('fulfilled');
    expect(await main.innerText()).toContain(trip.booking_ref);
    expect(await findFaults(page, 'booked')).toEqual([]);
  });

  test('without JavaScript', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ ...PHONE, hasScript: false }, checkout.session_id);
    await fillCard(page, CARD_OK);
    await press(page, /^Pay /);
    await service.drain();
    await page.reload();
    expect(await heading(page)).toBe('You are booked');
    expect((await readStatus(tripId)).status).toBe('fulfilled');
  });

  test('with another card after the first was declined', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ ...PHONE, isDark: true }, checkout.session_id);
    await fillCard(page, CARD_DECLINED);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('You have not been charged');
    expect(await page.getByRole('alert').innerText()).not.toContain('enter them again');
    await expectAtTop(page);
    // What was typed is still there: only the number is another card's.
    expect(await page.locator('[autocomplete=cc-number]').inputValue()).toBe('4000 0000 0000 0002');
    expect(await page.locator('[autocomplete=cc-csc]').inputValue()).toBe('123');
    await expectSound(page, 'declined-dark');
    await fillCard(page, CARD_OK);
    await press(page, /^Pay /);
    expect(await heading(page)).toBe('Payment accepted');
    expect((await readStatus(tripId)).status).toBe('fulfilling');
  });

  test('without JavaScript a declined card is told at the top as well', async () => {
    const { checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ ...PHONE, hasScript: false }, checkout.session_id);
    await fillCard(page, CARD_DECLINED);
    await press(page, /^Pay /);
    await expectAtTop(page);
    await page.getByRole('link', { name: 'Go to the card details' }).click();
    expect(page.url()).toContain('#number');
  });

  test('with a card whose bank asks back: approved, it books', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ screen: 'laptop', isDark: true }, checkout.session_id);
    await fillCard(page, CARD_3DS);
    await press(page, /^Pay /);
    expect(await heading(page)).toBe('Confirm with your bank');
    await expectSound(page, 'challenge-dark');
    await press(page, /^Confirm payment/);
    expect(await heading(page)).toBe('Payment accepted');
    expect((await readStatus(tripId)).status).toBe('fulfilling');
  });

  test('with a card whose bank asks back: rejected, the form is there again', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage(PHONE, checkout.session_id);
    await fillCard(page, CARD_3DS);
    await press(page, /^Pay /);
    await press(page, /^Reject payment/);
    expect(await page.getByRole('alert').innerText()).toContain('The payment was not accepted');
    expect((await readStatus(tripId)).status).toBe('quoted');
  });
});

/**
 * What went wrong stands where a phone shows a page that has just come back, in the title and under the reader's focus.
 */
async function expectAtTop(page: Page): Promise<void> {
  const alert = page.getByRole('alert');
  const box = await alert.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= SCREENS.phone.height).toBe(true);
  expect(await page.evaluate<number>('window.scrollY')).toBeLessThan(200);
  // A browser gives `autofocus` its way with the first frame it draws, which may be after the page has loaded.
  await expect.poll(() => alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await page.title()).toBe('Error: Checkout – Bootstrap');
}

describe('mistakes and moved prices', () => {
  test('without JavaScript what is wrong is said at the field and above the form, and no card comes back', async () => {
    const { checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ ...PHONE, hasScript: false }, checkout.session_id);
    await fillCard(page, '4242 4242 4242 4241');
    await page.locator('[autocomplete=cc-csc]').fill('12');
    await press(page, /^Pay /);
    expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
      'This card number is not complete or has a typing error.',
      'The security code has 3 or 4 digits.',
    ]);
    expect(await page.getByRole('alert').innerText()).toContain('please enter them again');
    await expectAtTop(page);
    expect(await page.locator('#number').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#holder').inputValue()).toBe('Nellie Bly');
    expect(await page.content()).not.toContain('4241');
    await keepScreenshot(page, 'mistakes-phone');
    expect(await isTooWide(page)).toBe(false);
  });

  test("an incomplete form stays on the page, asks in the page's language and loses nothing", async () => {
    const { checkout } = await makeCheckout(service, PARIS_LONDON);
    const page = await openPage({ ...PHONE, locale: 'fr' }, checkout.session_id);
    await fillCard(page, CARD_OK);
    await page.locator('#security_code').fill('');
    await page.getByRole('button', { name: /^Payer / }).click();
    const code = page.locator('#security_code');
    expect(await code.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await code.evaluate((element) => Reflect.get(element, 'validationMessage'))).toBe(
      'Saisissez le code de sécurité.',
    );
    expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    await code.fill('123');
    await press(page, /^Payer /);
    expect(await heading(page)).toBe('Paiement accepté');
  });

  test('a moved price must be accepted before it is paid, and asking for it does not cost the typed card', async () => {
    const { tripId, checkout } = await makeCheckout(service, { origin: 'QAA', destination: 'QAF' });
    const page = await openPage({ screen: 'laptop' }, checkout.session_id);
    await fillCard(page, CARD_OK);
    const notice = await page.getByRole('group', { name: 'The price has changed' }).innerText();
    expect(notice).toMatch(/^The price has changed\s+\S.* → \S.*\s+It was US\$[\d.,]+ and is now US\$[\d.,]+\./);
    const [was = '?', now = '?'] = notice.match(/US\$[\d,]+\.\d{2}/g) ?? [];
    expect(await page.locator('.price .was').allInnerTexts()).toEqual([`was ${was}`, `was ${was}`]);
    expect(await page.locator('.price .total').innerText()).toContain(now);
    await page.getByRole('button', { name: /^Pay / }).click();
    expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    expect((await readStatus(tripId)).status).toBe('quoted');
    await expectSound(page, 'moved-laptop');
    await page.getByRole('checkbox').check();
    await press(page, /^Pay /);
    expect((await readStatus(tripId)).status).toBe('fulfilling');
  });

  test('after 300 seconds the page renews the quote, keeps its address and takes the money', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    await service.advance(quoteSeconds);
    const page = await openPage(PHONE, checkout.session_id);
    expect(await page.getByRole('main').innerText()).toContain('The price is no longer held.');
    await fillCard(page, CARD_OK);
    await press(page, /^Pay /);
    expect(page.url()).toContain(checkout.session_id);
    expect((await readStatus(tripId)).status).toBe('fulfilling');
  });

  test('what a traveler is called cannot run in the page', async () => {
    const { tripId } = await makeCheckout(service, PARIS_LONDON);
    const traveler = {
      first_name: '<img src=x onerror=alert(1)>',
      last_name: '"><script>document.title=1</script>',
      passenger_type: 'ADULT',
      date_of_birth: '1990-05-05',
      gender: 'FEMALE',
    };
    await service.call('POST', '/v1/trip', { trip_id: tripId, upsert_travelers: { travelers: [traveler] } });
    const { body } = await service.call('POST', '/v1/checkout', { trip_id: tripId });
    const page = await openPage(PHONE, body.session_id);
    expect(await page.getByRole('main').innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.title()).toBe('Checkout – Bootstrap');
    expect(await page.locator('main img:not(.airline-marks img), main script').count()).toBe(0);
  });
});

describe('links', () => {
  test("an older link leads to the newest, a changed trip's and a four-hour-old one end", async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    await service.advance(quoteSeconds);
    const newest = (await service.call('POST', '/v1/checkout', { trip_id: tripId })).body.session_id;
    const older = await service.call('GET', `/checkout/${checkout.session_id}?locale=fr`);
    expect(older).toMatchObject({ status: 303 });
    expect(older.headers.get('location')).toBe(`/checkout/${newest}?locale=fr`);
    await service.advance(linkSeconds);
    expect((await service.call('GET', `/checkout/${newest}`)).status).toBe(410);
    expect((await service.call('GET', '/checkout/cs_none')).status).toBe(404);
  });

  test('a form from elsewhere is not accepted', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    const form = new URLSearchParams({
      action: 'pay',
      card_number: CARD_OK,
      card_expiry: '12/34',
      card_security_code: '123',
      card_holder: 'Nellie Bly',
    });
    const answer = await service.call('POST', `/checkout/${checkout.session_id}`, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(403);
    expect((await readStatus(tripId)).status).toBe('quoted');
  });

  test('the page speaks five languages and obeys a strict content policy', async () => {
    const { checkout } = await makeCheckout(service, PARIS_LONDON);
    for (const [locale, word] of [
      ['en', 'Payment'],
      ['fr', 'Paiement'],
      ['de', 'Zahlung'],
      ['es', 'Pago'],
      ['ja', 'お支払い'],
    ] as const) {
      const page = await openPage({ screen: 'laptop', locale }, checkout.session_id);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await page.locator('#payment').innerText()).toBe(word);
      await keepScreenshot(page, `language-${locale}`);
      expect(await isTooWide(page)).toBe(false);
      await page.context().close();
    }
    const { headers } = await service.call('GET', `/checkout/${checkout.session_id}`);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
