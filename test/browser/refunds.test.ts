import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installationId } from '../../src/platform/ids.ts';
import { decideForAdmin } from '../../src/decisions/decide-for-admin.ts';
import { listChangesForPeople } from '../../src/servicing/engine/list-manual-changes.ts';
import { watchSchedulesJob } from '../../src/servicing/schedule-changes/watch-schedules.ts';
import {
  findAccessibilityProblems,
  isTooWide,
  keepScreenshot,
  openBrowser,
  visit,
} from '../support/service/browser.ts';
import {
  cancelAtDuffel,
  duffelFare,
  payFor,
  readTrip,
  startTimedDuffelTrips,
  type TimedDuffelTrips,
} from '../support/suppliers/duffel-trips.ts';

/** Every page on which a guest gives a ticket of Duffel's (the stub) back, as it is read on a telephone. */
let at: TimedDuffelTrips;
let browser: Browser;
let guest: BrowserContext;
let page: Page;
/** The same guest with scripts, which axe needs. */
let scripted: Page;
beforeAll(async () => {
  [at, browser] = await Promise.all([startTimedDuffelTrips(), openBrowser()]);
  guest = await visit(browser, { screen: 'phone', hasScript: false });
  page = await guest.newPage();
  scripted = await (await visit(browser, { screen: 'phone' })).newPage();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

type Fault = Parameters<TimedDuffelTrips['stub']['control']['addFault']>[0];
const LANGUAGES = ['de', 'fr', 'es', 'ja', 'en'];
const quoted = (quote: object): void =>
  void at.stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', ...quote } as Fault['fault'] });

interface Sold {
  readonly bookingRef: string;
  readonly orderId: string | undefined;
}

/** A ticket that was bought and issued, on whose page the guest is. */
async function openBooking(route = 'LHR-JFK'): Promise<Sold> {
  const before = new Set(at.stub.control.orders().map(({ id }) => id));
  const tripId = await payFor(at.service, [await duffelFare(at, route)]);
  await at.service.drain();
  const bookingRef: string = (await readTrip(at.service, tripId)).bookings[0].booking_ref;
  await openAgain({ bookingRef });
  return { bookingRef, orderId: at.stub.control.orders().find(({ id }) => !before.has(id))?.id };
}

/** Finds a booking, also once more: a visit ends after half an hour. */
async function openAgain({ bookingRef }: Pick<Sold, 'bookingRef'>): Promise<void> {
  await guest.clearCookies();
  await page.goto(`${at.service.url}/manage?locale=en`);
  await page.getByLabel('Booking reference').fill(bookingRef);
  await page.getByLabel('Last name').fill('Bly');
  await press(/Find booking/);
}

/** A day passes, and the standing job looks at what airlines have changed. */
async function look(): Promise<void> {
  await at.pass(25 * 3_600);
  const run = { organizationId: installationId, now: at.service.app.clock.now(), attempt: 1 };
  await watchSchedulesJob.run({}, at.service.app, { ...run, signal: AbortSignal.timeout(60_000) });
  await at.service.drain();
}

const heading = () => page.getByRole('heading', { level: 1 }).innerText();
const main = async () => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
const press = (name: RegExp) =>
  Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).first().click()]);
const follow = (name: RegExp) => Promise.all([page.waitForNavigation(), page.getByRole('link', { name }).click()]);

/** The page fits 360 px in every language, and axe finds nothing there. */
async function expectSound(name: string): Promise<void> {
  const address = page.url().split('?')[0];
  for (const locale of LANGUAGES) {
    await page.goto(`${address}?locale=${locale}`);
    await expectFits(`${name}-${locale}`);
  }
  await expectAccessible(name);
}

async function expectFits(name: string): Promise<void> {
  await keepScreenshot(page, `refund-${name}`);
  expect([name, await isTooWide(page)]).toEqual([name, false]);
}

async function expectAccessible(name: string): Promise<void> {
  await scripted.context().addCookies(await guest.cookies());
  await scripted.goto(page.url());
  expect([name, await findAccessibilityProblems(scripted)]).toEqual([name, []]);
}

/** What waits for people of a booking, decided by the administrator of the installation. */
async function decide({ bookingRef }: Sold, decision: object): Promise<void> {
  const { app } = at.service;
  const waiting = (await listChangesForPeople(app)).find((change) => change.bookingRef === bookingRef);
  const { organizationId, reference: changeId } = waiting ?? {};
  await decideForAdmin(app, { organizationId, changeId, ...decision });
  await at.pass(60);
}

test('all of it, and a part: what comes back is said before, and what came back after', async () => {
  await openBooking();
  quoted({ refund_share: 0.4 });
  await press(/Cancel this flight/);
  expect(await heading()).toBe('Cancel this flight?');
  expect(await main()).toMatch(/You get US\$[0-9,.]+ back\. US\$[0-9,.]+ is kept/);
  await expectSound('part');
  at.stub.control.clearFaults();
  await follow(/No, keep it/);
  await press(/Cancel this flight/);
  expect(await main()).toMatch(/You get everything back: US\$[0-9,.]+\./);
  await expectSound('all');
  await press(/Yes, cancel the flight/);
  expect(await heading()).toBe('The flight is cancelled');
  expect(await main()).toMatch(/US\$[0-9,.]+ goes back to the card/);
  await expectSound('done');
  await follow(/Back to the booking/);
  expect(await main()).toContain('Cancelled and refunded');
  await expectSound('booking-refunded');
});

test('airline credit in the place of money, with its code once it is issued', async () => {
  const sold = await openBooking('LTN-SYD');
  await press(/Cancel this flight/);
  expect(await main()).toContain('Duffel Travel Credit');
  await expectSound('credit');
  at.stub.control.set({ credit_code_minutes: 30 });
  await press(/Yes, cancel the flight/);
  await expectSound('credit-done');
  await follow(/Back to the booking/);
  const before = await main();
  at.stub.control.set({ credit_code_minutes: 0 });
  await at.pass(3_700);
  await openAgain(sold);
  expect(before).toContain('The code is not known yet.');
  expect(await main()).toMatch(/Code [0-9A-Z]{8}/);
  await expectSound('booking-credit');
});

test('what nobody knows: asked for, declined with the reason of the one who did, and what the airline refuses', async () => {
  const sold = await openBooking();
  quoted({ refund_amount: null });
  await press(/Cancel this flight/);
  expect(await main()).toContain('The airline does not say what comes back.');
  await expectSound('unknown');
  await press(/Yes, ask our staff/);
  expect(await heading()).toBe('Request received');
  await expectSound('deciding');
  await decide(sold, { reason: 'Die Fluggesellschaft gibt <b>nichts</b> zurück.' });
  await page.reload();
  expect(await heading()).toBe('Not cancelled');
  expect(await main()).toContain('Reason given: Die Fluggesellschaft gibt <b>nichts</b> zurück.');
  await expectSound('declined');
  at.stub.control.clearFaults();
  await follow(/Back to the booking/);
  await press(/Cancel this flight/);
  quoted({ refund_amount: '1.00' });
  await press(/Yes, cancel the flight/);
  expect(await heading()).toBe('This was not possible');
  expect(await main()).toMatch(/Reason given: Giving it up costs more by now/);
  await expectSound('failed');
});

test('an answer that does not come is waited for; an offer that was looked at for too long has run out', async () => {
  await openBooking();
  await press(/Cancel this flight/);
  at.stub.control.addFault({
    operation: 'cancellation_confirm',
    fault: { kind: 'error', code: 'gateway_timeout_error', status: 504 },
    times: 1,
  });
  await press(/Yes, cancel the flight/);
  expect(await heading()).toBe('One moment');
  // It looks for the answer by itself: another address would come in between.
  await expectFits('running');
  await openBooking();
  await press(/Cancel this flight/);
  await at.pass(660);
  await page.reload();
  expect(await heading()).toBe('This offer has run out');
  await expectSound('expired');
});

test('a flight its airline has changed: the card has its new times, with the original ones named as such; a cancelled one says so', async () => {
  const moved = await openBooking();
  const clock = () => page.locator('.slice .clock').first().innerText();
  const soldClock = await clock();
  at.stub.control.changeByAirline({ order_id: moved.orderId ?? '', kind: 'time_shift', minutes: 75 });
  await look();
  await openAgain(moved);
  expect(await clock()).not.toBe(soldClock);
  expect(await page.locator('.slice').first().innerText()).toMatch(
    new RegExp(`New times[\\s\\S]*Original times[\\s\\S]*${soldClock}`),
  );
  await expectSound('card-moved');
  const cancelled = await openBooking();
  at.stub.control.changeByAirline({ order_id: cancelled.orderId ?? '', kind: 'slice_removed' });
  await look();
  await openAgain(cancelled);
  expect(await page.locator('.slice').first().innerText()).toContain('No longer flown');
  await expectSound('card-cancelled');
});

test('a ticket that was cancelled at the airline by nobody here', async () => {
  const sold = await openBooking();
  await cancelAtDuffel(at, sold.orderId);
  await look();
  await openAgain(sold);
  expect(await page.locator('.badge').allInnerTexts()).toContain('Cancelled');
  await expectSound('booking-elsewhere');
  await follow(/See how the change stands/);
  expect(await heading()).toBe('Cancelled at the airline');
  await expectSound('elsewhere');
});
