import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, mailsTo } from '../../support/accounts.ts';
import { CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';
import type { Answer } from '../../support/service/service.ts';
import { startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

/** Photos of hotels on the pages of who buys and has bought a stay. */
let at: StayTrips;
beforeAll(async () => {
  at = await startStayTrips();
});
afterAll(() => at.close());

type Hotel = Answer['body'];

/** A trip with the first rate of a hotel that passes, checked out. */
async function checkOut(passes: (hotel: Hotel) => boolean) {
  const asked = at.nights();
  const { hotels } = await at.search({ ...asked, limit: 60 });
  const named: Hotel = hotels.find(passes);
  const [hotel] = (await at.search({ ...asked, hotel_ids: [named.hotel_id] })).hotels;
  const [rate] = hotel.rooms.flatMap(({ rates }: Answer['body']) => rates);
  const { body: trip } = await at.service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rate.offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const { body: checkout } = await at.service.call('POST', '/v1/checkout', { trip_id: trip.trip_id });
  return { hotel: named, tripId: String(trip.trip_id), page: new URL(checkout.checkout_url).pathname };
}

const photosIn = ({ text }: Answer) =>
  [...text.matchAll(/<img class="stay-photo" src="([^"]+)"/g)].map(([, src]) => src);

test("the photo of a supplier stands on checkout and /manage, as it was sold, under this service's own address", async () => {
  const { hotel, tripId, page } = await checkOut(({ thumbnail }) => thumbnail !== null);
  const path = new URL(hotel.thumbnail).pathname;
  const visitor = aVisitor(at.service);
  const checkout = await visitor.get(page);
  expect(photosIn(checkout)).toEqual([path]);
  expect(checkout.headers.get('content-security-policy')).toContain("img-src 'self' data:");
  await at.service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await at.service.drain();
  expect(photosIn(await visitor.get(page))).toEqual([path]);
  const { booking_ref: bookingRef } = (await at.service.call('GET', `/v1/trip/${tripId}`)).body;
  await visitor.post('/manage', { booking_ref: bookingRef, last_name: NELLIE.last_name });
  expect(photosIn(await visitor.get('/manage/booking'))).toEqual([path]);
  expect(mailsTo(at.service, CONTACT.email).join('')).not.toContain('/images/');
  // An address that no page of ours wrote is fetched from nowhere.
  expect((await visitor.get(path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
});

test('a hotel without a photo has no picture, nor anything in its place', async () => {
  const { page } = await checkOut(({ main_photo: photo }) => photo === null);
  const checkout = await aVisitor(at.service).get(page);
  expect([checkout.status, photosIn(checkout)]).toEqual([200, []]);
});
