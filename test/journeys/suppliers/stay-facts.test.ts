import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';
import type { Answer } from '../../support/service/service.ts';
import { problemsOf } from '../../support/suppliers/duffel-trips.ts';
import { startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

type Json = Answer['body'];

/** What is stored of a hotel of LiteAPI (the stub), wherever a stay in it is shown. */
let at: StayTrips;
beforeAll(async () => {
  at = await startStayTrips();
});
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

/** A page as words, markup aside. */
function wordsOf(html: string): string {
  return html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;|&rsquo;/g, '’')
    .replace(/\s+/g, ' ');
}

test('hours and rooms that LiteAPI’s rates leave out are in the trip, on the page and in the booking once its content was read', async () => {
  const { service, stub } = at;
  const [hotel] = (await at.search()).hotels;
  const [{ rates, beds }] = hotel.rooms;
  expect([hotel.checkin_time, hotel.checkout_time, beds]).toEqual([null, null, null]);
  stub.control.forgetCalls();
  const trip = await service.call('POST', '/v1/trip', {
    add_item: { trip_item_token: rates[0].offer_id },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  // Nobody waits for it: nothing is stated before it was read.
  expect(trip.body.items[0].details).toMatchObject({ checkin_time: null, checkout_time: null });
  await service.drain();
  const calls: Record<string, number> = stub.control.calls();
  expect(calls['hotel']).toBe(1);
  const { trip_id: tripId } = trip.body;
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: tripId });
  const priced = (await service.call('GET', `/v1/trip/${tripId}`)).body.items[0].details;
  const stated = (await service.call('GET', `/v1/hotel_details/${hotel.hotel_id}`)).body.hotel;
  const { checkin_time, checkout_time } = stated;
  expect([checkin_time, checkout_time]).toEqual([
    expect.stringMatching(/^1[4-6]:00$/),
    expect.stringMatching(/^1[0-2]:00$/),
  ]);
  expect(priced).toMatchObject({ checkin_time, checkout_time });
  expect(priced.rooms[0].beds).toEqual(expect.any(String));

  const page = wordsOf(await (await fetch(checkout.body.checkout_url)).text());
  for (const text of [`from ${checkin_time}`, `until ${checkout_time}`, `${hotel.address}, Lisbon, Portugal`])
    expect(page).toContain(text);
  expect(page).toContain(priced.rooms[0].beds);

  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  const [{ booking_ref }] = (await service.call('GET', `/v1/trip/${tripId}`)).body.bookings;
  const pair = { booking_ref, last_name: 'Bly' };
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  expect(booking.items[0].details).toMatchObject({ checkin_time, checkout_time });
  // It is read once: another trip finds it, and its search, too.
  expect((stub.control.calls() as Record<string, number>)['hotel']).toBe(1);
});

test('a search shows what is stored of hotel and rooms, and nothing else', async () => {
  const { service, stub } = at;
  const [, hotel] = (await at.search()).hotels;
  const { checkin_time, checkout_time } = (await service.call('GET', `/v1/hotel_details/${hotel.hotel_id}`)).body.hotel;
  const nights = at.nights();
  stub.control.forgetCalls();
  const [read] = (await at.search({ ...nights, hotel_ids: [hotel.hotel_id] })).hotels;
  expect(stub.control.calls()).toEqual({ rates: 1 });
  expect(read).toMatchObject({ checkin_time, checkout_time });
  const known = read.rooms.filter(({ beds }: Json) => beds !== null);
  expect(known.length).toBeGreaterThan(0);
  expect(known[0].amenities.length).toBeGreaterThan(0);
  const { hotels } = await at.search({ ...nights });
  const listed = hotels.find(({ hotel_id: id }: Json) => id === hotel.hotel_id);
  expect([listed.checkin_time, listed.rooms[0].beds]).toEqual([checkin_time, expect.any(String)]);
  const unread = hotels.at(-1);
  expect([unread.checkin_time, unread.rooms[0].beds]).toEqual([null, null]);
});
