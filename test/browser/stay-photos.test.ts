import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT, NELLIE } from '../support/faults/trip-journeys.ts';
import { findFaults, openBrowser, visit } from '../support/service/browser.ts';
import type { Answer } from '../support/service/service.ts';
import { startStayTrips, type StayTrips } from '../support/suppliers/stay-trips.ts';

let at: StayTrips;
beforeAll(async () => {
  at = await startStayTrips();
});
afterAll(() => at.close());

test("a hotel's photo is loaded under the page's own policy and fits; without it the page is sound, too", async () => {
  const { hotels } = await at.search({ ...at.nights(), limit: 60 });
  const { hotel_id: id } = hotels.find(({ thumbnail }: Answer['body']) => thumbnail !== null);
  const [hotel] = (await at.search({ ...at.nights(), hotel_ids: [id] })).hotels;
  const [rate] = hotel.rooms.flatMap(({ rates }: Answer['body']) => rates);
  const { body: trip } = await at.service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const { body: checkout } = await at.service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  const page = await (await visit(await openBrowser(), { screen: 'phone' })).newPage();
  await page.goto(checkout.checkout_url);
  const widthOf = () => page.evaluate<number>("document.querySelector('.stay-photo').naturalWidth");
  await expect.poll(widthOf).toBeGreaterThan(0);
  expect(await findFaults(page, 'stay-photo')).toEqual([]);
  await page.route('**/images/**', (route) => route.abort());
  await page.reload();
  await page.locator('.stay-photo').scrollIntoViewIfNeeded();
  expect(await widthOf()).toBe(0);
  expect(await findFaults(page, 'stay-photo-gone')).toEqual([]);
});
